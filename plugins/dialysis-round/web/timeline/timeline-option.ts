import type { TimeChartOption, TimeSpan } from '@nephra/plugin-sdk/widgets';
import type { TimelineReply } from '../../contract/timeline.schema.ts';
import { dryWeightSteps, noonOf, type TimelineEvent, type TimelineRow } from '../../domain/timeline-rows.ts';

/** Words and colours of the picture. */
export interface TimelineLook {
  readonly words: Readonly<Record<'events' | 'weight' | 'pressure' | 'rate' | 'ktv' | 'haemoglobin' | 'pre' | 'post' | 'dry' | 'before' | 'after', string>>;
  readonly event: (event: TimelineEvent) => string;
  readonly row: (row: TimelineRow) => string;
  readonly colours: Readonly<Record<'text' | 'line' | 'blue' | 'teal' | 'amber' | 'red' | 'green' | 'violet', string>>;
  readonly font: string;
}

/** Pixels: where each grid begins and how high it is. */
const LANES = [
  ['events', 30, 44],
  ['weight', 112, 130],
  ['pressure', 282, 130],
  ['rate', 452, 80],
  ['ktv', 572, 70],
  ['haemoglobin', 682, 80],
] as const;
export const TIMELINE_HEIGHT = 824;
const PHONE_PX = 600;

type Pair = readonly [number, number | null];
/** A line that breaks where a value is missing would be dots: those treatments are left out. */
const line = (rows: readonly TimelineRow[], value: (row: TimelineRow) => number | null): [number, number][] =>
  rows.map((row): Pair => [row.at, value(row)]).filter((pair): pair is [number, number] => pair[1] !== null);
type LabPoint = [number, number] | { readonly value: [number, number]; readonly symbol: string; readonly symbolSize: number };
/** Of a day with two values that differ both stand there, as diamonds. */
const points = (labs: TimelineReply['labs'], test: string): LabPoint[] =>
  labs
    .filter((lab) => lab.test === test)
    .map(({ on, value, differs }): LabPoint => (differs ? { value: [noonOf(on), value], symbol: 'diamond', symbolSize: 11 } : [noonOf(on), value]));

/** How events stand in their lane: from above, accesses, prescriptions and outcomes, complications. */
const EVENT_MARK: Readonly<Record<TimelineEvent['what'], readonly [level: number, symbol: string, colour: 'blue' | 'red' | 'violet' | 'text']>> = {
  'access-made': [2, 'triangle', 'violet'],
  'access-ended': [2, 'rect', 'violet'],
  'access-event': [2, 'diamond', 'red'],
  prescription: [1, 'circle', 'blue'],
  outcome: [1, 'rect', 'text'],
  complication: [0, 'circle', 'red'],
};

