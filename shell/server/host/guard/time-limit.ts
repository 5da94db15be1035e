/** A plugin that took longer than it may. */
export class TookTooLong extends Error {
  readonly seconds: number;

  constructor(what: string, seconds: number) {
    super(`${what} took longer than ${seconds} seconds`);
    this.name = 'TookTooLong';
    this.seconds = seconds;
  }
}

/**
 * Waits for work of a plugin, but not for ever. What goes on after its time is not ended by this: nobody waits for it any more, and an error of
 * its own is its own.
 * @throws TookTooLong
 */
export async function within<T>(seconds: number, what: string, work: Promise<T> | T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TookTooLong(what, seconds)), seconds * 1000);
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
