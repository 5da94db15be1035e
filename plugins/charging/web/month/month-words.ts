import type { Status } from '@nephra/plugin-sdk/widgets';
import { formatInstant } from '@nephra/plugin-sdk/contract';
import type { MonthBlocker, MonthRunItem, MonthState, RunItemState } from '../../contract/index.ts';
import type { Text } from '../vocabulary.ts';

const TONES: Readonly<Record<MonthState, Status['tone']>> = { ready: 'info', waiting: 'warning', blocked: 'danger', pending: 'warning', settled: 'success' };
export const MONTH_STATES = ['ready', 'waiting', 'blocked', 'pending', 'settled'] as const satisfies readonly MonthState[];

export const monthStates = (t: Text): Status[] => MONTH_STATES.map((state) => ({ value: state, text: t(`month.state.${state}`), tone: TONES[state] }));

export const partStates = (t: Text): Status[] => [
  { value: 'draft', text: t('month.part.draft'), tone: 'danger' },
  { value: 'refused', text: t('month.part.refused'), tone: 'danger' },
  { value: 'waiting', text: t('month.part.waiting'), tone: 'warning' },
  { value: 'account', text: t('month.part.account'), tone: 'info' },
  { value: 'pending', text: t('month.part.pending'), tone: 'warning' },
  { value: 'charged', text: t('month.part.charged'), tone: 'success' },
];

const ITEM_TONES: Readonly<Record<RunItemState, Status['tone']>> = {
  waiting: 'neutral',
  done: 'success',
  failed: 'danger',
  skipped: 'warning',
  cancelled: 'neutral',
};
export const itemStates = (t: Text): Status[] =>
  (['waiting', 'done', 'failed', 'skipped', 'cancelled'] as const).map((state) => ({
    value: state,
    text: t(`month.run.item.${state}`),
    tone: ITEM_TONES[state],
  }));

/** One obstacle as a sentence. */
export function blockerText(t: Text, { kind, dpNumber, name, was, now, insurer }: MonthBlocker): string {
  if (insurer) return t(`month.insurer.${insurer.key}`, insurer.params);
  const withdrawn = kind === 'priceChanged' && now === null;
  return t(`month.blocker.${withdrawn ? 'withdrawn' : kind}`, { number: dpNumber, name, was: String(was ?? ''), now: String(now ?? '') });
}

/** Why a patient of a run was not settled; empty when nothing was wrong. */
export function reasonText(t: Text, { error, errorParams }: Pick<MonthRunItem, 'error' | 'errorParams'>): string {
  if (error === '') return '';
  const key = `errors.${error}`;
  const text = t(key, errorParams);
  return text === key ? t('month.run.otherReason', { key: error }) : text;
}

/** `03-02` of a business day. */
export const shortDay = (day: string): string => day.slice(5);

/** Month of an instant, `YYYY-MM`. */
export const monthAt = (instant: number): string => formatInstant(instant, 'yyyy-MM');
