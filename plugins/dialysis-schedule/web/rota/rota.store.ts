import { dayAfter, dayOf, mondayOf, type ReplyOf } from '@nephra/plugin-sdk/contract';
import { ActGroup, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import type { RotaRow } from '../../contract/board.schema.ts';
import { planContract } from '../../contract/plan.contract.ts';

type Routes = (typeof planContract)['routes'];
export type Rota = ReplyOf<Routes['rota']>;

/** Who works in the shifts of a week. */
export class RotaStore {
  monday: string;
  rota: Rota | null = null;
  failure: unknown = null;
  readonly acts = new ActGroup({}, 'dialysis-rota');
  private readonly client: Client<Routes>;
  private running: AbortController | null = null;

  constructor(readonly ctx: WebContext) {
    this.monday = mondayOf(dayOf(ctx.now()));
    this.client = createClient(planContract, ctx.http);
    makeObservable(this, { monday: observable, rota: observableRef, failure: observableRef, days: computed, look: action });
  }

  get days(): readonly string[] {
    return Array.from({ length: 7 }, (_, at) => dayAfter(this.monday, at));
  }
  get mayEdit(): boolean {
    return this.ctx.can('his.dialysisRota:btn_edit');
  }

  load = async (): Promise<void> => {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    try {
      const { data } = await this.client.rota({ query: { from: this.monday, to: dayAfter(this.monday, 6) } }, { signal: running.signal, quiet: true });
      if (running.signal.aborted) return;
      runInAction(() => {
        this.rota = data;
        this.failure = null;
      });
    } catch (error) {
      if (!running.signal.aborted) runInAction(() => (this.failure = error));
    }
  };

  look(day: string): void {
    this.monday = mondayOf(day);
    void this.load();
  }

  put = async (date: string, shiftId: string, userIds: readonly string[], duty: 'nurse' | 'doctor', zone: RotaRow['zone']): Promise<void> => {
    for (const userId of userIds) {
      const body = { date, shiftId, userId, duty, zone };
      await this.acts.run(`${date}|${shiftId}|${userId}|${zone}`, body, (options) => this.client.putRota({ body }, options));
    }
    await this.load();
  };

  absent = async (row: RotaRow, absent: boolean): Promise<void> => {
    const input = { params: { id: row.id }, body: { version: row.version, absent, note: absent ? row.note : '' } };
    await this.acts.run(row.id, input, (options) => this.client.changeRota(input, options));
    await this.load();
  };

  remove = async (row: RotaRow): Promise<void> => {
    await this.acts.run(row.id, 'remove', (options) => this.client.removeRota({ params: { id: row.id } }, options));
    await this.load();
  };

  dispose(): void {
    this.running?.abort();
  }
}
