import { createClient, isUnknownOutcome, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, ListStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type DoubtRow, settlementContract, type SettlementRecord } from '../../contract/index.ts';
import { MAX_PROOF, MAX_SETL_ID, MIN_PROOF } from '../../contract/limits.ts';
import { sentenceOf } from '../parts/words.ts';

const PATIENCE_MS = 300_000;
const EVERY_MS = 15_000;
export const VERDICTS = ['platform-settled', 'not-settled', 'cancelled'] as const;

export interface Decision {
  readonly verdict: (typeof VERDICTS)[number] | '';
  readonly setl_id: string;
  readonly proof: string;
}

/** What came of the last press on a doubtful settlement. */
export interface DoubtOutcome {
  readonly id: string;
  readonly kind: 'open' | 'refused';
  readonly text: string;
}

/** Settlements without a certain outcome, and the one safe act on each. */
export class CockpitStore {
  readonly list: ListStore<DoubtRow>;
  /** The one whose next step is being done. */
  resolving: string | null = null;
  outcome: DoubtOutcome | null = null;
  deciding: { readonly doubt: DoubtRow; readonly form: FormStore<Decision> } | null = null;
  private readonly ctx: WebContext;
  private readonly client;
  private readonly onChange: () => void;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(ctx: WebContext, onChange: () => void = () => undefined) {
    this.ctx = ctx;
    this.onChange = onChange;
    this.client = createClient(settlementContract, ctx.http);
    this.list = new ListStore<DoubtRow>({
      rowKey: 'id',
      load: async (_query, signal) => {
        const { data } = await this.client.doubtful({}, { signal, quiet: true, background: this.list.state.kind === 'ready' });
        return { data: { list: [...data.list].sort((one, other) => one.since - other.since) } };
      },
    });
    makeObservable(this, { resolving: observable, outcome: observableRef, deciding: observableRef, decide: action, endDecision: action });
  }

  /** The resolver works by itself, so what is shown grows old. */
  start(): void {
    if (this.timer !== undefined) return;
    void this.list.start();
    this.timer = setInterval(() => {
      if (this.resolving === null && this.list.state.kind !== 'loading') void this.list.reload();
    }, EVERY_MS);
  }

  /** Does the safe next step now instead of waiting for the resolver. */
  resolve = async (doubt: DoubtRow): Promise<void> => {
    if (this.resolving !== null) return;
    runInAction(() => {
      this.resolving = doubt.id;
      this.outcome = null;
    });
    try {
      const { data } = await this.client.resolve({ params: { id: doubt.id } }, { quiet: true, timeoutMs: PATIENCE_MS });
      this.tell(doubt, data);
    } catch (error) {
      const text = isUnknownOutcome(error) ? this.ctx.t('cockpit.lost') : sentenceOf(this.ctx.t, error);
      runInAction(() => {
        this.outcome = { id: doubt.id, kind: 'refused', text };
      });
    } finally {
      runInAction(() => {
        this.resolving = null;
      });
      await this.list.reload();
      this.onChange();
    }
  };

  decide(doubt: DoubtRow): void {
    const { t } = this.ctx;
    const cancelling = doubt.infno === '2208';
    const form = new FormStore<Decision>({
      draftKey: `decide:${doubt.id}`,
      drafts: this.ctx.drafts,
      fields: () => [
        {
          kind: 'radio',
          name: 'verdict',
          label: t('cockpit.verdict'),
          required: true,
          span: 2,
          options: VERDICTS.filter((verdict) => cancelling || verdict !== 'cancelled').map((value) => ({ value, text: t(`cockpit.verdicts.${value}`) })),
        },
        {
          kind: 'text',
          name: 'setl_id',
          label: t('desk.paper.setl'),
          span: 2,
          maxLength: MAX_SETL_ID,
          visible: ({ verdict }) => verdict === 'platform-settled',
          required: doubt.setl_id === '',
          help: t('cockpit.setlHelp'),
        },
        {
          kind: 'textarea',
          name: 'proof',
          label: t('cockpit.proof'),
          required: true,
          span: 2,
          rows: 3,
          maxLength: MAX_PROOF,
          help: t('cockpit.proofHelp'),
          check: ({ proof }) => (proof.trim().length < MIN_PROOF ? t('cockpit.proofShort') : undefined),
        },
      ],
      initial: { verdict: '', setl_id: doubt.setl_id, proof: '' },
    });
    this.deciding = { doubt, form };
  }

  endDecision(): void {
    this.deciding?.form.dispose();
    this.deciding = null;
  }

  saveDecision = async ({ verdict, setl_id, proof }: Decision, act: SaveAct): Promise<SettlementRecord> => {
    const { deciding } = this;
    if (!deciding || verdict === '') throw new Error('nothing is being decided');
    const body = {
      version: deciding.doubt.version,
      verdict,
      proof: proof.trim(),
      ...(verdict === 'platform-settled' && setl_id.trim() ? { setl_id: setl_id.trim() } : {}),
    };
    const { data } = await this.client.decide({ params: { id: deciding.doubt.id }, body }, { ...act, quiet: true, timeoutMs: PATIENCE_MS });
    return data;
  };

  decided = async (record: SettlementRecord): Promise<void> => {
    this.ctx.toast.success(this.ctx.t('cockpit.endedAs', { name: record.patientName, state: this.ctx.t(`state.${record.state}`) }));
    await this.list.reload();
    this.onChange();
  };

  dispose(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.list.dispose();
    this.endDecision();
  }

  private tell(doubt: DoubtRow, record: SettlementRecord): void {
    const { t } = this.ctx;
    const state = t(`state.${record.state}`);
    if (['settled', 'cancelled', 'presettled', 'abandoned'].includes(record.state))
      this.ctx.toast.success(t('cockpit.endedAs', { name: record.patientName, state }));
    else
      runInAction(() => {
        this.outcome = { id: doubt.id, kind: 'open', text: record.problem || t('cockpit.stillOpen') };
      });
  }
}
