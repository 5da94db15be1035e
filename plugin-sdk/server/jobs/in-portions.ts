/**
 * Does work in portions until one is not full any more, for jobs that remove what is kept no longer: each portion is a short transaction, and whoever
 * cancels the job waits for one alone.
 * @param size rows of a full portion
 * @param work one portion, in a transaction of its own; answers how many rows it did
 * @param told after each portion, with all that were done
 * @returns all rows
 */
export async function inPortions(signal: AbortSignal, size: number, work: () => Promise<number>, told?: (done: number) => void): Promise<number> {
  let done = 0;
  for (;;) {
    signal.throwIfAborted();
    const portion = await work();
    done += portion;
    told?.(done);
    if (portion < size) return done;
  }
}
