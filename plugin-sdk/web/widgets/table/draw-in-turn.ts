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
 * @param steps of one drawing, each a task of its own, the next drawing after the last of them; each is called once, soon, unless taken back before;
 * what it throws goes to the window's error handler and stops neither later steps nor other drawings
 * @returns takes back the steps that are left
 */
export function drawInTurn(...steps: readonly (() => void)[]): () => void {
  let wanted = true;
  if (waiting.length === 0) setTimeout(drawNext);
  for (const step of steps)
    waiting.push(() => {
      if (wanted) step();
    });
  return () => {
    wanted = false;
  };
}
