import { usePlugin } from '@nephra/plugin-sdk/web';
import { type Column, DataTable } from '@nephra/plugin-sdk/widgets';
import { type ReactNode, useMemo } from 'react';
import type { FigureDaysView } from '../contract/index.ts';
import { sumOfValues, valueText } from '../domain/figure-text.ts';

interface DayLine {
  readonly day: string;
  readonly at: number;
  readonly values: readonly number[];
}

interface DaysTableProps {
  readonly days: FigureDaysView;
  /** A day, or one series of it. */
  readonly onOpen: (at: number, series?: number) => void;
}

/** The days in figures, newest first, with what all series of a day come to where that says something. */
export function DaysTable({ days, onOpen }: DaysTableProps) {
  const { t } = usePlugin();
  const lines = useMemo<DayLine[]>(() => days.days.map((day, at) => ({ day, at, values: days.series.map(({ values }) => values[at] ?? 0) })).reverse(), [days]);
  const columns = useMemo<Column<DayLine>[]>(() => {
    const { unit, opens, stacked, series } = days;
    const pressed = (label: string, content: string, press: () => void): ReactNode =>
      opens ? (
        <button
          type="button"
          className="nk-link"
          aria-label={label}
          onClick={(event) => {
            event.stopPropagation();
            press();
          }}
        >
          {content}
        </button>
      ) : (
        content
      );
    const number = (prop: string, label: string, value: (line: DayLine) => number, summed: boolean, show: (line: DayLine) => ReactNode): Column<DayLine> => ({
      prop,
      label,
      minWidth: 112,
      align: 'right',
      text: (line) => valueText(unit, value(line)),
      render: show,
      ...(summed ? { summary: (rows) => valueText(unit, sumOfValues(unit, rows.map(value))) } : {}),
    });
    const sumOf = (line: DayLine): number => sumOfValues(unit, line.values);
    return [
      { prop: 'day', label: t('days.day'), width: 124, fixed: 'left', render: ({ day, at }) => pressed(t('days.open', { day }), day, () => onOpen(at)) },
      ...series.map(({ key, label }, place) =>
        number(
          `series:${key}`,
          label,
          (line) => line.values[place] ?? 0,
          unit !== 'percent',
          ({ day, at, values }) => {
            const content = valueText(unit, values[place] ?? 0);
            return pressed(t('days.openSeries', { day, label, value: content }), content, () => onOpen(at, place));
          },
        ),
      ),
      ...(stacked && series.length > 1 ? [number('sum', t('days.sum'), sumOf, true, (line) => valueText(unit, sumOf(line)))] : []),
    ];
  }, [days, onOpen, t]);
  return (
    <div className="fg-days-table">
      <DataTable
        label={days.title}
        rows={lines}
        columns={columns}
        rowKey={(line) => line.day}
        {...(days.opens ? { onOpen: ({ at }: DayLine) => onOpen(at) } : {})}
      />
    </div>
  );
}
