import { ActGroup, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { ListStore } from '@nephra/plugin-sdk/widgets';
import { makeObservable, observableRef, runInAction } from 'mobx';
import { type OutboxChannel, outboxContract, type OutboxRow } from '../../contract/send/outbox.contract.ts';
import type { OutboxState } from '../../contract/send/send-limits.ts';

export interface OutboxFilter {
  readonly keyword: string;
  readonly state: OutboxState | '';
  readonly channel: string;
  readonly kind: string;
}

interface Known {
  readonly channels: readonly OutboxChannel[];
  readonly kinds: readonly { readonly code: string; readonly title: string }[];
}

/** What left the product, or waits to. */
export class OutboxStore {
  readonly list: ListStore<OutboxRow, OutboxFilter>;
  known: Known = { channels: [], kinds: [] };
  private readonly client: Client<typeof outboxContract.routes>;
  private readonly acts = new ActGroup({}, 'message.outbox');

  constructor(private readonly ctx: WebContext) {
    this.client = createClient(outboxContract, ctx.http);
    this.list = new ListStore<OutboxRow, OutboxFilter>({
      rowKey: 'id',
      filter: { state: '' },
      load: (query, signal) => this.client.list({ query }, { signal, quiet: true }),
    });
    makeObservable(this, { known: observableRef });
  }

  async loadKnown(): Promise<void> {
    const { data } = await this.client.channels({}, { quiet: true }).catch(() => ({ data: this.known }));
    runInAction(() => {
      this.known = data;
    });
  }

  sendAgain = (rows: readonly OutboxRow[]): Promise<void> => this.decide('again', rows);
  close = (rows: readonly OutboxRow[]): Promise<void> => this.decide('close', rows);

  private async decide(what: 'again' | 'close', chosen: readonly OutboxRow[]): Promise<void> {
    const rows = chosen.map(({ id, version }) => ({ id, version }));
    const call = what === 'again' ? this.client.sendAgain : this.client.close;
    const end = await this.acts.run('*', [what, rows], (options) => call({ body: { rows } }, options));
    if (end.kind !== 'done') return;
    this.ctx.toast.success((end.answer as { readonly msg: string }).msg);
    this.list.clearSelection();
    await this.list.reload();
    await this.loadKnown();
  }

  dispose(): void {
    this.list.dispose();
  }
}