/** @param axis first and last moment of the whole */
export function timelineOption(
  reply: TimelineReply,
  rows: readonly TimelineRow[],
  events: readonly TimelineEvent[],
  axis: TimeSpan,
  span: TimeSpan,
  look: TimelineLook,
  width: number,
): TimeChartOption {
  const { colours, words, font } = look;
  const { limits } = reply;
  const isPhone = width < PHONE_PX;
  const steps = dryWeightSteps(reply.dryWeights, axis[1]);
  const byDay = new Map<string, TimelineEvent[]>();
  for (const event of events) byDay.set(event.day, [...(byDay.get(event.day) ?? []), event]);
  const small = { color: colours.text, fontFamily: font, fontSize: 11 };
  const gridLine = { lineStyle: { color: colours.line } };
  const series = (name: string, grid: number, colour: string, data: readonly (LabPoint | readonly [number, number])[], over: object = {}) => ({
    ...{ type: 'line' as const, name, xAxisIndex: grid, yAxisIndex: grid, data: [...data] as LabPoint[], showSymbol: data.length < 40, symbolSize: 5 },
    ...{ lineStyle: { width: 1.5 }, itemStyle: { color: colour }, silent: true, animation: false },
    ...over,
  });
  const limitLine = (value: number, colour: string) => ({
    yAxis: value,
    lineStyle: { color: colour, type: 'dashed' as const, width: 1 },
    label: { show: !isPhone },
  });
  const band = (from: number, to: number, colour: string) => [{ yAxis: from, itemStyle: { color: colour, opacity: 0.1 } }, { yAxis: to }];
  const marks = (...lines: readonly ReturnType<typeof limitLine>[]) => ({
    markLine: { silent: true, symbol: 'none', label: { ...small, position: 'end' as const }, data: [...lines] },
  });
  return {
    animation: false,
    textStyle: { color: colours.text, fontFamily: font },
    legend: { show: false },
    title: LANES.map(([name, top]) => ({ text: words[name], top: top - 30, left: 0, textStyle: { ...small, fontSize: 12, fontWeight: 600 as const } })),
    grid: LANES.map(([, top, height]) => ({ top, height, left: 40, right: isPhone ? 10 : 44 })),
    axisPointer: { link: [{ xAxisIndex: 'all' }], lineStyle: { color: colours.text } },
    tooltip: {
      trigger: 'axis',
      confine: true,
      transitionDuration: 0,
      textStyle: { fontSize: 12 },
      formatter: (given) => tipOf(Array.isArray(given) ? given : [given], rows, byDay, look),
    },
    xAxis: LANES.map((_, gridIndex) => ({
      ...{ type: 'time' as const, gridIndex, min: axis[0], max: axis[1], axisTick: { show: false }, axisLine: gridLine, splitLine: { show: false } },
      axisLabel: { show: gridIndex === LANES.length - 1, ...small, hideOverlap: true },
      axisPointer: { show: true, label: { show: false } },
    })),
    yAxis: LANES.map(([name], gridIndex) => ({
      ...{
        type: 'value' as const,
        gridIndex,
        scale: true,
        splitNumber: name === 'weight' || name === 'pressure' ? 4 : 2,
        axisLabel: { ...small },
        splitLine: gridLine,
      },
      // limit: the axis of a picture
      ...(name === 'events' && { min: -0.6, max: 2.6, show: false }),
      ...(name === 'rate' && { min: 0, max: (extent: { max: number }) => Math.max(limits.ufRateHigh + 2, Math.ceil(extent.max)) }),
      // limit: the axis of a picture
      ...(name === 'pressure' && { min: 40, max: (extent: { max: number }) => Math.max(limits.systolicHigh, Math.ceil(extent.max / 20) * 20) }),
      ...(name === 'ktv' && {
        min: (extent: { min: number }) => Math.min(limits.ktvLow - 0.2, extent.min),
        max: (extent: { max: number }) => Math.max(limits.ktvLow + 0.3, extent.max),
      }),
      ...(name === 'haemoglobin' && {
        min: (extent: { min: number }) => Math.min(limits.haemoglobinLow - 20, Math.floor(extent.min)),
        max: (extent: { max: number }) => Math.max(limits.haemoglobinHigh + 10, Math.ceil(extent.max)),
      }),
    })),
    dataZoom: [
      {
        type: 'inside',
        xAxisIndex: LANES.map((_, at) => at),
        filterMode: 'none',
        startValue: span[0],
        endValue: span[1],
        zoomOnMouseWheel: 'ctrl',
        moveOnMouseWheel: false,
      },
      {
        type: 'slider',
        xAxisIndex: LANES.map((_, at) => at),
        filterMode: 'none',
        startValue: span[0],
        endValue: span[1],
        height: 22,
        bottom: 6,
        left: 40,
        right: isPhone ? 10 : 44,
        showDataShadow: false,
        brushSelect: false,
        textStyle: small,
      },
    ],
    series: [
      {
        type: 'scatter',
        name: words.events,
        xAxisIndex: 0,
        yAxisIndex: 0,
        silent: true,
        data: events.map((event) => {
          const [level, symbol, colour] = EVENT_MARK[event.what];
          return { value: [event.at, level], symbol, symbolSize: event.what === 'complication' ? 6 : 10, itemStyle: { color: colours[colour] } };
        }),
      },
      series(
        words.pre,
        1,
        colours.blue,
        line(rows, ({ pre }) => pre),
      ),
      series(
        words.post,
        1,
        colours.teal,
        line(rows, ({ post }) => post),
      ),
      series(words.dry, 1, colours.amber, steps, { step: 'end', lineStyle: { width: 2, type: 'solid' }, showSymbol: false }),
      series(
        words.before,
        2,
        colours.blue,
        line(rows, ({ before }) => before[0]),
        marks(limitLine(limits.systolicLow, colours.red), limitLine(limits.systolicHigh, colours.red)),
      ),
      series(
        words.before,
        2,
        colours.blue,
        line(rows, ({ before }) => before[1]),
        { lineStyle: { width: 1, opacity: 0.6 } },
      ),
      series(
        words.after,
        2,
        colours.teal,
        line(rows, ({ after }) => after[0]),
      ),
      series(
        words.after,
        2,
        colours.teal,
        line(rows, ({ after }) => after[1]),
        { lineStyle: { width: 1, opacity: 0.6 } },
      ),
      series(
        words.rate,
        3,
        colours.blue,
        line(rows, ({ ufRate }) => ufRate),
        {
          markArea: { silent: true, data: [band(limits.ufRateWarn, limits.ufRateHigh, colours.amber), band(limits.ufRateHigh, 100, colours.red)] },
          ...marks(limitLine(limits.ufRateWarn, colours.amber), limitLine(limits.ufRateHigh, colours.red)),
        },
      ),
      series(words.ktv, 4, colours.violet, points(reply.labs, 'ktv'), { showSymbol: true, ...marks(limitLine(limits.ktvLow, colours.red)) }),
      series(words.haemoglobin, 5, colours.red, points(reply.labs, 'haemoglobin'), {
        showSymbol: true,
        markArea: { silent: true, data: [band(limits.haemoglobinLow, limits.haemoglobinHigh, colours.green)] },
      }),
    ],
  };
}

/** Of the day under the pointer: the treatment and what happened; the words are this product's own, notes are not among them. */
function tipOf(
  given: readonly { readonly value?: unknown }[],
  rows: readonly TimelineRow[],
  byDay: ReadonlyMap<string, readonly TimelineEvent[]>,
  look: TimelineLook,
): string {
  const [first] = given;
  const at = Array.isArray(first?.value) ? Number(first.value[0]) : Number.NaN;
  const row = rows.find((one) => one.at === at);
  const day = row?.day ?? [...byDay.keys()].find((one) => noonOf(one) === at);
  const happened = (day === undefined ? [] : (byDay.get(day) ?? [])).map(look.event);
  return [...(row ? [look.row(row)] : []), ...happened].map(escaped).join('<br>');
}
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/\n/g, '<br>');
