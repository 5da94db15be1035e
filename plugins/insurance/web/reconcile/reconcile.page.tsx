import { dayOf } from '@nephra/plugin-sdk/contract';
import { Button, IconChevronLeft, IconChevronRight } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Chart, type ChartOption, EditDialog, ErrorCard, ListSkeleton, PageFrame, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import type { ReconcileDay } from '../../contract/index.ts';
import { InsuranceHeads } from '../parts/insurance-heads.tsx';
import { LineStore } from '../parts/line.store.ts';
import { DayPanel } from './day.panel.tsx';
import { ReconcileStore } from './reconcile.store.ts';
import './reconcile.css';

/** The month before or after, `YYYY-MM`. */
function monthBeside(month: string, step: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const at = year * 12 + number - 1 + step;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
}

/** Our settlements of each day against the platform's. */
export const Page = observer(function ReconcilePage() {
  const ctx = usePlugin();
  const { t } = ctx;
  const today = dayOf(ctx.now());
  const line = useStore(() => new LineStore(ctx));
  const store = useStore(() => new ReconcileStore(ctx, today));
  useEffect(() => void store.load(), [store]);
  return (
    <PageFrame title={t('reconcile.title')} fill={false}>
      <InsuranceHeads line={line} />
      <div className="in-rec-head">
        <Button
          theme="borderless"
          type="tertiary"
          icon={<IconChevronLeft />}
          aria-label={t('reconcile.before')}
          onClick={() => void store.turnTo(monthBeside(store.month, -1))}
        />
        <strong>{store.month}</strong>
        <Button
          theme="borderless"
          type="tertiary"
          icon={<IconChevronRight />}
          aria-label={t('reconcile.after')}
          disabled={store.month >= today.slice(0, 7)}
          onClick={() => void store.turnTo(monthBeside(store.month, 1))}
        />
        <Legend />
      </div>
      {store.daysState === 'loading' && <ListSkeleton />}
      {store.daysState === 'failed' && <ErrorCard error={store.error} onRetry={() => void store.load()} />}
      {store.daysState === 'ready' && (
        <>
          <Strip store={store} />
          <Sums days={store.days} />
          <DayPanel store={store} />
        </>
      )}
      <EditDialog
        form={store.explaining?.form ?? null}
        title={t('reconcile.explain')}
        width={520}
        onClose={() => store.endExplaining()}
        onSave={store.save}
        onSaved={() => store.endExplaining()}
      />
      <EditDialog
        form={store.deciding?.form ?? null}
        title={t('reconcile.decide')}
        width={560}
        onClose={() => store.endDeciding()}
        onSave={store.saveDecision}
        onSaved={() => store.endDeciding()}
      />
    </PageFrame>
  );
});

const SHOWN = ['equal', 'explained', 'unexplained', 'failed', 'running', 'open'] as const;

function Legend() {
  const { t } = usePlugin();
  return (
    <ul className="in-rec-legend" aria-label={t('reconcile.legend')}>
      {SHOWN.map((state) => (
        <li key={state} data-state={state}>
          {t(`reconcile.state.${state}`)}
        </li>
      ))}
    </ul>
  );
}

/** Days of the month that have not come. */
function daysToCome(month: string, shown: number): number[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const all = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({ length: Math.max(0, all - shown) }, (_, at) => shown + at + 1);
}

/** The days of the month in one strip: state by colour and word, rows and differences by number. */
const Strip = observer(function Strip({ store }: { readonly store: ReconcileStore }) {
  const { t } = usePlugin();
  return (
    <div className="in-rec-strip" role="toolbar" aria-label={t('reconcile.days')}>
      {store.days.map((day) => (
        <button
          key={day.day}
          type="button"
          data-state={day.state}
          aria-pressed={store.day === day.day}
          title={t(`reconcile.state.${day.state}`)}
          onClick={() => void store.open(day.day)}
        >
          <b>{Number(day.day.slice(8))}</b>
          <span>{day.count === 0 ? '–' : day.count}</span>
          {day.unexplained > 0 && <em>{day.unexplained}</em>}
          <span className="nephra-visually-hidden">
            {' '}
            {t('reconcile.dayLabel', { day: day.day, state: t(`reconcile.state.${day.state}`), n: day.count, open: day.unexplained })}
          </span>
        </button>
      ))}
      {daysToCome(store.month, store.days.length).map((day) => (
        <i key={day} aria-hidden="true">
          {day}
        </i>
      ))}
    </div>
  );
});

/** Fund payments day by day, ours beside the platform's. */
function Sums({ days }: { readonly days: readonly ReconcileDay[] }) {
  const { t, language } = usePlugin();
  // biome-ignore lint/correctness/useExhaustiveDependencies: names follow the language
  const option = useMemo<ChartOption>(
    () => ({
      tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' }, valueFormatter: (value) => (typeof value === 'number' ? `¥${value.toFixed(2)}` : '–') },
      legend: { top: 0 },
      grid: { top: 32, left: 8, right: 8, bottom: 8, containLabel: true },
      xAxis: { type: 'category', data: days.map(({ day }) => day.slice(5)) },
      yAxis: { type: 'value' },
      series: [
        { type: 'bar', barMaxWidth: 16, name: t('reconcile.ours'), data: days.map((day) => day.fund) },
        { type: 'bar', barMaxWidth: 16, name: t('reconcile.theirs'), data: days.map((day) => day.theirFund) },
      ],
    }),
    [days, t, language],
  );
  if (days.every((day) => day.count === 0 && day.theirCount === null)) return null;
  return <Chart label={t('reconcile.chart')} option={option} height={200} />;
}
