import { LineChart, type LineSeriesOption, ScatterChart, type ScatterSeriesOption } from 'echarts/charts';
import {
  AxisPointerComponent,
  type AxisPointerComponentOption,
  DataZoomComponent,
  type DataZoomComponentOption,
  GridComponent,
  type GridComponentOption,
  LegendComponent,
  type LegendComponentOption,
  MarkAreaComponent,
  type MarkAreaComponentOption,
  MarkLineComponent,
  type MarkLineComponentOption,
  TitleComponent,
  type TitleComponentOption,
  TooltipComponent,
  type TooltipComponentOption,
} from 'echarts/components';
import { type ComposeOption, type ECharts, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import { useChart } from './use-chart.ts';

export type TimeChartOption = ComposeOption<
  | LineSeriesOption
  | ScatterSeriesOption
  | AxisPointerComponentOption
  | DataZoomComponentOption
  | GridComponentOption
  | LegendComponentOption
  | MarkAreaComponentOption
  | MarkLineComponentOption
  | TitleComponentOption
  | TooltipComponentOption
>;

use([
  LineChart,
  ScatterChart,
  AxisPointerComponent,
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TitleComponent,
  TooltipComponent,
  CanvasRenderer,
]);

/** First and last moment, in milliseconds. */
export type TimeSpan = readonly [number, number];

export interface TimeCanvasProps {
  readonly label: string;
  readonly option: TimeChartOption;
  readonly height: number;
  readonly span: TimeSpan;
  readonly onSpan: (span: TimeSpan) => void;
  readonly onPress?: (at: number) => void;
}

/** The span that the first zoom shows. */
function spanIn(chart: ECharts): TimeSpan | undefined {
  const [zoom] = (chart.getOption() as { dataZoom?: readonly { startValue?: number; endValue?: number }[] }).dataZoom ?? [];
  return zoom?.startValue === undefined || zoom.endValue === undefined ? undefined : [Math.round(zoom.startValue), Math.round(zoom.endValue)];
}

/** Draws with ECharts on a canvas: long lines, one axis of time under several grids, zoomed by wheel with Ctrl, by pinching, dragging and the bar. */
export function TimeCanvas({ label, option, height, span, onSpan, onPress }: TimeCanvasProps) {
  const heard = useRef({ onSpan, onPress });
  const shown = useRef(span);
  useEffect(() => {
    heard.current = { onSpan, onPress };
  });
  const { frame, chart } = useChart(option, {
    make: (box) => canvasIn(box, heard, shown),
    draw: (made, drawn, box) => {
      made.setOption(drawn, { notMerge: true, lazyUpdate: false });
      box.dataset.drawn = 'true';
    },
  });
  useEffect(() => {
    const [from, to] = span;
    if (!chart.current || (shown.current[0] === from && shown.current[1] === to)) return;
    shown.current = span;
    chart.current.dispatchAction({ type: 'dataZoom', startValue: from, endValue: to });
  }, [chart, span]);
  return <div ref={frame} role="img" aria-label={label} style={{ width: '100%', height, flexShrink: 0 }} />;
}

interface Heard {
  readonly current: Pick<TimeCanvasProps, 'onSpan' | 'onPress'>;
}

function canvasIn(box: HTMLElement, heard: Heard, shown: { current: TimeSpan }): ECharts {
  const made = init(box, null, { renderer: 'canvas' });
  made.on('datazoom', () => {
    const span = spanIn(made);
    if (!span || (span[0] === shown.current[0] && span[1] === shown.current[1])) return;
    shown.current = span;
    heard.current.onSpan(span);
  });
  // Anywhere in a grid: points are too small for fingers.
  made.getZr().on('click', ({ offsetX, offsetY }) => {
    const place = [offsetX, offsetY];
    const grids = (made.getOption() as { grid?: readonly unknown[] }).grid ?? [];
    const at = grids.findIndex((_, gridIndex) => made.containPixel({ gridIndex }, place));
    if (at < 0) return;
    const [moment] = made.convertFromPixel({ gridIndex: at }, place) as unknown as readonly number[];
    if (moment !== undefined && Number.isFinite(moment)) heard.current.onPress?.(moment);
  });
  return made;
}
