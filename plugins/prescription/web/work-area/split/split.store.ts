import { type ActCall, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { prescribingContract, type SplitFlagReply } from '../../../contract/index.ts';

/** Whether a saved prescription must be written as several, and which. Knows no React. */
export class SplitStore {
  /** What the server says about the saved state; null while nothing must be split. */
  flag: SplitFlagReply | null = null;
  /** The parts are being looked at. */
  previewed = false;
  private readonly client: Client<typeof prescribingContract.routes>;
  private running: AbortController | null = null;

  constructor(http: WebContext['http']) {
    this.client = createClient(prescribingContract, http);
    makeObservable(this, { flag: observableRef, previewed: observable, preview: action, close: action });
  }

  /** Asks about a saved prescription. No answer counts as nothing to split: the rules are asked again on splitting. */
  async look(dpId: string): Promise<void> {
    this.stop();
    const running = new AbortController();
    this.running = running;
    const answer = await this.client.splitFlag({ params: { id: dpId } }, { quiet: true, signal: running.signal }).catch(() => undefined);
    if (running.signal.aborted) return;
    runInAction(() => {
      this.flag = answer?.data.splitFlag ? answer.data : null;
    });
  }

  preview(): void {
    this.previewed = this.flag !== null;
  }

  close(): void {
    this.previewed = false;
  }

  /** Splits; the parts, first the one that keeps the number. */
  split(body: { dpId: string; version: number }, options: ActCall) {
    return this.client.split({ body }, options);
  }

  stop(): void {
    this.running?.abort();
    this.running = null;
  }
}
