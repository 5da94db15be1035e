import { ApiError, type CallOptions, type WebContext } from '@nephra/plugin-sdk/web';
import { SingleRead } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observable, observableRef } from 'mobx';

/** So often a screen asks, whatever it is told: a push that was missed is seen then, and so is a connection that is gone. */
const ASK_EVERY_MS = 20_000;
const NOT_ALLOWED: readonly number[] = [403, 404];

/** What a screen shows, read again with every push, every some seconds, and once the connection is back. What was read last stays while there is none. */
export class LiveStore<T> {
  reply: T | null = null;
  /** Why nothing could be read for the first time. */
  problem: unknown = null;
  /** Since when nothing could be read, by the server's clock; null: the last answer came. */
  cutSince: number | null = null;
  /** The session of this screen is kept: it may ask in the foreground, so that the browser does not lock. */
  kept = false;
  private readonly reading = new SingleRead(() => (this.open ? this.ask() : Promise.resolve()));
  private open = false;

  constructor(
    private readonly ctx: Pick<WebContext, 'now'>,
    private readonly read: (options: CallOptions) => Promise<{ readonly data: T }>,
  ) {
    makeObservable<this, 'show' | 'fail'>(this, { reply: observableRef, problem: observableRef, cutSince: observable, show: action, fail: action });
  }

  /** Asks now and from then on. @returns what ends it */
  start(): () => void {
    this.open = true;
    void this.load();
    // waits: the screen asks as time passes
    const timer = setInterval(() => void this.load(), ASK_EVERY_MS);
    return () => {
      this.open = false;
      this.reading.drop();
      clearInterval(timer);
    };
  }

  /** One at a time; what is asked for meanwhile is read once afterwards. */
  load = (): Promise<void> => {
    if (!this.open) return Promise.resolve();
    return this.reading.run();
  };

  private async ask(): Promise<void> {
    try {
      const { data } = await this.read({ quiet: true, background: !this.kept, timeoutMs: ASK_EVERY_MS });
      if (this.open) this.show(data);
    } catch (error) {
      if (this.open) this.fail(error);
    }
  }
  private show(data: T): void {
    this.reply = data;
    this.problem = null;
    this.cutSince = null;
  }
  private fail(error: unknown): void {
    if (this.reply === null || (error instanceof ApiError && NOT_ALLOWED.includes(error.code))) this.problem = error;
    this.cutSince ??= this.ctx.now();
  }
}
