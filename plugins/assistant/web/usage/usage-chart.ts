import { withThousands } from '@nephra/plugin-sdk/contract';
import type { ChartOption } from '@nephra/plugin-sdk/widgets';
import type { UsageDay } from '../../contract/usage.contract.ts';

/** Tokens by day, asked and answered on one another. */
export function usageChart(days: readonly UsageDay[], label: (key: 'promptTokens' | 'answerTokens') => string): ChartOption {
  const bars = (key: 'promptTokens' | 'answerTokens') => ({
    type: 'bar' as const,
    stack: 'all',
    barMaxWidth: 32,
    name: label(key),
    data: days.map((day) => day[key]),
  });
  return {
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      confine: true,
      valueFormatter: (value) => (typeof value === 'number' ? withThousands(String(value)) : '–'),
    },
    legend: { bottom: 0, type: 'scroll' },
    grid: { top: 16, left: 8, right: 8, bottom: 32, outerBoundsMode: 'same' },
    xAxis: { type: 'category', data: days.map(({ day }) => day.slice(5)) },
    yAxis: { type: 'value', minInterval: 1, axisLabel: { formatter: (value: number) => withThousands(String(value)) } },
    series: [bars('promptTokens'), bars('answerTokens')],
  };
}
