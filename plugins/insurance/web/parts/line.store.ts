import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { makeObservable, observableRef, runInAction } from 'mobx';
import { connectionContract } from '../../contract/index.ts';

/** Without an answer for so long the line is not called fine any more, and the next patient can be served. */
export const SLOW_AFTER_MS = 10_000;

const EVERY_MS = 20_000;

type LineState = Awaited<ReturnType<ReturnType<typeof createClient<typeof connectionContract.routes>>['state']>>['data'];

/** Is the interface up, simulated, in doubt: what the heads of all insurance pages say. Asks again by itself. */
export class LineStore {
  state: LineState | null = null;
  private readonly client;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(ctx: WebContext) {
    this.client = createClient(connectionContract, ctx.http);
    makeObservable(this, { state: observableRef });
  }

  start(): void {
    if (this.timer !== undefined) return;
    this.timer = setInterval(() => void this.refresh(), EVERY_MS);
    void this.refresh();
  }

  /** Never rejects: without an answer the heads say what was known last. */
  async refresh(): Promise<void> {
    try {
      const { data } = await this.client.state({}, { quiet: true, background: true });
      runInAction(() => {
        this.state = data;
      });
    } catch {
      // The page's own calls tell that the server is away; a bar that repeats it would only shout.
    }
  }

  dispose(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
