/** Work that took longer than whoever waits for it gives it. */
export class TookTooLong extends Error {}

/** What the work answers, or the refusal after the limit. The work itself goes on; what it says later, faults too, is heard by nobody. @throws TookTooLong */
export async function answerWithin<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TookTooLong(`no answer within ${limitMs} ms`)), limitMs);
  });
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
