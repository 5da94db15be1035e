import { Act, type ActCall, type ApiError, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormDialogStore } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observable, observableRef } from 'mobx';
import { dialysisFileContract } from '../../../dialysis-file/contract/index.ts';
import { type Guard, orderContract, type OrderRow, PASSABLE, sessionContract, type WholeSession } from '../../../dialysis-session/contract/index.ts';
import { roundContract } from '../../contract/round.contract.ts';
import type { RoundPatient } from '../../contract/round.schema.ts';
import type { RoundClients } from '../asked.ts';

const GUARD = 'dialysis-session.guard.';

/** A refusal of the confirmation that may be passed with a reason. */
export interface ToPass {
  readonly guard: Guard;
  readonly sentence: string;
}

/** Whoever is open beside the worklist, with the treatment of today and the orders. */
export class PatientStore {
  patient: RoundPatient | null = null;
  whole: WholeSession | null = null;
  orders: readonly OrderRow[] = [];
  problem: unknown = null;
  toPass: ToPass | null = null;
  refusal = '';
  /** Sheet of an earlier treatment that is open. */
  sheetId = '';
  readonly confirming: Act;
  readonly clients: RoundClients;
  readonly asking: FormDialogStore<RoundClients>;

  constructor(
    readonly patientId: string,
    private readonly ctx: Pick<WebContext, 'http' | 't' | 'toast' | 'can' | 'now'>,
    private readonly onChanged: () => void,
  ) {
    this.clients = {
      round: createClient(roundContract, ctx.http),
      file: createClient(dialysisFileContract, ctx.http),
      session: createClient(sessionContract, ctx.http),
      order: createClient(orderContract, ctx.http),
    };
    this.asking = new FormDialogStore(this.clients, ctx.toast);
    this.confirming = new Act({}, 'dialysis-round-confirm', { changed: 'send' });
    makeObservable<this, 'show' | 'showWhole' | 'fail' | 'refuse'>(this, {
      ...{ patient: observableRef, whole: observableRef, orders: observableRef, problem: observableRef, toPass: observableRef },
      ...{
        refusal: observable,
        sheetId: observable,
        show: action,
        showWhole: action,
        fail: action,
        refuse: action,
        openSheet: action,
      },
    });
  }

  /** @param sessionId today's treatment; empty: none */
  async load(sessionId: string): Promise<void> {
    const { round, order, session } = this.clients;
    const orders = this.ctx.can('dialysis.bedside')
      ? order.list({ query: { patientId: this.patientId } }, { quiet: true }).then(({ data }) => data.list)
      : Promise.resolve([]);
    const whole = sessionId === '' ? Promise.resolve(null) : session.session({ params: { id: sessionId } }, { quiet: true }).then(({ data }) => data);
    try {
      const [{ data }, found, treatment] = await Promise.all([round.patient({ params: { patientId: this.patientId } }, { quiet: true }), orders, whole]);
      this.show(data, found, treatment);
    } catch (error) {
      this.fail(error);
    }
  }
  private show(patient: RoundPatient, orders: readonly OrderRow[], whole: WholeSession | null): void {
    this.patient = patient;
    this.orders = orders;
    this.whole = whole;
    this.problem = null;
  }
  private showWhole(whole: WholeSession): void {
    this.whole = whole;
    this.refuse('', null);
  }
  private fail(error: unknown): void {
    this.problem = error;
  }
  private refuse(sentence: string, toPass: ToPass | null): void {
    this.refusal = sentence;
    this.toPass = toPass;
  }

  /** Confirms the prescription of today. @param ufTarget ml; null: by weight */
  async confirm(ufTarget: number | null, minutes: number, reason = ''): Promise<void> {
    const { whole, toPass } = this;
    if (!whole) return;
    const passes = toPass && reason !== '' ? [{ guard: toPass.guard, reason }] : [];
    const content = { id: whole.id, ufTarget, minutes, passes };
    // The act is stored under its key: pressed again after a lost answer it is the same one, after a refusal another.
    const send = ({ idempotencyKey: clientId }: ActCall) => {
      // Whole milliseconds, as the wire has them.
      const at = Math.round(this.ctx.now());
      const body = { ufTarget, minutes, passes, clientId, recordedAt: at, sentAt: at };
      return this.clients.session.confirm({ params: { id: whole.id }, body }, { quiet: true });
    };
    const end = await this.confirming.run(content, send);
    if (end.kind === 'done') {
      this.showWhole(end.answer.data.session);
      this.ctx.toast.success(this.ctx.t('plan.confirmed'));
      this.onChanged();
      return;
    }
    if (!('error' in end)) return;
    const error = end.error as ApiError;
    const guard = error.error.startsWith(GUARD) ? (error.error.slice(GUARD.length) as Guard) : undefined;
    this.refuse(error.message, guard !== undefined && PASSABLE.includes(guard) ? { guard, sentence: error.message } : null);
  }

  saved(): void {
    this.onChanged();
  }
  openSheet(sessionId: string): void {
    this.sheetId = sessionId;
  }
  may(permission: string): boolean {
    return this.ctx.can(permission);
  }
  dispose(): void {
    this.asking.end();
  }
}
