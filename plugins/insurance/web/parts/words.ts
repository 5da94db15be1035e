import { endOfDay, fen, formatMoney, type Money, moneyFromWire, startOfDay } from '@nephra/plugin-sdk/contract';
import { ApiError, type WebContext, wordOf } from '@nephra/plugin-sdk/web';
import type { DateRange, Status, Tone } from '@nephra/plugin-sdk/widgets';
import { EXCHANGE_STATES, type ExchangeState, SETTLEMENT_STATES, type SettlementState, type VisitState } from '../../contract/index.ts';
import { nationalInfno } from '../../domain/exchange/national-infno.ts';
import { reasonWords } from '../../domain/exchange/reason-words.ts';

export type Text = WebContext['t'];

const DAY = 86_400_000;

/** Why there is no answer: the platform's own words, ours in the reader's language. */
export function reasonText(t: Text, reason: string): string {
  const words = reasonWords(reason);
  return words && reason !== '' ? t(words.key, words.params) : reason;
}

/** Plain name of a transaction; its regional forms are called the same. */
export const infnoText = (t: Text, infno: string): string => wordOf(t, `infno.${nationalInfno(infno)}`, infno);
export const insutypeText = (t: Text, code: string): string => wordOf(t, `insutype.${code}`, code);
export const medTypeText = (t: Text, code: string): string => wordOf(t, `medType.${code}`, code);

/** Wire yuan as text with separators. */
export const yuan = (value: number): string => formatMoney(moneyFromWire(value));
export const money = (value: number | null | undefined): Money => (value === null || value === undefined ? fen(0) : moneyFromWire(value));

const SETTLEMENT_TONES: Partial<Record<SettlementState, Tone>> = {
  settled: 'success',
  unknown: 'danger',
  'cancel-unknown': 'danger',
  review: 'danger',
  settling: 'warning',
  booking: 'warning',
  cancelling: 'warning',
  refunding: 'warning',
  presettled: 'info',
  uploaded: 'info',
  registered: 'info',
  prepared: 'info',
};
export const settlementStates = (t: Text): Status[] =>
  SETTLEMENT_STATES.map((value) => ({ value, text: t(`state.${value}`), tone: SETTLEMENT_TONES[value] ?? 'neutral' }));

const EXCHANGE_TONES: Record<ExchangeState, Tone> = { sending: 'info', success: 'success', refused: 'warning', unknown: 'danger' };
export const exchangeStates = (t: Text): Status[] => EXCHANGE_STATES.map((value) => ({ value, text: t(`log.state.${value}`), tone: EXCHANGE_TONES[value] }));

const VISIT_TONES: Record<VisitState, Tone> = { registering: 'info', open: 'success', settled: 'neutral', cancelled: 'neutral', doubtful: 'danger' };
export const visitStates = (t: Text): Status[] =>
  (Object.keys(VISIT_TONES) as VisitState[]).map((value) => ({ value, text: t(`desk.visitState.${value}`), tone: VISIT_TONES[value] }));

/** The day of `instant` and the `days - 1` before it. */
export const lastDays = (instant: number, days: number): DateRange => [startOfDay(instant - (days - 1) * DAY), endOfDay(instant)];

/** What a person reads about a failure: the server's sentence, which carries the platform's own words. */
export const sentenceOf = (t: Text, error: unknown): string => (error instanceof ApiError && error.message ? error.message : t('desk.unexpected'));
