import { IconChevronDown, IconChevronRight } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Chart, type ChartOption } from '@nephra/plugin-sdk/widgets';
import { useMemo, useState } from 'react';
import type { ChargeDay } from '../../contract/index.ts';

const GROUPS = ['westPrice', 'diagTreatPrice', 'assayPrice'] as const;

/** Where fewer than half of the rows of a month would be left below the chart, it is folded until somebody wants it. */
const LOW_SCREEN = '(max-height: 800px)';

/** The chart above the list of days, below a line that folds and unfolds it. */
export function FoldedDaysChart({ days }: { readonly days: readonly ChargeDay[] }) {
  const { t } = usePlugin();
  const [open, setOpen] = useState(() => !window.matchMedia(LOW_SCREEN).matches);
  return (
    <section className="ch-days">
      <button type="button" className="nk-text-button" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? <IconChevronDown size="small" aria-hidden /> : <IconChevronRight size="small" aria-hidden />}
        {t('days.chart')}
      </button>
      {open && <DaysChart days={days} label={t('days.chart')} height={220} />}
    </section>
  );
}

/** Net takings day by day, stacked by group. */
export function DaysChart({ days, label, height }: { readonly days: readonly ChargeDay[]; readonly label: string; readonly height: number }) {
  const { t, language } = usePlugin();
  // biome-ignore lint/correctness/useExhaustiveDependencies: names follow the language
  const option = useMemo<ChartOption>(
    () => ({
      tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' }, valueFormatter: (value) => (typeof value === 'number' ? `¥${value.toFixed(2)}` : '–') },
      legend: { bottom: 0 },
      grid: { top: 16, left: 8, right: 8, bottom: 32, containLabel: true },
      xAxis: { type: 'category', data: days.map(({ day }) => day.slice(5)) },
      yAxis: { type: 'value' },
      series: GROUPS.map((group) => ({ type: 'bar', stack: 'all', barMaxWidth: 32, name: t(`totals.${group}`), data: days.map((day) => day[group]) })),
    }),
    [days, t, language],
  );
  return <Chart label={label} option={option} height={height} />;
}
