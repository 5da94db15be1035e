import { ActGroup, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { SingleRead } from '@nephra/plugin-sdk/widgets';
import { action, computed, makeObservable, observable, observableRef } from 'mobx';
import type { CallPlace } from '../../contract/limits.ts';
import { wallContract } from '../../contract/wall.contract.ts';
import type { Callable } from '../../contract/wall.schema.ts';

/** Whom nurses may call today. */
export class CallStore {
  list: readonly Callable[] | null = null;
  problem: unknown = null;
  shiftId = '';
  keyword = '';
  readonly acts = new ActGroup({}, 'dialysis-call');
  private readonly client: Client<typeof wallContract.routes>;
  private readonly reading = new SingleRead(() => this.read());

  constructor(ctx: WebContext) {
    this.client = createClient(wallContract, ctx.http);
    makeObservable<this, 'show'>(this, {
      ...{ list: observableRef, problem: observableRef, shiftId: observable, keyword: observable, shown: computed, shifts: computed },
      ...{ show: action, choose: action },
    });
  }

  get shifts(): readonly { readonly shiftId: string; readonly name: string }[] {
    return [...new Map((this.list ?? []).map(({ shiftId, shiftName }) => [shiftId, { shiftId, name: shiftName }])).values()];
  }
  /** Those who have come stand first. */
  get shown(): readonly Callable[] {
    const word = this.keyword.trim().toLowerCase();
    return (this.list ?? [])
      .filter(({ shiftId }) => this.shiftId === '' || shiftId === this.shiftId)
      .filter(
        ({ patientName, stationCode, dialysisNo }) => word === '' || [patientName, stationCode, dialysisNo].some((one) => one.toLowerCase().includes(word)),
      )
      .toSorted((one, other) => Number(one.state === 'planned') - Number(other.state === 'planned'));
  }
  choose(patch: Partial<Pick<CallStore, 'shiftId' | 'keyword'>>): void {
    Object.assign(this, patch);
  }

  load = (): Promise<void> => {
    return this.reading.run();
  };
  private async read(): Promise<void> {
    try {
      const { data } = await this.client.people({}, { quiet: true, background: this.list !== null });
      this.show(data.list, null);
    } catch (error) {
      if (this.list === null) this.show(null, error);
    }
  }
  private show(list: readonly Callable[] | null, problem: unknown): void {
    this.list = list;
    this.problem = problem;
  }

  call = async ({ slotId }: Pick<Callable, 'slotId'>, place: CallPlace): Promise<void> => {
    await this.acts.run(slotId, ['call', place], (options) => this.client.call({ body: { slotId, place } }, options)).catch(() => undefined);
    await this.load();
  };
  withdraw = async (callId: string): Promise<void> => {
    await this.acts.run(callId, ['withdraw'], (options) => this.client.withdraw({ params: { id: callId } }, options)).catch(() => undefined);
    await this.load();
  };
  dispose(): void {
    this.reading.drop();
  }
}
