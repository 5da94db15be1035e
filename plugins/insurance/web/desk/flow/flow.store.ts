import { Act, createClient, isUnknownOutcome, type WebContext } from '@nephra/plugin-sdk/web';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { chargeContract, type PayWay } from '../../../../charging/contract/index.ts';
import {
  type AnalysisRow,
  type PersonInsurance,
  type PreSettleBody,
  type RegisterInfo,
  registerContract,
  type SettleBody,
  settlementContract,
  type SettlementRecord,
  type SettlementState,
} from '../../../contract/index.ts';
import { OPEN_STATES } from '../../../domain/settlement/settlement-states.ts';
import { money } from '../../parts/words.ts';
import { FlowCallStore, type FlowCall, type FlowFault, type FlowRun } from './flow-call.store.ts';
import { OwnPaymentStore } from './pay/own-payment.store.ts';
import { certificateOf, type SettleDraft, SettleDrafts } from '../settle-draft.ts';
import { StageWatch } from './stage-watch.ts';
import { TraceCodeStore } from '../traces/trace-codes.store.ts';
import { SLOW_AFTER_MS } from '../../parts/line.store.ts';

export const FLOW_STEPS = ['person', 'visit', 'fees', 'pay', 'done'] as const;
export type FlowStep = (typeof FLOW_STEPS)[number];
/** What a settlement is of. `settlementId` goes on with one that was begun before. */
export interface FlowSubject {
  readonly dpIds: readonly string[];
  readonly patientId: string;
  readonly settlementId?: string;
}

/** The platform is asked several things one after the other: longer than any single call may take. */
const PATIENCE_MS = 300_000;
const OVER_STATES: readonly SettlementState[] = ['settled', 'cancelled'];

/** One insured settlement from the person to the receipt; the desk and the charging desk's side sheet share it. */
export class SettleFlowStore {
  readonly subject: FlowSubject;
  step: FlowStep = 'person';
  draft: SettleDraft;
  info: RegisterInfo | null = null;
  /** Number of the open registration that fits, empty when one will be made. */
  mdtrtId = '';
  person: PersonInsurance | null = null;
  /** The cashier looked at the person although the file says something else. */
  sameConfirmed = false;
  analysis: AnalysisRow | null = null;
  settlement: SettlementRecord | null = null;
  payment: OwnPaymentStore | null = null;
  trace: TraceCodeStore | null = null;
  private readonly ctx: WebContext;
  private readonly register;
  private readonly settlements;
  private readonly charge;
  private readonly drafts: SettleDrafts;
  private readonly onChange: () => void;
  private ways: readonly PayWay[] | null = null;
  private readonly presettling: Act;
  private readonly settling: Act;
  private readonly stages: StageWatch;
  private readonly calls: FlowCallStore;

  constructor(ctx: WebContext, subject: FlowSubject, onChange: () => void = () => undefined) {
    this.ctx = ctx;
    this.subject = subject;
    // What is open with the insurer is gone on with, and a settlement carries its version.
    this.presettling = new Act({ pluginId: ctx.pluginId }, 'insurance presettle', { changed: 'send' });
    this.settling = new Act({ pluginId: ctx.pluginId }, 'insurance settle', { changed: 'send' });
    this.onChange = onChange;
    this.register = createClient(registerContract, ctx.http);
    this.settlements = createClient(settlementContract, ctx.http);
    this.charge = createClient(chargeContract, ctx.http);
    this.stages = new StageWatch(ctx);
    this.calls = new FlowCallStore({ ctx, onEnd: () => this.stages.stop(), onTrouble: onChange });
    this.drafts = new SettleDrafts(ctx.drafts, subject.dpIds);
    this.draft = this.drafts.load();
    makeObservable(this, {
      step: observable,
      draft: observableRef,
      info: observableRef,
      mdtrtId: observable,
      person: observableRef,
      sameConfirmed: observable,
      analysis: observableRef,
      settlement: observableRef,
      payment: observableRef,
      trace: observableRef,
      busy: computed,
      reached: computed,
      personAccepted: computed,
      doubtful: computed,
      type: action,
      goTo: action,
      confirmSame: action,
    });
  }

  /** The site wants a trace code of every packed medicine. */
  get traceDemanded(): boolean {
    return this.ctx.settings.traceRequired === true;
  }

  get running(): FlowRun | null {
    return this.calls.running;
  }

