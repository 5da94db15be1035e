import type { NoticeStateName } from '../../contract/message-limits.ts';

export interface NoticeStanding {
  readonly state: NoticeStateName;
  /** How often it was released; what people did with it belongs to one of these times. */
  readonly releaseNo: number;
  readonly validUntil: Date | null;
}

/** What becomes of a notice: where it stands then, nothing (`same`), or the key of the refusal below `errors.message`. */
export type NoticeStep<T> = { readonly kind: 'step'; readonly to: T } | { readonly kind: 'same' } | { readonly kind: 'refused'; readonly key: string };

const refused = (key: string) => ({ kind: 'refused', key }) as const;
export const hasEnded = ({ validUntil }: Pick<NoticeStanding, 'validUntil'>, now: Date): boolean => validUntil !== null && validUntil <= now;

/** Text, receivers and files change only while nobody reads it. */
export const mayBeChanged = ({ state }: Pick<NoticeStanding, 'state'>): boolean => state !== 'released';

/** Again on a released one: nothing. One that was withdrawn begins anew: whoever had read it has not read this. */
export function release(notice: NoticeStanding, now: Date): NoticeStep<Pick<NoticeStanding, 'state' | 'releaseNo'>> {
  if (notice.state === 'released') return { kind: 'same' };
  if (hasEnded(notice, now)) return refused('valid-until-past');
  return { kind: 'step', to: { state: 'released', releaseNo: notice.releaseNo + 1 } };
}

export function withdraw({ state }: Pick<NoticeStanding, 'state'>): NoticeStep<Pick<NoticeStanding, 'state'>> {
  if (state === 'withdrawn') return { kind: 'same' };
  return state === 'draft' ? refused('not-released') : { kind: 'step', to: { state: 'withdrawn' } };
}

/** Whether its receivers have it in their lists. */
export const isShown = (notice: NoticeStanding, now: Date): boolean => notice.state === 'released' && !hasEnded(notice, now);
