import { dayOf, mondayOf, parseDay, weekdayOf } from '@nephra/plugin-sdk/contract';
import type { WholeFile } from '../../contract/file.schema.ts';
import { EVERY_DAYS, MAX_NOTE, MAX_REASON } from '../../contract/limits.ts';
import type { PatternBody } from '../../contract/parts.schema.ts';
import { onDayOrNext } from '../../domain/in-force.ts';
import type { Asked, Choices } from '../asked.ts';
import { PatternBoard } from '../pattern/pattern-board.tsx';
import { PatternPreview } from '../pattern/pattern-preview.tsx';
import type { Text } from '../words.ts';

export interface PatternForm {
  from: number | null;
  rhythm: 'weeks' | 'days' | 'remark';
  cycleWeeks: number;
  everyDays: number;
  slots: PatternBody['slots'];
  /** Of a pattern by days. */
  shiftId: string;
  remark: string;
  reason: string;
}

/** What is sent, from what stands in the form; null while no day is chosen. */
export function patternBody({ from, rhythm, cycleWeeks, everyDays, slots, shiftId, remark }: PatternForm): PatternBody | null {
  if (from === null) return null;
  const day = dayOf(from);
  const base = { from: day, anchorMonday: mondayOf(day), everyDays: null, cycleWeeks: 1, remark };
  if (rhythm === 'remark') return { ...base, slots: [] };
  if (rhythm === 'weeks') return { ...base, cycleWeeks, slots: slots.filter(({ week }) => week < cycleWeeks) };
  return { ...base, everyDays, slots: shiftId === '' ? [] : [{ week: 0, weekday: weekdayOf(day), shiftId, stationId: null, mode: null }] };
}

function initialOf(file: WholeFile, { shifts }: Choices): PatternForm {
  const old = onDayOrNext(file.patterns, file.today);
  const shiftId = old?.slots[0]?.shiftId ?? shifts[0]?.shiftId ?? '';
  return {
    from: parseDay(file.today),
    rhythm: old?.everyDays ? 'days' : old && old.slots.length === 0 ? 'remark' : 'weeks',
    cycleWeeks: old?.cycleWeeks ?? 1,
    everyDays: old?.everyDays ?? 2,
    slots: old?.everyDays ? [] : [...(old?.slots ?? [])],
    shiftId,
    remark: old?.remark ?? '',
    reason: '',
  };
}

/** The editor of a pattern: the board of its cycle, and the next four weeks below. */
export function askPattern(t: Text, file: WholeFile, choices: Choices): Asked<PatternForm> {
  return {
    title: t('pattern.edit'),
    width: 860,
    initial: initialOf(file, choices),
    fields: () => [
      { kind: 'date', name: 'from', label: t('pattern.from'), required: true, help: t('pattern.fromHelp') },
      {
        kind: 'radio',
        name: 'rhythm',
        label: t('pattern.rhythm'),
        required: true,
        options: (['weeks', 'days', 'remark'] as const).map((value) => ({ value, text: t(`rhythm.${value}`) })),
      },
      {
        kind: 'custom',
        name: 'slots',
        label: t('pattern.board'),
        span: 2,
        visible: ({ rhythm }) => rhythm === 'weeks',
        check: ({ slots, cycleWeeks }) => (slots.some(({ week }) => week < cycleWeeks) ? undefined : t('pattern.noDay')),
        render: ({ id, values, setValues }) => (
          <PatternBoard
            id={id}
            cycleWeeks={values.cycleWeeks}
            slots={values.slots}
            choices={choices}
            onChange={(slots, cycleWeeks) => setValues({ slots: [...slots], cycleWeeks })}
          />
        ),
      },
      { kind: 'number', name: 'everyDays', label: t('pattern.everyDays'), ...EVERY_DAYS, required: true, visible: ({ rhythm }) => rhythm === 'days' },
      {
        kind: 'select',
        name: 'shiftId',
        label: t('pattern.shift'),
        required: true,
        visible: ({ rhythm }) => rhythm === 'days',
        options: choices.shifts.map(({ shiftId, fullName, startTime, endTime }) => ({ value: shiftId, text: `${fullName} ${startTime}–${endTime}` })),
      },
      {
        kind: 'textarea',
        name: 'remark',
        label: t('pattern.remark'),
        maxLength: MAX_NOTE,
        rows: 2,
        span: 2,
        check: ({ rhythm, remark }) => (rhythm === 'remark' && remark.trim() === '' ? t('pattern.remarkNeeded') : undefined),
      },
      { kind: 'text', name: 'reason', label: t('pattern.reason'), maxLength: MAX_REASON, span: 2 },
    ],
    below: (values) => <PatternPreview pattern={patternBody(values)} choices={choices} />,
    save: (client, values, options) => {
      const body = patternBody(values);
      if (!body) throw new TypeError('a pattern without a first day passed the form');
      return client.pattern({ params: { id: file.patientId }, body: { ...body, reason: values.reason.trim(), version: file.version } }, options);
    },
  };
}
