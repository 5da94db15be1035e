import { createClient, type ClientReply, type WebContext } from '@nephra/plugin-sdk/web';
import { daysOf } from '@nephra/plugin-sdk/contract';
import { type DateRange, FormStore, ListStore } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { registerContract, type VisitRow, type VisitState } from '../../../contract/index.ts';
import { MAX_REASON } from '../../../contract/limits.ts';
import { lastDays } from '../../parts/words.ts';

const PATIENCE_MS = 300_000;
const SHOWN_DAYS = 7;

export type VisitReport = ClientReply<typeof registerContract.routes.visitReport>;
export interface CancelVisit {
  readonly reason: string;
}

/** Registrations with the insurer: list, what was reported of one, cancelling it. */
export class RegistrationsStore {
  readonly list: ListStore<VisitRow, { keyword: string; day: DateRange; state: VisitState }>;
  report: VisitReport | null = null;
  /** Asked for the reason; `withFees` takes unsettled fees back first. */
  cancelling: { readonly visit: VisitRow; readonly withFees: boolean; readonly form: FormStore<CancelVisit> } | null = null;
  sending = false;
  private readonly ctx: WebContext;
  private readonly client;

  constructor(ctx: WebContext) {
    this.ctx = ctx;
    this.client = createClient(registerContract, ctx.http);
    this.list = new ListStore<VisitRow, { keyword: string; day: DateRange; state: VisitState }>({
      rowKey: 'id',
      filter: { day: lastDays(ctx.now(), SHOWN_DAYS) },
      load: ({ day, state, ...query }, signal) =>
        this.client.list({ query: { ...query, ...daysOf(day), ...(state ? { state } : {}) } }, { signal, quiet: true }),
    });
    makeObservable(this, { report: observableRef, cancelling: observableRef, sending: observable, close: action, askCancel: action, endCancel: action });
  }

  open = async (visit: VisitRow): Promise<void> => {
    const { data } = await this.client.visitReport({ query: { visitId: visit.id } });
    runInAction(() => {
      this.report = data;
    });
  };

  close(): void {
    this.report = null;
  }

  /** 2203 once more with the same diagnoses, for a report that did not go through. */
  reportAgain = async (): Promise<void> => {
    const { report } = this;
    if (!report || this.sending) return;
    runInAction(() => {
      this.sending = true;
    });
    try {
      const body = { visitId: report.visit.id, main_cond_dscr: report.main_cond_dscr, diagnosis: report.diagnosis };
      const { msg } = await this.client.reportVisit({ body }, { timeoutMs: PATIENCE_MS });
      this.ctx.toast.success(msg);
      await this.open(report.visit);
      void this.list.reload();
    } finally {
      runInAction(() => {
        this.sending = false;
      });
    }
  };

  askCancel(visit: VisitRow, withFees: boolean): void {
    const { t } = this.ctx;
    const form = new FormStore<CancelVisit>({
      fields: () => [{ kind: 'textarea', name: 'reason', label: t('desk.reason.title'), required: true, maxLength: MAX_REASON, rows: 2, span: 2 }],
      initial: { reason: '' },
    });
    this.cancelling = { visit, withFees, form };
  }

  endCancel(): void {
    this.cancelling?.form.dispose();
    this.cancelling = null;
  }

  cancel = ({ reason }: CancelVisit) => {
    const { cancelling } = this;
    if (!cancelling) throw new Error('no registration is being cancelled');
    const call = cancelling.withFees ? this.client.cancelRegister : this.client.cancel;
    return call({ body: { visitId: cancelling.visit.id, reason } }, { quiet: true, timeoutMs: PATIENCE_MS });
  };

  dispose(): void {
    this.list.dispose();
    this.endCancel();
  }
}
