import { usePlugin } from '@nephra/plugin-sdk/web';
import { Chart, FilterChips } from '@nephra/plugin-sdk/widgets';
import { useId, useMemo, useState } from 'react';
import type { FigureDaysView, FigurePanelView } from '../contract/index.ts';
import { valueText } from '../domain/figure-text.ts';
import { daysChartOption } from './days-chart.ts';
import { DaysTable } from './days.table.tsx';
import type { FiguresStore } from './figures.store.ts';

interface DaysBlockProps {
  readonly store: FiguresStore;
  readonly panel: FigurePanelView;
  readonly days: FigureDaysView;
}

/** Day by day, as a picture or as a table; a day, or a series of a day, opens its rows. */
export function DaysBlock({ store, panel, days }: DaysBlockProps) {
  const { t } = usePlugin();
  const heading = useId();
  const [look, setLook] = useState<'chart' | 'table'>('chart');
  const option = useMemo(() => daysChartOption(days), [days]);
  const empty = days.series.every(({ values }) => values.every((value) => value === 0));
  const open = (at: number, series?: number) => {
    const day = days.days[at];
    if (!days.opens || day === undefined) return;
    const one = series === undefined ? undefined : days.series[series];
    const value = one ? valueText(days.unit, one.values[at] ?? 0) : '';
    const title = [panel.title, days.title, day, ...(one ? [one.label] : [])];
    store.open({ panel: panel.id, figure: days.key, day, ...(one ? { part: one.key } : {}), title, value });
  };
  return (
    <section className="fg-block fg-block-wide" aria-labelledby={heading}>
      <header className="fg-block-head">
        <h3 id={heading}>{days.title}</h3>
        {!empty && (
          <FilterChips
            label={t('days.look', { title: days.title })}
            chips={(['chart', 'table'] as const).map((value) => ({ value, label: t(`days.${value}`) }))}
            chosen={look}
            onChoose={setLook}
          />
        )}
      </header>
      {empty ? (
        <p className="fg-none">{t('days.none')}</p>
      ) : look === 'chart' ? (
        <Chart
          label={t('days.picture', { title: days.title })}
          option={option}
          height={240}
          {...(days.opens ? { onPress: ({ index, series }: { index: number; series: number }) => open(index, series) } : {})}
        />
      ) : (
        <DaysTable days={days} onOpen={open} />
      )}
    </section>
  );
}
