import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import type { TimeSpan } from '@nephra/plugin-sdk/widgets';
import { action, computed, makeObservable, observable, observableRef } from 'mobx';
import { roundContract } from '../../contract/round.contract.ts';
import type { TimelineReply } from '../../contract/timeline.schema.ts';
import { lastDays, spanByKey } from '../../domain/span.ts';
import { eventsOf, nearestRow, rowsOf, type TimelineEvent, type TimelineRow, wholeSpan } from '../../domain/timeline-rows.ts';

/** Days that are shown at first. */
const FIRST_DAYS = 182;

/** One patient through time. */
export class TimelineStore {
  reply: TimelineReply | null = null;
  problem: unknown = null;
  loading = false;
  span: TimeSpan = [0, 1];
  view: 'chart' | 'table' = 'chart';
  /** The treatment whose sheet is open. */
  openId = '';
  patientId = '';
  private readonly client;

  constructor(ctx: Pick<WebContext, 'http'>) {
    this.client = createClient(roundContract, ctx.http);
    makeObservable<this, 'show' | 'begin'>(this, {
      ...{ reply: observableRef, problem: observableRef, loading: observable, span: observableRef, view: observable, openId: observable },
      ...{ rows: computed, events: computed, whole: computed, show: action, begin: action, look: action, open: action, choose: action },
    });
  }

  get rows(): readonly TimelineRow[] {
    return this.reply ? rowsOf(this.reply) : [];
  }
  get events(): readonly TimelineEvent[] {
    return this.reply ? eventsOf(this.reply) : [];
  }
  get whole(): TimeSpan {
    return this.reply ? wholeSpan(this.reply, this.rows) : [0, 1];
  }

  async load(patientId: string): Promise<void> {
    this.begin(patientId);
    try {
      const { data } = await this.client.timeline({ params: { patientId } }, { quiet: true });
      if (patientId === this.patientId) this.show(data, null);
    } catch (error) {
      if (patientId === this.patientId) this.show(null, error);
    }
  }
  private begin(patientId: string): void {
    this.patientId = patientId;
    this.loading = true;
    this.problem = null;
    this.reply = null;
    this.openId = '';
  }
  private show(reply: TimelineReply | null, problem: unknown): void {
    this.reply = reply;
    this.problem = problem;
    this.loading = false;
    this.span = lastDays(FIRST_DAYS, this.whole);
  }

  look(span: TimeSpan): void {
    this.span = span;
  }
  choose(view: 'chart' | 'table'): void {
    this.view = view;
  }
  /** @returns whether the key did something */
  press(key: string): boolean {
    const span = spanByKey(key, this.span, this.whole);
    if (span) this.look(span);
    return span !== undefined;
  }
  open(sessionId: string): void {
    this.openId = sessionId;
  }
  /** The treatment nearest to a place in the picture. */
  openAt(moment: number): void {
    const row = nearestRow(this.rows, moment);
    if (row) this.open(row.sessionId);
  }

  /** An answer on its way is for nobody. */
  dispose(): void {
    this.patientId = '';
  }
}