  /** Since when the platform owes an answer (milliseconds); null when nothing is asked of it. */
  get askedSince(): number | null {
    const { running } = this;
    return running && running.call !== 'open' && running.call !== 'look' ? running.since : null;
  }

  /**
   * Nobody has to wait for an answer that is this late: the server goes on by itself, what became of it stands among the settlements that were
   * begun, and nothing of it can be paid twice. Read when somebody leaves; it follows no clock.
   */
  get mayLeave(): boolean {
    return !this.busy || (this.askedSince !== null && this.ctx.now() - this.askedSince >= SLOW_AFTER_MS);
  }

  get fault(): FlowFault | null {
    return this.calls.fault;
  }

  get busy(): boolean {
    return this.running !== null;
  }

  /** How far the steps are open to a click. */
  get reached(): number {
    if (this.step === 'done') return FLOW_STEPS.indexOf('done');
    if (this.settlement?.state === 'presettled') return FLOW_STEPS.indexOf('pay');
    return this.personAccepted ? FLOW_STEPS.indexOf('visit') : 0;
  }

  get personAccepted(): boolean {
    return this.settlement !== null || (this.person !== null && (this.person.sameAsFile || this.sameConfirmed));
  }

  /** The platform may have settled and nobody here knows: no further press, the resolver works on it. */
  get doubtful(): boolean {
    const state = this.settlement?.state;
    return state !== undefined && !OVER_STATES.includes(state) && !OPEN_STATES.includes(state) && state !== 'abandoned';
  }

  type(change: Partial<SettleDraft>): void {
    this.draft = { ...this.draft, ...change };
    this.drafts.save(this.draft);
    if (change.certType !== undefined || change.certNo !== undefined || change.cardSn !== undefined) {
      this.person = null;
      this.sameConfirmed = false;
    }
  }

  goTo(step: FlowStep): void {
    if (this.busy || FLOW_STEPS.indexOf(step) > this.reached) return;
    this.step = step;
    this.calls.forgive();
  }

  confirmSame(same: boolean): void {
    this.sameConfirmed = same;
  }

  /** What is known of the prescriptions, and how far an earlier try came. */
  open = () =>
    this.calls.run('open', async () => {
      const [first] = this.subject.dpIds;
      const settlementId = this.subject.settlementId;
      const record = settlementId === undefined ? null : (await this.settlements.record({ params: { id: settlementId } }, { quiet: true })).data;
      const info = first === undefined ? null : (await this.register.registerInfo({ params: { id: first } }, { quiet: true })).data;
      const valid = first === undefined ? null : (await this.register.validByDpId({ params: { id: first } }, { quiet: true })).data;
      runInAction(() => {
        this.info = info;
        this.mdtrtId = valid?.mdtrtId ?? '';
      });
      if (record) await this.take(record);
    });

  /** 1101, 2001, 5301. Without a number the platform is asked by what stands in the patient's file. */
  readPerson = () =>
    this.calls.run('person', async () => {
      const { certNo, certType } = this.draft;
      const certificate = certNo.trim() === '' && certType === '02' ? {} : { certificate: certificateOf(this.draft) };
      const { data } = await this.register.person({ params: { id: this.subject.patientId }, body: certificate }, { quiet: true, timeoutMs: PATIENCE_MS });
      runInAction(() => {
        this.person = data;
        this.sameConfirmed = false;
        const kinds = data.insuinfo.map((one) => one.insutype);
        const proposed = [this.draft.insutype, this.info?.data.insutype ?? '', kinds[0] ?? ''].find((one) => kinds.includes(one)) ?? '';
        const [filing] = data.filings;
        const filed = data.filings.some((one) => one.opsp_dise_code === this.draft.diseaseCode);
        this.type({ insutype: proposed, ...(filed ? {} : { diseaseCode: this.info?.med_type === '14' ? (filing?.opsp_dise_code ?? '') : '' }) });
      });
    });

  toVisit(): void {
    if (!this.personAccepted) return;
    this.goTo('visit');
    if (this.analysis === null) void this.check();
  }

  /** 3101. What it finds is shown; it stops nobody. */
  check = () =>
    this.calls.run('check', async () => {
      const { data } = await this.register.analyse({ body: { dpIds: [...this.subject.dpIds] } }, { quiet: true, timeoutMs: PATIENCE_MS });
      runInAction(() => {
        this.analysis = data;
      });
    });

