/** What waits for its turn, oldest first. */
const waiting: (() => void)[] = [];

function drawNext(): void {
  try {
    waiting[0]?.();
  } finally {
    waiting.shift();
    if (waiting.length > 0) setTimeout(drawNext);
  }
}

/**
 * Heavy drawings of a page, one per task: between two of them the browser answers keys and paints what stands.
 * @param draw is called once, soon, unless taken back before; what it throws goes to the window's error handler and stops no other drawing
 * @returns takes it back
 */
export function drawInTurn(draw: () => void): () => void {
  let wanted = true;
  waiting.push(() => {
    if (wanted) draw();
  });
  if (waiting.length === 1) setTimeout(drawNext);
  return () => {
    wanted = false;
  };
}
