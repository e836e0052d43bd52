// The page's texts in English. Keys are SCREEN.NAME; a table in another language has the same keys.

export const english = {
};
