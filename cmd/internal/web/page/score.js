// The strip with the moves shows the one on the board.

// followMoves keeps the move on the board, or the result, in the middle of a list of moves,
// whatever changes: the moves or the room for them.
export function followMoves(list) {
  const follow = () => {
    const now = list.querySelector(".end") || list.querySelector(".now");
    if (now) list.scrollTop = now.offsetTop - (list.clientHeight - now.offsetHeight) / 2;
  };
  new ResizeObserver(follow).observe(list);
  new MutationObserver(follow).observe(list, { childList: true });
}
