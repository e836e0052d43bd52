// The page's texts in English. Keys are SCREEN.NAME; a table in another language has the same keys.

export const english = {
  "review.title": "Review",
  "review.about": "How good was each move? A search of each position says so, and what was better.",
  "review.start": "Review this game",
  "review.stop": "Stop",
  "review.stopped": "The review was stopped.",
  "review.depth": "How hard it looks",
  "review.depth.0": "quick look",
  "review.depth.1": "good look",
  "review.depth.2": "hard look",
  "review.progress": "Positions that were searched",
  "review.found": "{0} of the moves lost half a pawn or more. By {1}.",
  "review.clean": "No move lost half a pawn. By {1}.",
  "review.picture": "The value by move, White's advantage up",
  "review.go": "Show the position before this move",
  "review.lost": "lost {0}; better {1}",
  "review.why": "Why?",
  "review.whynot": "Why? {0} in the tree of the search",
  "review.save": "Save the game with the review",
};
