import { ApiError, type WebContext } from '@nephra/plugin-sdk/web';
import type { TodayReply, WholeSession } from '../../contract/session.schema.ts';

/** Longer than a shift, shorter than until the same one of the next day. */
const KEPT_MS = 12 * 3_600_000;
/** Gone at the sign-out, and of this person alone. */
const DAY = 'session:day:';
const WHOLE = 'session:whole:';
/** Treatments of a nurse's day, with room. */
const MAX_TREATMENTS = 40;

/** As it was answered. `at`: milliseconds by the server's clock. */
export interface Kept<T> {
  readonly at: number;
  readonly value: T;
}

/** No answer came: what is known already may be shown. */
export const isAway = (error: unknown): boolean => error instanceof ApiError && (error.error === 'network' || error.error === 'timeout');

/**
 * The last answers about today and the treatments that were opened, on the device, for a page that is opened while the network is away. Kept for the person who is signed in,
 * until the sign-out, twelve hours at most.
 */
export class KeptDay {
  private readonly ctx: Pick<WebContext, 'drafts' | 'now'>;

  constructor(ctx: Pick<WebContext, 'drafts' | 'now'>) {
    this.ctx = ctx;
    for (const key of [...ctx.drafts.keys(DAY), ...ctx.drafts.keys(WHOLE)]) if (!this.read(key)) ctx.drafts.clear(key);
  }

  saveDay(reply: TodayReply): void {
    this.write(DAY + reply.date, reply.now, reply);
  }
  day(date: string): Kept<TodayReply> | undefined {
    return this.read<TodayReply>(DAY + date);
  }
  saveWhole(whole: WholeSession): void {
    this.write(WHOLE + whole.id, whole.now, whole);
    const { drafts } = this.ctx;
    const keys = drafts.keys(WHOLE);
    if (keys.length <= MAX_TREATMENTS) return;
    const oldest = keys.toSorted((a, b) => (this.read(a)?.at ?? 0) - (this.read(b)?.at ?? 0));
    for (const key of oldest.slice(0, keys.length - MAX_TREATMENTS)) drafts.clear(key);
  }
  whole(id: string): Kept<WholeSession> | undefined {
    return this.read<WholeSession>(WHOLE + id);
  }
  /** How many entries of this person wait on the device, of all treatments. */
  get waiting(): number {
    return this.ctx.drafts.keys('outbox:').length;
  }

  private write<T>(key: string, at: number, value: T): void {
    this.ctx.drafts.save(key, { at, value } satisfies Kept<T>);
  }
  private read<T>(key: string): Kept<T> | undefined {
    const kept = this.ctx.drafts.load<Kept<T>>(key);
    return kept && this.ctx.now() - kept.at <= KEPT_MS ? kept : undefined;
  }
}
