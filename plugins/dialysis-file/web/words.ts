import type { WebContext } from '@nephra/plugin-sdk/web';
import type { Choice, Status } from '@nephra/plugin-sdk/widgets';
import type { ConsentLack } from '../contract/consent/consents.ts';
import type { FileRow, PatternView } from '../contract/file.schema.ts';
import { DIALYSIS_MODES, type DialysisMode } from '../contract/modes.ts';
import { ZONES, type Zone } from '../contract/zones.ts';

export type Text = WebContext['t'];

/** Names of shifts by id; an unknown one shows its id. */
export type ShiftName = (shiftId: string) => string;

/** The letter first: colours alone tell nothing to who cannot see them. */
export const zoneTable = (t: Text): Status[] =>
  ZONES.map((zone) => ({
    value: zone,
    text: `${zone} ${t(`zone.${zone}`)}`,
    tone: zone === 'A' ? 'success' : zone === 'E' || zone === 'O' ? 'warning' : 'danger',
  }));

export const zoneText = (t: Text, zone: Zone): string => `${zone} ${t(`zone.${zone}`)}`;

/** The code first, which boards and cards show alone; then the name that the site may word. */
export const modeText = (t: Text, mode: DialysisMode): string => `${mode} ${t(`dialysisMode.${mode}`)}`;
export const modeChoices = (t: Text): Choice[] => DIALYSIS_MODES.map((value) => ({ value, text: modeText(t, value) }));

export const serologyTable = (t: Text): Status[] => [
  { value: 'ok', text: t('serology.ok'), tone: 'success' },
  { value: 'soon', text: t('serology.soon'), tone: 'warning' },
  { value: 'overdue', text: t('serology.overdue'), tone: 'danger' },
  { value: 'missing', text: t('serology.missing'), tone: 'danger' },
];

export const stateTable = (t: Text): Status[] => [
  { value: 'draft', text: t('rxState.draft'), tone: 'warning' },
  { value: 'signed', text: t('rxState.signed'), tone: 'success' },
  { value: 'replaced', text: t('rxState.replaced'), tone: 'neutral' },
];

export const accessStateTable = (t: Text): Status[] => [
  { value: 'ripening', text: t('accessState.ripening'), tone: 'info' },
  { value: 'in-use', text: t('accessState.in-use'), tone: 'success' },
  { value: 'failed', text: t('accessState.failed'), tone: 'danger' },
  { value: 'removed', text: t('accessState.removed'), tone: 'neutral' },
];

export const resultTable = (t: Text): Status[] => [
  { value: 'negative', text: t('result.negative'), tone: 'success' },
  { value: 'positive', text: t('result.positive'), tone: 'danger' },
  { value: 'pending', text: t('result.pending'), tone: 'warning' },
];

/** Choices of a group of texts, `choicesOf(t, 'cause', CAUSES)`. */
export const choicesOf = <V extends string>(t: Text, group: string, codes: readonly V[]): Choice[] =>
  codes.filter((code) => code !== '').map((code) => ({ value: code, text: t(`${group}.${code}`) }));

export const accessWords = (t: Text, { kind, side, site }: NonNullable<FileRow['access']>): string => `${t(`accessKind.${kind}`)} ${t(`side.${side}`)}${site}`;

export const weekdayWords = (t: Text, weekdays: readonly number[]): string => weekdays.map((day) => t(`weekday.${day}`)).join(t('listMark'));

/** A pattern in a line: 每周 一三五 上午班; 两周5次 一三五/一五 上午班; 隔日 上午班. */
export function patternWords(t: Text, pattern: Pick<PatternView, 'slots' | 'cycleWeeks' | 'everyDays' | 'remark'>, shiftName: ShiftName): string {
  const { slots, cycleWeeks, everyDays } = pattern;
  const [first] = slots;
  if (!first) return t('pattern.remarkOnly', { remark: pattern.remark });
  if (everyDays !== null) return `${everyDays === 2 ? t('pattern.alternate') : t('pattern.every', { n: everyDays })} ${shiftName(first.shiftId)}`;
  const week = (number: number) => slots.filter((slot) => slot.week === number).sort((one, other) => one.weekday - other.weekday);
  const oneShift = new Set(slots.map(({ shiftId }) => shiftId)).size === 1;
  const days = (number: number): string =>
    oneShift
      ? weekdayWords(
          t,
          week(number).map(({ weekday }) => weekday),
        )
      : week(number)
          .map(({ weekday, shiftId }) => t('pattern.dayShift', { day: t(`weekday.${weekday}`), shift: shiftName(shiftId) }))
          .join(t('listMark'));
  const weeks = Array.from({ length: cycleWeeks }, (_, number) => days(number) || '–').join(' / ');
  const rhythm = cycleWeeks === 1 ? t('pattern.weekly') : t('pattern.inWeeks', { weeks: cycleWeeks, n: slots.length });
  return [rhythm, weeks, oneShift ? shiftName(first.shiftId) : ''].filter(Boolean).join(' ');
}

/** A consent that is needed, and why it does not hold. */
export const lackWords = (t: Text, { kind, why, on }: ConsentLack): string =>
  t('consent.lack', { kind: t(`consentKind.${kind}`), why: t(`consentWhy.${why}`), on: on ?? '' }).trim();
