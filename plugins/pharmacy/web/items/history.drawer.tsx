import { SideSheet } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Chart, type ChartOption, ErrorCard, FilterChips, ListSkeleton } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { ItemHistory } from '../../contract/index.ts';
import type { Text } from '../vocabulary.ts';
import { HISTORY_SPANS, type ItemsStore } from './items.store.ts';

/** Stock as a stepped line; below it what came in and went out each day, as bars to both sides of zero. */
export function stockOption(t: Text, history: ItemHistory): ChartOption {
  const days = history.days.map((day) => day.day.slice(5));
  const grid = { left: 8, right: 16, outerBoundsMode: 'same' as const };
  const axis = { type: 'category' as const, data: days, axisTick: { show: false } };
  return {
    // Two lines of it stay above the first grid: on a phone five names need them.
    legend: { top: 0, itemGap: 14, itemWidth: 18 },
    tooltip: { trigger: 'axis' },
    grid: [
      { ...grid, top: 56, height: 184 },
      { ...grid, top: 276, height: 124 },
    ],
    xAxis: [
      { ...axis, gridIndex: 0, axisLabel: { show: false } },
      { ...axis, gridIndex: 1, position: 'bottom', axisLine: { onZero: false } },
    ],
    yAxis: [
      { type: 'value', gridIndex: 0, min: 0, splitNumber: 4 },
      { type: 'value', gridIndex: 1, splitNumber: 3 },
    ],
    series: [
      {
        type: 'line',
        name: t('history.balance'),
        step: 'end',
        showSymbol: false,
        areaStyle: { opacity: 0.12 },
        data: history.days.map((day) => day.balance),
      },
      {
        type: 'bar',
        name: t('history.into'),
        stack: 'moved',
        xAxisIndex: 1,
        yAxisIndex: 1,
        barMaxWidth: 12,
        data: history.days.map((day) => day.into),
      },
      {
        type: 'bar',
        name: t('history.out'),
        stack: 'moved',
        xAxisIndex: 1,
        yAxisIndex: 1,
        barMaxWidth: 12,
        data: history.days.map((day) => -day.out),
      },
      {
        type: 'bar',
        name: t('history.corrected'),
        stack: 'moved',
        xAxisIndex: 1,
        yAxisIndex: 1,
        barMaxWidth: 12,
        data: history.days.map((day) => day.corrected),
      },
      ...(history.minimum > 0
        ? [
            {
              type: 'line' as const,
              name: t('item.minimum'),
              showSymbol: false,
              lineStyle: { type: 'dashed' as const, width: 1 },
              data: history.days.map(() => history.minimum),
            },
          ]
        : []),
    ],
  };
}

/** How one item went: chart, and the same figures as a table of the days on which something moved. */
export const HistoryDrawer = observer(function HistoryDrawer({ store }: { readonly store: ItemsStore }) {
  const { t } = usePlugin();
  const { shown, history, days } = store;
  const option = useMemo(() => history && stockOption(t, history), [t, history]);
  const moved = history?.days.filter((day) => day.into !== 0 || day.out !== 0 || day.corrected !== 0).reverse() ?? [];
  return (
    <SideSheet
      visible={shown !== null}
      title={shown ? t('history.title', { name: shown.drugName, spec: shown.drugSpec }) : ''}
      width="min(820px, 100vw)"
      onCancel={() => store.endHistory()}
    >
      <div className="ph-history">
        <FilterChips
          label={t('history.span')}
          chips={HISTORY_SPANS.map((span) => ({ value: span, label: t('history.days', { n: span }) }))}
          chosen={days}
          onChoose={(span) => shown && void store.showHistory(shown, span)}
        />
        {store.historyError !== null && <ErrorCard error={store.historyError} onRetry={() => shown && void store.showHistory(shown)} />}
        {store.historyError === null && !history && <ListSkeleton />}
        {history && option && (
          <>
            <p className="ph-soft">
              {t('history.sum', {
                opening: history.opening,
                into: history.days.reduce((sum, day) => sum + day.into, 0),
                out: history.days.reduce((sum, day) => sum + day.out, 0),
                corrected: history.days.reduce((sum, day) => sum + day.corrected, 0),
                balance: history.days.at(-1)?.balance ?? 0,
                unit: history.unit,
              })}
            </p>
            <Chart label={t('history.chart', { name: history.drugName })} option={option} height={440} />
            <div className="ph-scroll">
              <table className="ph-table">
                <thead>
                  <tr>
                    <th>{t('ledger.day')}</th>
                    <th>{t('history.into')}</th>
                    <th>{t('history.out')}</th>
                    <th>{t('history.corrected')}</th>
                    <th>{t('history.balance')}</th>
                  </tr>
                </thead>
                <tbody>
                  {moved.map((day) => (
                    <tr key={day.day}>
                      <td>{day.day}</td>
                      <td>{day.into || '–'}</td>
                      <td>{day.out || '–'}</td>
                      <td>{day.corrected || '–'}</td>
                      <td>{`${day.balance} ${history.unit}`}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </>
        )}
      </div>
    </SideSheet>
  );
});
