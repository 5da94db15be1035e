import type { ECharts } from 'echarts/core';
import { type RefObject, useEffect, useRef } from 'react';
import { drawInTurn } from '../table/draw-in-turn.ts';

/** How a chart is made in its box, and drawn. */
interface ChartHand<Option> {
  readonly make: (box: HTMLElement) => ECharts;
  readonly draw: (chart: ECharts, option: Option, box: HTMLElement) => void;
}

/**
 * Keeps one chart in a box: drawn anew for each other option, in a task of its own; as large as its box; gone with it.
 * @returns what the box and the chart are held by; the chart is null until it was drawn first
 */
export function useChart<Option>(
  option: Option,
  hand: ChartHand<Option>,
): { readonly frame: RefObject<HTMLDivElement | null>; readonly chart: RefObject<ECharts | null> } {
  const frame = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts | null>(null);
  const latest = useRef(hand);
  useEffect(() => {
    latest.current = hand;
  });
  useEffect(() => {
    const box = frame.current;
    if (!box) return undefined;
    const observer = new ResizeObserver(() => {
      const made = chart.current;
      // The first report comes for a chart that was drawn as large as its box: it would only be drawn a second time.
      if (made && (made.getWidth() !== box.clientWidth || made.getHeight() !== box.clientHeight)) made.resize();
    });
    observer.observe(box);
    return () => {
      observer.disconnect();
      chart.current?.dispose();
      chart.current = null;
    };
  }, []);
  useEffect(
    () =>
      drawInTurn(() => {
        const box = frame.current;
        if (!box) return;
        chart.current ??= latest.current.make(box);
        latest.current.draw(chart.current, option, box);
        // In this task, not with those of all other charts in the next frame.
        chart.current.getZr().flush();
      }),
    [option],
  );
  return { frame, chart };
}
