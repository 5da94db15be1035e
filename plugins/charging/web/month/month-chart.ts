import type { ChartOption } from '@nephra/plugin-sdk/widgets';
import type { MonthSheet } from '../../contract/index.ts';
import { daysOfMonth } from '../../domain/month/month.ts';
import { type Text, typeText, yuan } from '../vocabulary.ts';

/** Charges by day as stacked bars, one colour per category. */
export function dayChart(t: Text, sheet: MonthSheet): ChartOption {
  const days = [...new Set([...sheet.days.map((one) => one.day), ...daysOfMonth(sheet.month)])].sort();
  const sums = new Map(sheet.days.map((one) => [one.day, new Map(one.sums.map((sum) => [sum.drugType, sum.amount]))]));
  return {
    tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' }, valueFormatter: (value) => yuan(Number(value ?? 0)) },
    legend: { bottom: 0, itemWidth: 12, itemHeight: 8, itemGap: 24 },
    xAxis: {
      type: 'category',
      data: days.map((day) => (day.startsWith(sheet.month) ? String(Number(day.slice(8))) : day.slice(5))),
      axisLabel: { hideOverlap: true, interval: 'auto' },
    },
    yAxis: { type: 'value' },
    series: sheet.sums.map(({ drugType }) => ({
      type: 'bar' as const,
      stack: 'day',
      name: typeText(t, drugType),
      barMaxWidth: 18,
      data: days.map((day) => sums.get(day)?.get(drugType) ?? 0),
    })),
  };
}
