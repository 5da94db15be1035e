import { withThousands } from '@nephra/plugin-sdk/contract';
import type { ChartOption } from '@nephra/plugin-sdk/widgets';
import type { FigureDaysView } from '../contract/index.ts';
import { valueText } from '../domain/figure-text.ts';

/** Bars that stand on each other where their sum says something, else lines. */
export function daysChartOption({ unit, stacked, days, series }: FigureDaysView): ChartOption {
  const sameYear = days.at(0)?.slice(0, 4) === days.at(-1)?.slice(0, 4);
  return {
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: stacked ? 'shadow' : 'line' },
      confine: true,
      valueFormatter: (value) => (typeof value === 'number' ? valueText(unit, value) : '–'),
    },
    legend: { bottom: 0, type: 'scroll', show: series.length > 1 },
    grid: { top: 16, left: 8, right: 8, bottom: series.length > 1 ? 32 : 8, outerBoundsMode: 'same' },
    xAxis: { type: 'category', data: sameYear ? days.map((day) => day.slice(5)) : [...days] },
    yAxis: {
      type: 'value',
      ...(unit === 'count' ? { minInterval: 1 } : {}),
      axisLabel: { formatter: (value: number) => (unit === 'percent' ? `${value}%` : withThousands(String(value))) },
    },
    series: series.map(({ label, values }) =>
      stacked
        ? { type: 'bar', stack: 'all', barMaxWidth: 32, name: label, data: [...values] }
        : { type: 'line', symbolSize: 6, name: label, data: [...values] },
    ),
  };
}
