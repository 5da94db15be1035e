/**
 * The work for one picture at a time: a new picture gives the work for the one before up. The part that works is fetched when the first
 * picture is shown; a page that cannot have it sends no proof and takes its place with those who have none.
 */
export class LoginWork {
  #stop = new AbortController();
  #proof: Promise<string> = Promise.resolve('');

  /** @param pictureKey empty: no picture is asked for, and nothing is to be done */
  begin(pictureKey: string): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#proof = pictureKey === '' ? Promise.resolve('') : workFor(pictureKey, this.#stop.signal);
  }

  /** The proof for the picture that was begun with last; empty without one. */
  get proof(): Promise<string> {
    return this.#proof;
  }
}

async function workFor(pictureKey: string, signal: AbortSignal): Promise<string> {
  try {
    const { findProof } = await import('./login-proof.ts');
    return await findProof(pictureKey, signal);
  } catch {
    return '';
  }
}
