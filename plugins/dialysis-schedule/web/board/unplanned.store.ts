import type { ReplyOf } from '@nephra/plugin-sdk/contract';
import type { Client } from '@nephra/plugin-sdk/web';
import { makeObservable, observable, observableRef, runInAction } from 'mobx';
import type { boardContract } from '../../contract/board.contract.ts';

export type Unplanned = ReplyOf<(typeof boardContract)['routes']['unplanned']>['list'][number];

/** Who has no place on the day that is shown. */
export class UnplannedStore {
  list: readonly Unplanned[] = [];
  state: 'loading' | 'ready' | 'failed' = 'loading';
  error: unknown = null;
  keyword = '';
  private running: AbortController | null = null;

  constructor(private readonly client: Pick<Client<typeof boardContract.routes>, 'unplanned'>) {
    makeObservable(this, { list: observableRef, state: observable, error: observableRef, keyword: observable });
  }

  /** @param stamp of the push because of which it is read */
  load = async (date: string, keyword = this.keyword, stamp = ''): Promise<void> => {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    runInAction(() => (this.keyword = keyword));
    try {
      const { data } = await this.client.unplanned({ query: { date, keyword, stamp } }, { signal: running.signal, quiet: true });
      if (running.signal.aborted) return;
      runInAction(() => {
        this.list = data.list;
        this.state = 'ready';
      });
    } catch (error) {
      if (running.signal.aborted) return;
      runInAction(() => {
        this.state = 'failed';
        this.error = error;
      });
    }
  };

  dispose(): void {
    this.running?.abort();
  }
}
