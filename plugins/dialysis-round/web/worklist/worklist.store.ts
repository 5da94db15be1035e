import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { SingleRead } from '@nephra/plugin-sdk/widgets';
import { action, computed, makeObservable, observable, observableRef } from 'mobx';
import { SEVERITIES, type Severity } from '../../contract/problem.ts';
import { roundContract } from '../../contract/round.contract.ts';
import type { RoundRow, WorklistReply } from '../../contract/round.schema.ts';

/** Shift of the filter: all, those of whoever looks, or one. */
export const MINE = 'mine';

/** Patients of the day. A push reads the list again, at most one call at a time. */
export class WorklistStore {
  reply: WorklistReply | null = null;
  problem: unknown = null;
  loading = true;
  shiftId = '';
  zone = '';
  severity: Severity | '' = '';
  keyword = '';
  patientId = '';
  /** Raised when something of the open patient changed, so that the panel reads again. */
  changes = 0;
  private readonly client;
  private readonly reading = new SingleRead((background) => this.read(background));
  private touched = false;

  constructor(ctx: Pick<WebContext, 'http'>) {
    this.client = createClient(roundContract, ctx.http);
    makeObservable<this, 'show'>(this, {
      ...{ reply: observableRef, problem: observableRef, loading: observable, shiftId: observable, zone: observable, severity: observable },
      ...{
        keyword: observable,
        patientId: observable,
        changes: observable,
        rows: computed,
        ofPlace: computed,
        zones: computed,
        show: action,
        choose: action,
        open: action,
        touch: action,
      },
    });
  }

  /** Of shift and zone. */
  get ofPlace(): readonly RoundRow[] {
    const { reply, shiftId, zone } = this;
    if (!reply) return [];
    const shifts = shiftId === MINE ? reply.myShiftIds : [shiftId];
    return reply.list.filter((row) => (shiftId === '' || shifts.includes(row.shiftId)) && (zone === '' || row.zone === zone));
  }
  get rows(): readonly RoundRow[] {
    const word = this.keyword.trim();
    return this.ofPlace.filter(
      (row) =>
        (this.severity === '' || row.problems.some(({ severity }) => severity === this.severity)) &&
        (word === '' || row.patientName.includes(word) || row.stationCode.includes(word)),
    );
  }
  get zones(): readonly string[] {
    return [...new Set((this.reply?.list ?? []).map(({ zone }) => zone))].filter((zone) => zone !== '').toSorted();
  }
  /** Patients with a problem of this severity. */
  countOf(severity: Severity | ''): number {
    return severity === '' ? this.ofPlace.length : this.ofPlace.filter(({ problems }) => problems.some((one) => one.severity === severity)).length;
  }
  get row(): RoundRow | undefined {
    return this.reply?.list.find(({ patientId }) => patientId === this.patientId);
  }

  choose(over: Partial<Pick<this, 'shiftId' | 'zone' | 'severity' | 'keyword'>>): void {
    this.touched = true;
    Object.assign(this, over);
  }
  open(patientId: string): void {
    this.patientId = patientId;
  }

  /** Something of this patient changed. */
  touch(patientId: string): void {
    void this.load(true);
    if (patientId === this.patientId) this.changes += 1;
  }

  /** The network is back. */
  readonly wake = (): void => void this.load(true);

  /** @param background nobody pressed anything */
  load(background = false): Promise<void> {
    return this.reading.run(background);
  }
  private async read(background: boolean): Promise<void> {
    try {
      const { data } = await this.client.worklist({ query: {} }, { quiet: true, background });
      this.show(data, null);
    } catch (error) {
      if (!background || !this.reply) this.show(null, error);
    }
  }
  private show(reply: WorklistReply | null, problem: unknown): void {
    this.reply = reply;
    this.problem = problem;
    this.loading = false;
    // A doctor on duty begins with the own shifts.
    if (reply && !this.touched && reply.myShiftIds.length > 0 && reply.list.some((row) => reply.myShiftIds.includes(row.shiftId))) this.shiftId = MINE;
  }
  dispose(): void {
    this.reading.drop();
  }
}
export { SEVERITIES };