  /** 2201 where needed, 2203, 2204, 2206. */
  preSettle = () =>
    this.calls.run('presettle', async () => {
      const filing = this.person?.filings.find((one) => one.opsp_dise_code === this.draft.diseaseCode);
      const body: PreSettleBody = {
        dpIds: [...this.subject.dpIds],
        certificate: certificateOf(this.draft),
        acct_used_flag: this.draft.useAccount ? '1' : '0',
        ...(this.draft.insutype ? { insutype: this.draft.insutype } : {}),
        ...(filing ? { dise_codg: filing.opsp_dise_code, dise_name: filing.opsp_dise_name } : {}),
      };
      this.stages.start(this.subject.patientId, (stage) => this.calls.reached('presettle', stage));
      const end = await this.presettling.run(body, (options) => this.settlements.preSettle({ body }, { ...options, timeoutMs: PATIENCE_MS }));
      if ('error' in end) throw end.error;
      if (end.kind === 'done') await this.take(end.answer.data, 'presettle');
      this.onChange();
    });

  /** 2207. Pressing again after a lost answer asks for the same act, so nobody pays twice. */
  settle = () =>
    this.calls.run('settle', async () => {
      const { settlement, payment } = this;
      if (
        !settlement?.amounts ||
        !payment ||
        payment.problem !== null ||
        (this.trace !== null && this.trace.missing !== null) ||
        settlement.state !== 'presettled'
      )
        return;
      const { psn_cash_pay, fund_pay_sumamt } = settlement.amounts;
      const body: SettleBody = { version: settlement.version, psn_cash_pay, fund_pay_sumamt, payments: payment.toWire(), ...this.trace?.toWire() };
      const input = { params: { id: settlement.id }, body };
      try {
        const end = await this.settling.run(input, (options) => this.settlements.settle(input, { ...options, timeoutMs: PATIENCE_MS }));
        if ('error' in end) throw end.error;
        if (end.kind === 'done') await this.take(end.answer.data, 'settle');
      } catch (error) {
        if (!isUnknownOutcome(error)) await this.lookAgain(settlement.id);
        throw error;
      } finally {
        this.onChange();
      }
    });

  /** How the settlement stands now. */
  look = () =>
    this.calls.run('look', async () => {
      if (this.settlement) await this.take((await this.settlements.record({ params: { id: this.settlement.id } }, { quiet: true })).data);
      this.onChange();
    });

  /** Fees are taken back and the prescriptions wait at the desk again. @returns whether they do */
  abandon = async (): Promise<boolean> => {
    await this.calls.run('abandon', async () => {
      if (!this.settlement) return;
      const { data } = await this.settlements.abandon({ params: { id: this.settlement.id } }, { quiet: true, timeoutMs: PATIENCE_MS });
      await this.take(data, 'abandon');
      this.onChange();
    });
    return this.settlement?.state === 'abandoned';
  };

  dispose(): void {
    this.calls.dispose();
    this.stages.stop();
  }

  /** Shows how a settlement stands: where it goes on, or that it is over. */
  private async take(record: SettlementRecord, call?: FlowCall): Promise<void> {
    const ready = record.state === 'presettled' && record.amounts !== null;
    if (ready) this.ways ??= (await this.charge.chargeWay({ params: { id: '0' } }, { quiet: true })).data.list;
    runInAction(() => {
      const asked = this.settlement?.amounts?.psn_cash_pay;
      this.settlement = record;
      if (record.state === 'settled' || record.state === 'abandoned') this.drafts.clear();
      if (record.state === 'settled') this.step = 'done';
      else if (ready && record.amounts) {
        if (this.payment === null || asked !== record.amounts.psn_cash_pay)
          this.payment = new OwnPaymentStore(money(record.amounts.psn_cash_pay), this.ways ?? []);
        if (this.trace === null || call === 'presettle') this.trace = new TraceCodeStore(record.lines, this.traceDemanded);
        if (call !== 'settle') this.step = 'fees';
      } else if (OPEN_STATES.includes(record.state)) this.step = 'visit';
      if (call && record.problem && record.state !== 'settled') this.calls.refuse(call, record.problem);
    });
  }

  /** After a refusal the server's own view counts: it may have moved on although the answer says no. */
  private async lookAgain(id: string): Promise<void> {
    try {
      await this.take((await this.settlements.record({ params: { id } }, { quiet: true })).data, 'settle');
    } catch {
      // What was refused is told by the refusal; how it stands is asked for again by hand.
    }
  }
}
