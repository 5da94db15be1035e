import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type ReconcileDay, type ReconcileDifference, type ReconcileRecord, reconcileContract } from '../../contract/index.ts';
import { MAX_DIFFERENCE_NOTE, MAX_VERDICT_REASON, MIN_DIFFERENCE_NOTE, MIN_VERDICT_REASON } from '../../contract/limits.ts';

const LOOK_MS = 1500;

export type RecordState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly record: ReconcileRecord }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface Explanation {
  readonly difference: ReconcileDifference;
  readonly form: FormStore<{ note: string }>;
}

export interface Verdict {
  verdict: 'take-back' | 'other-system' | '';
  reason: string;
}
/** A settlement that this system never sent, and what a person decides of it. */
export interface Decision {
  readonly difference: ReconcileDifference;
  readonly form: FormStore<Verdict>;
}

/** A month of days, and the day in hand; looks again by itself while it is being compared. */
export class ReconcileStore {
  month: string;
  days: readonly ReconcileDay[] = [];
  daysState: 'loading' | 'ready' | 'failed' = 'loading';
  error: unknown = null;
  day: string | null = null;
  view: RecordState = { kind: 'idle' };
  explaining: Explanation | null = null;
  deciding: Decision | null = null;
  busy = false;
  private readonly ctx: WebContext;
  private readonly client;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private over = false;

  constructor(ctx: WebContext, today: string) {
    this.ctx = ctx;
    this.month = today.slice(0, 7);
    this.client = createClient(reconcileContract, ctx.http);
    makeObservable(this, {
      month: observable,
      days: observableRef,
      daysState: observable,
      error: observableRef,
      day: observable,
      view: observableRef,
      explaining: observableRef,
      deciding: observableRef,
      busy: observable,
      explain: action,
      endExplaining: action,
      decide: action,
      endDeciding: action,
      close: action,
    });
  }

  async turnTo(month: string): Promise<void> {
    runInAction(() => {
      this.month = month;
      this.day = null;
      this.view = { kind: 'idle' };
      this.days = [];
      this.daysState = 'loading';
    });
    await this.load();
  }

  async load(background = false): Promise<void> {
    const { month } = this;
    try {
      const { data } = await this.client.month({ query: { month } }, { quiet: true, background });
      if (month !== this.month) return;
      runInAction(() => {
        this.days = data.list;
        this.daysState = 'ready';
      });
      const last = data.list.at(-1);
      if (this.day === null && last) await this.open(last.day);
    } catch (error) {
      runInAction(() => {
        this.error = error;
        if (this.days.length === 0) this.daysState = 'failed';
      });
    }
  }

  close(): void {
    this.day = null;
    this.view = { kind: 'idle' };
  }

  async open(day: string, background = false): Promise<void> {
    clearTimeout(this.timer);
    runInAction(() => {
      this.day = day;
      if (!background) this.view = { kind: 'loading' };
    });
    try {
      const { data } = await this.client.record({ params: { day } }, { quiet: true, background });
      if (this.day !== day) return;
      runInAction(() => {
        this.view = { kind: 'ready', record: data };
        this.days = this.days.map((one) => (one.day === day ? data.day : one));
      });
      if (!this.over && data.day.state === 'running') this.timer = setTimeout(() => void this.open(day, true), LOOK_MS);
    } catch (error) {
      if (this.day !== day || background) return;
      runInAction(() => {
        this.view = { kind: 'failed', error };
      });
    }
  }

  async run(): Promise<void> {
    const { day } = this;
    if (!day || this.busy) return;
    runInAction(() => {
      this.busy = true;
    });
    try {
      await this.client.run({ params: { day } });
      await this.open(day, true);
    } catch {
      // The call has told what was wrong.
    } finally {
      runInAction(() => {
        this.busy = false;
      });
    }
  }

  explain(difference: ReconcileDifference): void {
    const { t, drafts } = this.ctx;
    const form = new FormStore<{ note: string }>({
      fields: () => [
        {
          kind: 'textarea',
          name: 'note',
          label: t('reconcile.note'),
          required: true,
          maxLength: MAX_DIFFERENCE_NOTE,
          check: ({ note }) => (note.trim().length < MIN_DIFFERENCE_NOTE ? t('reconcile.tooShort', { min: MIN_DIFFERENCE_NOTE }) : undefined),
        },
      ],
      initial: { note: difference.note },
      drafts,
      draftKey: `reconcile:${difference.id}:${difference.version}`,
    });
    this.explaining = { difference, form };
  }

  endExplaining(): void {
    this.explaining?.form.dispose();
    this.explaining = null;
  }

  save = async ({ note }: { note: string }, act: SaveAct): Promise<void> => {
    const one = this.explaining?.difference;
    if (!one) return;
    await this.client.explain({ params: { id: one.id }, body: { note: note.trim(), version: one.version } }, { ...act, quiet: true });
    if (this.day) await this.open(this.day, true);
  };

  decide(difference: ReconcileDifference): void {
    const { t, drafts } = this.ctx;
    const form = new FormStore<Verdict>({
      fields: () => [
        {
          kind: 'radio',
          name: 'verdict',
          label: t('reconcile.verdict'),
          required: true,
          options: (['other-system', 'take-back'] as const).map((value) => ({ value, text: t(`reconcile.verdicts.${value}`) })),
          help: t('reconcile.verdictHelp'),
        },
        {
          kind: 'textarea',
          name: 'reason',
          label: t('reconcile.reason'),
          required: true,
          maxLength: MAX_VERDICT_REASON,
          check: ({ reason }) => (reason.trim().length < MIN_VERDICT_REASON ? t('reconcile.tooShort', { min: MIN_VERDICT_REASON }) : undefined),
        },
      ],
      initial: { verdict: '', reason: '' },
      drafts,
      draftKey: `reconcile-stranger:${difference.id}:${difference.version}`,
    });
    this.deciding = { difference, form };
  }

  endDeciding(): void {
    this.deciding?.form.dispose();
    this.deciding = null;
  }

  saveDecision = async ({ verdict, reason }: Verdict, act: SaveAct): Promise<void> => {
    const one = this.deciding?.difference;
    if (!one || verdict === '') return;
    await this.client.decide({ params: { id: one.id }, body: { verdict, reason: reason.trim(), version: one.version } }, { ...act, quiet: true });
    if (this.day) await this.open(this.day, true);
  };

  dispose(): void {
    this.over = true;
    clearTimeout(this.timer);
    this.explaining?.form.dispose();
    this.deciding?.form.dispose();
  }
}
