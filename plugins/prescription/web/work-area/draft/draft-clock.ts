/** A draft is written when typing pauses, and at least this often while it goes on: writing it costs more than a keystroke. */
const PAUSE_MS = 300;
const AT_LEAST_MS = 3000;

/** When to write what was typed: soon after the last change, but never much later than the first. */
export class DraftClock {
  private pause: ReturnType<typeof setTimeout> | undefined;
  private atLeast: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly write: () => void) {}

  /** Something changed. */
  changed(): void {
    clearTimeout(this.pause);
    this.pause = setTimeout(this.write, PAUSE_MS);
    this.atLeast ??= setTimeout(this.write, AT_LEAST_MS);
  }

  /** It was written, or need not be. */
  stop(): void {
    clearTimeout(this.pause);
    clearTimeout(this.atLeast);
    this.pause = undefined;
    this.atLeast = undefined;
  }
}
