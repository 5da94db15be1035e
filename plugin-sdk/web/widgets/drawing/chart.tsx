import { lazy, Suspense } from 'react';
import type { ChartOption, ChartPoint } from './chart-engine.tsx';
import { useKitText } from '../kit-text.ts';
import { ListSkeleton } from '../facts/states.tsx';

/** The drawing library is big; it comes with the first chart. */
const ChartCanvas = lazy(() => import('./chart-engine.tsx').then((module) => ({ default: module.ChartCanvas })));

export interface ChartProps {
  /** What the chart says, for screen readers. */
  readonly label?: string;
  /** Option of ECharts: line, bar and pie with axes, legend, tooltip and data set. */
  readonly option: ChartOption;
  /** Pixels. Default 280. */
  readonly height?: number;
  /** A bar or point was pressed. Offer the same by buttons beside the chart: it is a picture, and keys do not reach into it. */
  readonly onPress?: (point: ChartPoint) => void;
}

/** A chart that grows with its place and wears the colours of the theme. */
export function Chart({ label, option, height = 280, onPress }: ChartProps) {
  const text = useKitText();
  return (
    <Suspense
      fallback={
        <div style={{ height, flexShrink: 0, overflow: 'hidden' }}>
          <ListSkeleton />
        </div>
      }
    >
      <ChartCanvas label={label ?? text('chart')} option={option} height={height} onPress={onPress} />
    </Suspense>
  );
}
