import { ApiError, type WebContext } from '@nephra/plugin-sdk/web';
import type { TodayReply, WholeSession } from '../../contract/session.schema.ts';
import type { SealedDrafts } from './sealed-drafts.ts';

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
 * The last answers about today and the treatments that were opened, on the device, for a page that is opened while the network is away. Kept for the person who is signed in
 * and sealed under the key of that person, until the sign-out, twelve hours at most.
 */
export class KeptDay {
  private readonly ctx: Pick<WebContext, 'now'>;
  private readonly sealed: SealedDrafts;

  constructor(ctx: Pick<WebContext, 'now'>, sealed: SealedDrafts) {
    this.ctx = ctx;
    this.sealed = sealed;
    for (const key of [...sealed.keys(DAY), ...sealed.keys(WHOLE)]) if (!this.isFresh(key)) sealed.clear(key);
    for (const prefix of [DAY, WHOLE]) void sealed.sealOpenOnes(prefix);
  }

  saveDay(reply: TodayReply): void {
    void this.write(DAY + reply.date, reply.now, reply);
  }
  day(date: string): Promise<Kept<TodayReply> | undefined> {
    return this.read<TodayReply>(DAY + date);
  }
  saveWhole(whole: WholeSession): void {
    const { sealed } = this;
    void this.write(WHOLE + whole.id, whole.now, whole);
    const keys = sealed.keys(WHOLE);
    if (keys.length <= MAX_TREATMENTS) return;
    const oldest = keys.toSorted((a, b) => sealed.momentOf(a) - sealed.momentOf(b));
    for (const key of oldest.slice(0, keys.length - MAX_TREATMENTS)) sealed.clear(key);
  }
  whole(id: string): Promise<Kept<WholeSession> | undefined> {
    return this.read<WholeSession>(WHOLE + id);
  }
  /** How many entries of this person wait on the device, of all treatments. */
  get waiting(): number {
    return this.sealed.keys('outbox:').length;
  }

  private isFresh(key: string): boolean {
    return this.ctx.now() - this.sealed.momentOf(key) <= KEPT_MS;
  }
  private write<T>(key: string, at: number, value: T): Promise<void> {
    return this.sealed.save(key, { at, value } satisfies Kept<T>, at, 'never');
  }
  private async read<T>(key: string): Promise<Kept<T> | undefined> {
    if (!this.isFresh(key)) return undefined;
    const found = await this.sealed.load<Kept<T>>(key);
    return found.kind === 'value' ? found.value : undefined;
  }
}
