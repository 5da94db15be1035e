import { formatInstant } from '@nephra/plugin-sdk/contract';
import type { ChartOption } from '@nephra/plugin-sdk/widgets';
import { percentText } from '../../domain/monitor/size-text.ts';
import type { MonitorPoint } from './monitor.store.ts';

type Numbers = Exclude<keyof MonitorPoint, 'at'>;
type Kind = 'share' | 'megabytes' | 'milliseconds' | 'count' | 'rate';

export interface MonitorChart {
  readonly key: 'cpu' | 'memory' | 'loop' | 'database' | 'calls';
  readonly kind: Kind;
  readonly series: readonly Numbers[];
}
export const CHARTS: readonly MonitorChart[] = [
  { key: 'cpu', kind: 'share', series: ['cpu', 'process', 'memory'] },
  { key: 'memory', kind: 'megabytes', series: ['processMemory', 'heap'] },
  { key: 'loop', kind: 'milliseconds', series: ['loopP99', 'loopMax'] },
  { key: 'database', kind: 'count', series: ['inUse', 'waiting'] },
  { key: 'calls', kind: 'rate', series: ['calls', 'errors'] },
];

const SHOWN: Readonly<Record<Kind, (value: number) => string>> = {
  share: (value) => `${percentText(value)}%`,
  megabytes: (value) => `${Math.round(value)} MB`,
  milliseconds: (value) => `${value} ms`,
  count: String,
  rate: (value) => `${Math.round(value * 10) / 10}/s`,
};

/** @param label name of a series in the reader's language */
export function chartOption({ kind, series }: MonitorChart, points: readonly MonitorPoint[], label: (name: Numbers) => string): ChartOption {
  const shown = SHOWN[kind];
  return {
    animation: false,
    tooltip: { trigger: 'axis', confine: true, valueFormatter: (value) => (typeof value === 'number' ? shown(value) : '–') },
    legend: { bottom: 0, type: 'scroll' },
    grid: { top: 12, left: 8, right: 12, bottom: 30, outerBoundsMode: 'same' },
    xAxis: { type: 'category', boundaryGap: false, data: points.map(({ at }) => formatInstant(at, 'HH:mm:ss')) },
    yAxis: {
      type: 'value',
      min: 0,
      ...(kind === 'count' ? { minInterval: 1 } : {}),
      ...(kind === 'share' ? { max: (extent: { readonly max: number }) => Math.max(1, extent.max) } : {}),
      axisLabel: { formatter: shown },
    },
    series: series.map((name) => ({ type: 'line', name: label(name), showSymbol: points.length < 3, data: points.map((point) => point[name]) })),
  };
}
