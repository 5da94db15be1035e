import { lazy, Suspense } from 'react';
import { useKitText } from '../kit-text.ts';
import { ListSkeleton } from '../facts/states.tsx';
import type { TimeCanvasProps } from './time-chart-engine.tsx';

/** The drawing library is big; it comes with the first chart. */
const TimeCanvas = lazy(() => import('./time-chart-engine.tsx').then((module) => ({ default: module.TimeCanvas })));

export interface TimeChartProps {
  /** What the chart says, for screen readers. */
  readonly label?: string;
  /** Option of ECharts: lines and points over grids that share axes of time, with `dataZoom` over all of them. */
  readonly option: TimeCanvasProps['option'];
  /** Pixels. */
  readonly height: number;
  /** First and last moment that are shown, in milliseconds; the option begins with the same. */
  readonly span: TimeCanvasProps['span'];
  /** Somebody zoomed or dragged in the picture. */
  readonly onSpan: TimeCanvasProps['onSpan'];
  /** A moment in one of the grids was pressed. Offer the same by buttons or a table beside the chart: it is a picture, and keys do not reach into it. */
  readonly onPress?: TimeCanvasProps['onPress'];
}

/** A chart of years under one axis of time, zoomed in the picture or from outside. */
export function TimeChart({ label, height, ...rest }: TimeChartProps) {
  const text = useKitText();
  return (
    <Suspense
      fallback={
        <div style={{ height, flexShrink: 0, overflow: 'hidden' }}>
          <ListSkeleton />
        </div>
      }
    >
      <TimeCanvas label={label ?? text('chart')} height={height} {...rest} />
    </Suspense>
  );
}
