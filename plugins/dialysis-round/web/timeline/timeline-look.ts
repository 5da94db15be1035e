import type { WebContext } from '@nephra/plugin-sdk/web';
import type { TimelineEvent, TimelineRow } from '../../domain/timeline-rows.ts';
import { eventKindText, shown } from '../words.ts';
import type { TimelineLook } from './timeline-option.ts';

type Text = WebContext['t'];

export function eventText(t: Text, { what, kind, minutes }: TimelineEvent): string {
  if (what === 'complication') return eventKindText(t, kind);
  if (what === 'access-event') return t(`accessEvent.${kind as 'other'}`);
  if (what === 'outcome') return `${t('timeline.outcome')} ${t(`outcome.${kind as 'died'}`)}`;
  if (what === 'prescription') return t('timeline.prescribed', { mode: kind, minutes: minutes ?? 0 });
  return t(what === 'access-made' ? 'timeline.accessMade' : 'timeline.accessEnded', { kind: t(`accessKind.${kind as 'AVF'}`) });
}

const pressure = ([systolic, diastolic]: TimelineRow['before']): string => (systolic === null ? '–' : `${systolic}/${diastolic ?? '–'}`);

/** The numbers of a treatment in a few lines. */
export const rowText = (t: Text, row: TimelineRow): string =>
  [
    `${row.day} ${row.mode}`,
    t('timeline.tipWeight', { pre: shown(row.pre), post: shown(row.post), dry: shown(row.dry) }),
    t('timeline.tipPressure', { before: pressure(row.before), after: pressure(row.after) }),
    t('timeline.tipUf', { uf: row.uf ?? '–', rate: row.ufRate ?? '–' }),
  ].join('\n');

export function lookOf(t: Text, element: HTMLElement): TimelineLook {
  const style = getComputedStyle(element);
  const colour = (name: string, fallback: string): string => style.getPropertyValue(name).trim() || fallback;
  const palette = (name: string, fallback: string): string => `rgb(${colour(`--semi-${name}-5`, fallback)})`;
  return {
    words: {
      ...{ events: t('timeline.events'), weight: t('timeline.weight'), pressure: t('timeline.pressure'), rate: t('timeline.rate'), ktv: 'Kt/V' },
      ...{ haemoglobin: `${t('lab.haemoglobin')} g/L`, pre: t('timeline.pre'), post: t('timeline.post'), dry: t('timeline.dry') },
      ...{ before: t('timeline.before'), after: t('timeline.after') },
    },
    event: (event) => eventText(t, event),
    row: (row) => rowText(t, row),
    colours: {
      ...{ text: colour('--semi-color-text-1', '#555'), line: colour('--semi-color-border', '#ddd') },
      ...{ blue: palette('blue', '0,119,250'), teal: palette('teal', '0,179,161'), amber: palette('amber', '250,174,11') },
      ...{ red: palette('red', '249,57,32'), green: palette('green', '59,179,70'), violet: palette('violet', '106,58,199') },
    },
    font: style.fontFamily || 'sans-serif',
  };
}
