import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { ListStore } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { chargeContract, type ChargeQueueRow } from '../../../charging/contract/index.ts';
import { settlementContract, type SettlementRow } from '../../contract/index.ts';
import { SettleFlowStore } from './flow/flow.store.ts';

/** Longest list that one call gives. */
const ALL = 500;
/** As many as a cashier looks through; the rest is found by name, or shown on demand. */
const SHOWN = 50;

/** Insured prescriptions that wait, settlements that were begun, and the one in hand. */
export class InsuranceDeskStore {
  readonly queue: ListStore<ChargeQueueRow, { keyword: string }>;
  /** Begun and not settled: their prescriptions are held, so they are not in the queue. */
  held: readonly SettlementRow[] = [];
  flow: SettleFlowStore | null = null;
  /** What waits of the patient in hand. The queue may show less: it is searched and cut to length. */
  private ofPatient: readonly ChargeQueueRow[] = [];
  private readonly ctx: WebContext;
  private readonly charge;
  private readonly settlements;
  private readonly onChange: () => void;

  constructor(ctx: WebContext, onChange: () => void = () => undefined) {
    this.ctx = ctx;
    this.onChange = onChange;
    this.charge = createClient(chargeContract, ctx.http);
    this.settlements = createClient(settlementContract, ctx.http);
    this.queue = new ListStore<ChargeQueueRow, { keyword: string }>({
      rowKey: 'dpId',
      pageSize: SHOWN,
      load: (query, signal) => this.charge.patientList({ query: { ...query, insured: '1' } }, { signal, quiet: true }),
    });
    makeObservable<this, 'ofPatient'>(this, { held: observableRef, flow: observableRef, ofPatient: observableRef, open: action, close: action });
  }

  get openKey(): string | null {
    return this.flow?.subject.dpIds[0] ?? null;
  }

  /** Other prescriptions of the same patient that wait too. */
  get others(): readonly ChargeQueueRow[] {
    const { flow } = this;
    return flow ? this.ofPatient.filter((row) => row.patientId === flow.subject.patientId && row.dpId !== this.openKey) : [];
  }

  /** Prescriptions in hand as the queue knew them; empty for a settlement that was begun before. */
  get inHand(): readonly ChargeQueueRow[] {
    const { flow } = this;
    return flow ? this.ofPatient.filter((row) => flow.subject.dpIds.includes(row.dpId)) : [];
  }

  /** The queue is as long as one call makes it. */
  get allShown(): boolean {
    return this.queue.pageSize >= ALL;
  }

  async start(): Promise<void> {
    await Promise.all([this.queue.start(), this.readHeld()]);
  }

  refresh = (): void => {
    void this.queue.reload();
    void this.readHeld();
    this.onChange();
  };

  open(row: ChargeQueueRow, dpIds: readonly string[] = [row.dpId]): void {
    this.ofPatient = [row];
    this.take(new SettleFlowStore(this.ctx, { dpIds, patientId: row.patientId }, this.refresh));
    this.queue.setActive(row.dpId);
    void this.readOthers(row.patientId);
  }

  /** As much of the queue as one call gives. */
  showAll(): void {
    void this.queue.setPageSize(ALL);
  }

  /** Goes on with a settlement where it stopped. */
  async resume(row: Pick<SettlementRow, 'id' | 'patientId'>): Promise<void> {
    const found = await this.settlements.record({ params: { id: row.id } }).catch(() => undefined);
    // Why not was said by the call.
    if (!found) return;
    const { data } = found;
    this.take(new SettleFlowStore(this.ctx, { dpIds: data.dpIds, patientId: row.patientId, settlementId: row.id }, this.refresh));
  }

  /** Puts another prescription of the patient on the same settlement, or takes it off again; only before anything was sent. */
  toggle(dpId: string): void {
    const { flow } = this;
    if (!flow || flow.settlement !== null || flow.busy) return;
    const { dpIds, patientId } = flow.subject;
    const next = new SettleFlowStore(this.ctx, { patientId, dpIds: dpIds.includes(dpId) ? dpIds.filter((id) => id !== dpId) : [...dpIds, dpId] }, this.refresh);
    next.type({ ...flow.draft });
    this.take(next);
  }

  close(): void {
    this.flow?.dispose();
    this.flow = null;
    this.queue.setActive(null);
  }

  dispose(): void {
    this.flow?.dispose();
    this.queue.dispose();
  }

  private take(flow: SettleFlowStore): void {
    this.flow?.dispose();
    runInAction(() => {
      this.flow = flow;
    });
    void flow.open();
  }

  private async readOthers(patientId: string): Promise<void> {
    try {
      const { data } = await this.charge.patientList({ query: { insured: '1', patientId, pageSize: ALL } }, { quiet: true, background: true });
      runInAction(() => {
        this.ofPatient = data.list;
      });
    } catch {
      // Without them the one in hand is settled alone.
    }
  }

  private async readHeld(): Promise<void> {
    try {
      const { data } = await this.settlements.list({ query: { begun: '1', pageSize: ALL } }, { quiet: true, background: true });
      runInAction(() => {
        this.held = data.list.filter((row) => row.month === null);
      });
    } catch {
      // The queue beside it tells that the server is away.
    }
  }
}
