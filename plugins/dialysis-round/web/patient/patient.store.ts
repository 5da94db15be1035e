import { Act, type ApiError, createClient, randomName, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observable, observableRef } from 'mobx';
import { dialysisFileContract } from '../../../dialysis-file/contract/index.ts';
import {
  type Guard,
  isFinalRefusal,
  orderContract,
  type OrderRow,
  PASSABLE,
  sessionContract,
  type WholeSession,
} from '../../../dialysis-session/contract/index.ts';
import { roundContract } from '../../contract/round.contract.ts';
import type { RoundPatient } from '../../contract/round.schema.ts';
import type { Asked, Dialog } from '../asked.ts';

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
  dialog: Dialog | null = null;
  toPass: ToPass | null = null;
  refusal = '';
  /** Sheet of an earlier treatment that is open. */
  sheetId = '';
  readonly confirming: Act;
  readonly clients;
  private name = { of: '', clientId: '' };

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
    this.confirming = new Act({}, 'dialysis-round-confirm', { changed: 'send' });
    makeObservable<this, 'show' | 'showWhole' | 'fail' | 'refuse'>(this, {
      ...{ patient: observableRef, whole: observableRef, orders: observableRef, problem: observableRef, dialog: observableRef, toPass: observableRef },
      ...{
        refusal: observable,
        sheetId: observable,
        show: action,
        showWhole: action,
        fail: action,
        refuse: action,
        ask: action,
        endAsking: action,
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

  /** The act's own name: the same content sent again is the same act. */
  private nameOf(content: string): string {
    if (this.name.of !== content) this.name = { of: content, clientId: randomName() };
    return this.name.clientId;
  }

  /** Confirms the prescription of today. @param ufTarget ml; null: by weight */
  async confirm(ufTarget: number | null, minutes: number, reason = ''): Promise<void> {
    const { whole, toPass } = this;
    if (!whole) return;
    const passes = toPass && reason !== '' ? [{ guard: toPass.guard, reason }] : [];
    const content = { id: whole.id, ufTarget, minutes, passes };
    const clientId = this.nameOf(JSON.stringify(content));
    // Whole milliseconds, as the wire has them.
    const at = Math.round(this.ctx.now());
    const body = { ufTarget, minutes, passes, clientId, recordedAt: at, sentAt: at };
    const end = await this.confirming.run(content, (options) => this.clients.session.confirm({ params: { id: whole.id }, body }, { ...options, quiet: true }));
    if (end.kind === 'done') {
      this.name = { of: '', clientId: '' };
      this.showWhole(end.answer.data.session);
      this.ctx.toast.success(this.ctx.t('plan.confirmed'));
      this.onChanged();
      return;
    }
    if (!('error' in end)) return;
    const error = end.error as ApiError;
    // Under this name it is never done: pressed again it is another act.
    if (end.kind !== 'unknown' && isFinalRefusal(error.code)) this.name = { of: '', clientId: '' };
    const guard = error.error.startsWith(GUARD) ? (error.error.slice(GUARD.length) as Guard) : undefined;
    this.refuse(error.message, guard !== undefined && PASSABLE.includes(guard) ? { guard, sentence: error.message } : null);
  }

  ask<V extends object>(asked: Asked<V>): void {
    this.dialog?.form.dispose();
    const form = new FormStore<V>({ fields: asked.fields, initial: asked.initial });
    this.dialog = { form: form as unknown as FormStore<object>, asked: asked as unknown as Asked<object> };
  }
  endAsking(): void {
    this.dialog?.form.dispose();
    this.dialog = null;
  }
  /** Sends what the form holds. Rejects with the refusal, which the dialog shows. */
  answer = async (values: object, act: SaveAct): Promise<void> => {
    if (!this.dialog) throw new TypeError('no form is open');
    const { msg } = await this.dialog.asked.save(this.clients, values, { ...act, quiet: true });
    this.ctx.toast.success(msg);
  };
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
    this.endAsking();
  }
}
