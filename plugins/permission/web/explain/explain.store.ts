import { type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { ListStore } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { authorityContract } from '../../contract/authority.contract.ts';
import type { ExplainedRow, Explanation, HolderRow } from '../../contract/authority.schema.ts';
import { ObjectChooserStore } from '../parts/object-chooser.store.ts';

export interface ExplainFilter {
  keyword: string;
  held: 'held' | 'missing';
  kind: ExplainedRow['kind'];
}

/** The right whose holders are shown. */
export interface AskedRight {
  readonly code: string;
  readonly name: string;
}

interface HolderFilter {
  keyword: string;
}

/** State of the page "why": one person's rights with their origin, and the holders of one right. */
export class ExplainStore {
  readonly chooser: ObjectChooserStore;
  readonly list: ListStore<ExplainedRow, ExplainFilter>;
  person: Explanation | null = null;
  userId: string | null = null;
  asked: AskedRight | null = null;
  holders: ListStore<HolderRow, HolderFilter> | null = null;
  private readonly client: Client<typeof authorityContract.routes>;

  constructor(ctx: Pick<WebContext, 'http'>, userId: string | undefined) {
    this.client = createClient(authorityContract, ctx.http);
    this.chooser = new ObjectChooserStore(ctx, 'User');
    this.userId = userId ?? null;
    this.list = new ListStore<ExplainedRow, ExplainFilter>({
      rowKey: ({ kind, code }) => `${kind} ${code}`,
      load: async ({ keyword, held, kind }, signal) => ({ data: { list: filtered(await this.fetch(signal), keyword, held, kind) } }),
    });
    makeObservable(this, { person: observableRef, userId: observableRef, asked: observableRef, holders: observableRef, ask: action, stopAsking: action });
  }

  async choose(userId: string): Promise<void> {
    runInAction(() => {
      this.userId = userId;
      this.person = null;
      this.list.forget();
      this.chooser.mark('User', userId);
    });
    await this.list.reload();
  }

  ask(asked: AskedRight): void {
    this.asked = asked;
    this.holders = new ListStore<HolderRow, HolderFilter>({
      rowKey: 'id',
      load: (request, signal) => this.client.holders({ query: { ...request, code: asked.code } }, { signal, quiet: true }),
    });
  }

  stopAsking(): void {
    this.holders?.dispose();
    this.asked = null;
    this.holders = null;
  }

  dispose(): void {
    this.chooser.dispose();
    this.list.dispose();
    this.holders?.dispose();
  }

  private async fetch(signal: AbortSignal): Promise<Explanation | null> {
    if (this.userId === null) return null;
    // Asked again for every search: rights change while somebody looks.
    const { data } = await this.client.explain({ params: { userId: this.userId } }, { signal, quiet: true });
    runInAction(() => {
      this.person = data;
    });
    return data;
  }
}

function filtered(person: Explanation | null, keyword = '', held?: ExplainFilter['held'], kind?: ExplainFilter['kind']): ExplainedRow[] {
  const wanted = keyword.trim().toLowerCase();
  return (person?.list ?? []).filter(
    (row) =>
      (held === undefined || row.held === (held === 'held')) &&
      (kind === undefined || row.kind === kind) &&
      (wanted === '' || row.fullName.toLowerCase().includes(wanted) || row.code.toLowerCase().includes(wanted)),
  );
}
