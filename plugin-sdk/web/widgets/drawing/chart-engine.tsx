import { BarChart, type BarSeriesOption, LineChart, type LineSeriesOption, PieChart, type PieSeriesOption } from 'echarts/charts';
import {
  DatasetComponent,
  type DatasetComponentOption,
  GeoComponent,
  type GeoComponentOption,
  GridComponent,
  type GridComponentOption,
  LegendComponent,
  type LegendComponentOption,
  TooltipComponent,
  type TooltipComponentOption,
} from 'echarts/components';
import { type ComposeOption, type ECharts, init, registerMap, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import { useChart } from './use-chart.ts';

export type ChartOption = ComposeOption<
  | BarSeriesOption
  | LineSeriesOption
  | PieSeriesOption
  | DatasetComponentOption
  | GeoComponentOption
  | GridComponentOption
  | LegendComponentOption
  | TooltipComponentOption
> & {
  /** GeoJSON of the maps that `geo` names. A name means the same shapes as long as the page is open. */
  readonly maps?: Readonly<Record<string, object>>;
};

use([BarChart, LineChart, PieChart, DatasetComponent, GeoComponent, GridComponent, LegendComponent, TooltipComponent, SVGRenderer]);

/** Where in a chart something is: the place along the axis and the number of the series, both from 0. */
export interface ChartPoint {
  readonly index: number;
  readonly series: number;
}

interface ChartCanvasProps {
  readonly label: string;
  readonly option: ChartOption;
  readonly height: number;
  readonly onPress?: (point: ChartPoint) => void;
}

/** Colours of the theme as they stand now. */
function themed(element: HTMLElement): Partial<ChartOption> {
  const style = getComputedStyle(element);
  const colour = (name: string, fallback: string) => style.getPropertyValue(name).trim() || fallback;
  return {
    color: [
      colour('--semi-color-primary', '#1890ff'),
      ...['cyan', 'amber', 'violet', 'light-green', 'orange', 'pink'].map((name) => `rgb(${colour(`--semi-${name}-5`, '120,130,140')})`),
    ],
    grid: { left: 8, right: 8, top: 24, bottom: 36, outerBoundsMode: 'same' },
    // By name: `inherit` is no font to measure with, and legends would overlap.
    textStyle: { color: colour('--semi-color-text-1', '#555'), fontFamily: style.fontFamily || 'sans-serif' },
    animationDuration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 300,
  };
}

function canvasIn(box: HTMLElement, onPress: (point: ChartPoint) => void): ECharts {
  const made = init(box, null, { renderer: 'svg' });
  made.on('click', ({ dataIndex, seriesIndex }) => onPress({ index: dataIndex, series: seriesIndex ?? 0 }));
  return made;
}

/** Draws with ECharts as SVG. */
export function ChartCanvas({ label, option, height, onPress }: ChartCanvasProps) {
  const press = useRef(onPress);
  useEffect(() => {
    press.current = onPress;
  });
  const { frame } = useChart(option, {
    make: (box) => canvasIn(box, (point) => press.current?.(point)),
    draw: (chart, { maps = {}, ...drawn }, box) => {
      for (const [name, shapes] of Object.entries(maps)) registerMap(name, shapes as Parameters<typeof registerMap>[1]);
      chart.setOption({ ...themed(box), ...drawn }, { notMerge: true });
    },
  });
  // Above a long list it keeps its height: the list scrolls, a chart of ten pixels says nothing.
  return <div ref={frame} role="img" aria-label={label} style={{ width: '100%', height, flexShrink: 0 }} />;
}
