import type { ChartOption } from '@nephra/plugin-sdk/widgets';
import type { PriceHistory } from '../../contract/catalogue-price.schema.ts';
import { priceText } from '../catalogue-words.ts';

type Point = readonly [day: string, yuan: number];

const DAY_MS = 86_400_000;
/** Days drawn beyond the last change, so that its level can be seen. */
const TAIL_DAYS = 30;
const shifted = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Levels of the price: what counted until today, and what is planned from today on. */
export function priceLevels({ list, today }: Pick<PriceHistory, 'list' | 'today'>): { past: Point[]; ahead: Point[] } {
  const steps = list
    .filter((row) => row.state === 'past' || row.state === 'current' || row.state === 'future')
    .map((row): Point => [row.validFrom, row.price])
    .reverse();
  const counted = steps.filter(([day]) => day <= today);
  const planned = steps.filter(([day]) => day > today);
  const now = counted.at(-1);
  const last = planned.at(-1);
  return {
    past: now ? [...counted, [today, now[1]]] : [],
    ahead: now ? [[today, now[1]], ...planned, last ? [shifted(last[0], TAIL_DAYS), last[1]] : [shifted(today, TAIL_DAYS), now[1]]] : planned,
  };
}

/** Up to this many days the axis shows days, beyond it months. */
const DAYS_ON_AXIS = 150;

/** Step line of a price through the years; what is planned is dashed. */
export function priceOption(history: PriceHistory, words: { past: string; ahead: string }): ChartOption {
  const { past, ahead } = priceLevels(history);
  const days = [...past, ...ahead].map(([day]) => Date.parse(`${day}T00:00:00Z`));
  const isShort = Math.max(...days) - Math.min(...days) <= DAYS_ON_AXIS * DAY_MS;
  const line = (name: string, data: Point[], dashed: boolean) => ({
    type: 'line' as const,
    name,
    step: 'end' as const,
    symbol: 'circle',
    symbolSize: 5,
    lineStyle: { width: 2, type: dashed ? ('dashed' as const) : ('solid' as const) },
    data: data.map(([day, yuan]) => [day, yuan]),
  });
  return {
    tooltip: { trigger: 'axis', valueFormatter: (value) => `¥${priceText(Number(value))}` },
    legend: { bottom: 0, itemWidth: 18 },
    xAxis: { type: 'time', splitNumber: 4, axisLabel: { hideOverlap: true, formatter: isShort ? '{MM}-{dd}' : '{yyyy}-{MM}' } },
    yAxis: { type: 'value', scale: true, axisLabel: { formatter: (value: number) => priceText(value) } },
    series: [line(words.past, past, false), line(words.ahead, ahead, true)],
  };
}
