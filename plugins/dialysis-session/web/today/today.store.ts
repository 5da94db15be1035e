import { type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { SingleRead } from '@nephra/plugin-sdk/widgets';
import { action, computed, makeObservable, observable, observableRef } from 'mobx';
import { sessionContract } from '../../contract/session.contract.ts';
import type { StationCard, TodayReply } from '../../contract/session.schema.ts';
import { isAway, KeptDay } from '../kept/kept-day.ts';
import { SealedDrafts } from '../kept/sealed-drafts.ts';

export const QUEUES = ['all', 'wait', 'before', 'ready', 'running', 'after', 'done'] as const;
export type Queue = (typeof QUEUES)[number];

/** Where a treatment stands in the day. */
export function queueOf({ state, confirmed }: Pick<StationCard, 'state' | 'confirmed'>): Exclude<Queue, 'all'> {
  if (state === 0) return 'wait';
  if (state === 1 || (state === 2 && !confirmed)) return 'before';
  if (state === 2) return 'ready';
  if (state === 3) return 'running';
  return state === 4 ? 'after' : 'done';
}

/** Stations of a day. A push of one treatment reads the day again, at most one call at a time. */
export class TodayStore {
  reply: TodayReply | null = null;
  problem: unknown = null;
  loading = true;
  date: string;
  shiftId = '';
  queue: Queue = 'all';
  keyword = '';
  /** The last answer did not come: what is shown is what was known when it last did. */
  away = false;
  /** When what is shown was true, by the server's clock. */
  seenAt = 0;
  private readonly kept: KeptDay;
  private readonly client: Client<typeof sessionContract.routes>;
  private readonly reading = new SingleRead((background) => this.read(background));

  constructor(
    private readonly ctx: WebContext,
    date: string,
  ) {
    this.client = createClient(sessionContract, ctx.http);
    this.date = date;
    this.kept = new KeptDay(ctx, new SealedDrafts(ctx));
    makeObservable<this, 'show'>(this, {
      ...{ away: observable, seenAt: observable, lose: action },
      ...{ reply: observableRef, problem: observableRef, loading: observable, date: observable, shiftId: observable, queue: observable, keyword: observable },
      ...{ cards: computed, ofShift: computed, show: action, choose: action },
    });
  }

  get ofShift(): readonly StationCard[] {
    return (this.reply?.cards ?? []).filter((card) => this.shiftId === '' || card.shiftId === this.shiftId);
  }
  get cards(): readonly StationCard[] {
    const word = this.keyword.trim();
    return this.ofShift.filter(
      (card) => (this.queue === 'all' || queueOf(card) === this.queue) && (word === '' || card.patientName.includes(word) || card.stationCode.includes(word)),
    );
  }
  countOf(queue: Queue): number {
    return queue === 'all' ? this.ofShift.length : this.ofShift.filter((card) => queueOf(card) === queue).length;
  }

  choose(over: Partial<Pick<this, 'date' | 'shiftId' | 'queue' | 'keyword'>>): void {
    const day = over.date !== undefined && over.date !== this.date;
    Object.assign(this, over);
    if (day) void this.load();
  }

  /** @param background nobody pressed anything */
  load(background = false): Promise<void> {
    return this.reading.run(background);
  }

  private async read(background: boolean): Promise<void> {
    const { date } = this;
    try {
      const { data } = await this.client.today({ query: { date } }, { quiet: true, background });
      this.kept.saveDay(data);
      if (date === this.date) this.show(data, null);
    } catch (error) {
      const known = isAway(error) ? (this.reply?.date === date ? this.reply : (await this.kept.day(date))?.value) : undefined;
      if (known && date === this.date) this.show(known, null, true);
      else if (!background) this.show(null, error);
    }
  }
  /** Entries of this person that wait on the device. */
  get waiting(): number {
    return this.kept.waiting;
  }
  /** The device lost its network: what is shown was true until now. */
  lose(): void {
    if (!this.away) this.seenAt = this.ctx.now();
    this.away = true;
  }
  private show(reply: TodayReply | null, problem: unknown, away = false): void {
    if (reply && reply !== this.reply) this.seenAt = reply.now;
    this.away = away;
    this.reply = reply;
    this.problem = problem;
    this.loading = false;
  }
  dispose(): void {
    this.reading.drop();
  }
}
