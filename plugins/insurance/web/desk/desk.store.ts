import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { ListStore } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { chargeContract, type ChargeQueueRow } from '../../../charging/contract/index.ts';
import { settlementContract, type SettlementRow } from '../../contract/index.ts';
import { daysOf, lastDays } from '../parts/words.ts';
import { SettleFlowStore } from './flow.store.ts';

/** Longest list that one call gives. */
const ALL = 500;
const HELD_DAYS = 7;
const HELD_STATES = ['prepared', 'registered', 'uploaded', 'presettled'];

/** Insured prescriptions that wait, settlements that were begun, and the one in hand. */
export class InsuranceDeskStore {
  readonly queue: ListStore<ChargeQueueRow, { keyword: string }>;
  /** Begun and not settled: their prescriptions are held, so they are not in the queue. */
  held: readonly SettlementRow[] = [];
  flow: SettleFlowStore | null = null;
  private readonly ctx: WebContext;
  private readonly settlements;
  private readonly onChange: () => void;

  constructor(ctx: WebContext, onChange: () => void = () => undefined) {
    this.ctx = ctx;
    this.onChange = onChange;
    const charge = createClient(chargeContract, ctx.http);
    this.settlements = createClient(settlementContract, ctx.http);
    this.queue = new ListStore<ChargeQueueRow, { keyword: string }>({
      rowKey: 'dpId',
      load: (query, signal) => charge.patientList({ query: { ...query, insured: '1' } }, { signal, quiet: true }),
    });
    makeObservable(this, { held: observableRef, flow: observableRef, close: action });
  }

  get openKey(): string | null {
    return this.flow?.subject.dpIds[0] ?? null;
  }

  /** Other prescriptions of the same patient that wait too. */
  get others(): readonly ChargeQueueRow[] {
    const { flow } = this;
    return flow ? this.queue.rows.filter((row) => row.patientId === flow.subject.patientId && row.dpId !== this.openKey) : [];
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
    this.take(new SettleFlowStore(this.ctx, { dpIds, patientId: row.patientId }, this.refresh));
    this.queue.setActive(row.dpId);
  }

  /** Goes on with a settlement where it stopped. */
  async resume(row: Pick<SettlementRow, 'id' | 'patientId'>): Promise<void> {
    const { data } = await this.settlements.record({ params: { id: row.id } });
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

  private async readHeld(): Promise<void> {
    try {
      const query = { ...daysOf(lastDays(Date.now(), HELD_DAYS)), pageSize: ALL };
      const { data } = await this.settlements.list({ query }, { quiet: true, background: true });
      runInAction(() => {
        this.held = data.list.filter((row) => HELD_STATES.includes(row.state) && row.month === null);
      });
    } catch {
      // The queue beside it tells that the server is away.
    }
  }
}
