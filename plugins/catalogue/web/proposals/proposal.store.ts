import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, ListStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { MAX_PRICE_REASON } from '../../contract/catalogue-price.schema.ts';
import { catalogueProposalContract } from '../../contract/catalogue-proposal.contract.ts';
import type { PriceProposal, ProposalState } from '../../contract/catalogue-proposal.schema.ts';

export interface ProposalSearch {
  state: ProposalState;
}

/** What is about to be decided, and how. */
export interface Deciding {
  readonly act: 'confirm' | 'refuse' | 'retract';
  /** With all its lines. */
  readonly proposal: PriceProposal;
  readonly form: FormStore<{ reason: string }>;
}

/** Large changes of prices: those that wait, and what became of the others. */
export class ProposalStore {
  readonly list: ListStore<PriceProposal, ProposalSearch>;
  /** How many wait. */
  waiting = 0;
  deciding: Deciding | null = null;
  private readonly ctx: WebContext;
  private readonly client;

  constructor(ctx: WebContext) {
    this.ctx = ctx;
    this.client = createClient(catalogueProposalContract, ctx.http);
    this.list = new ListStore<PriceProposal, ProposalSearch>({
      rowKey: 'proposalId',
      filter: { state: 'waiting' },
      load: (query, signal) => this.client.list({ query }, { signal, quiet: true }),
    });
    makeObservable(this, { waiting: observable, deciding: observableRef, end: action });
  }

  /** Counts what waits, for the tab; without an answer it shows none. */
  async count(): Promise<void> {
    const answer = await this.client.list({ query: { state: 'waiting', pageSize: 1 } }, { quiet: true }).catch(() => undefined);
    if (answer)
      runInAction(() => {
        this.waiting = answer.data.pagination.total;
      });
  }

  /** Reads the whole change before it is decided. */
  async begin(row: PriceProposal, act: Deciding['act']): Promise<void> {
    const { data } = await this.client.one({ params: { id: row.proposalId } });
    const { t } = this.ctx;
    const form = new FormStore<{ reason: string }>({
      fields: () =>
        act === 'confirm' ? [] : [{ kind: 'textarea', name: 'reason', label: t('catalogue.reason'), required: true, maxLength: MAX_PRICE_REASON }],
      initial: { reason: '' },
    });
    runInAction(() => {
      this.deciding = { act, proposal: data, form };
    });
  }

  end(): void {
    this.deciding?.form.dispose();
    this.deciding = null;
  }

  save = async ({ reason }: { reason: string }, given: SaveAct): Promise<void> => {
    if (!this.deciding) return;
    const { act, proposal } = this.deciding;
    const params = { id: proposal.proposalId };
    const options = { ...given, quiet: true };
    const { msg } =
      act === 'confirm'
        ? await this.client.confirm({ params, body: { validFrom: proposal.countsFrom } }, options)
        : act === 'refuse'
          ? await this.client.refuse({ params, body: { reason: reason.trim() } }, options)
          : await this.client.retract({ params, body: { reason: reason.trim() } }, options);
    this.ctx.toast.success(msg);
  };

  async reload(): Promise<void> {
    await Promise.all([this.list.reload(), this.count()]);
  }

  dispose(): void {
    this.list.dispose();
    this.deciding?.form.dispose();
  }
}
