import { dayOf, parseDay, withThousands } from '@nephra/plugin-sdk/contract';
import { Button, IconRefresh, IconSearch, Input } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import {
  Alert,
  Chart,
  type Column,
  DataTable,
  DateInput,
  EmptyState,
  ErrorCard,
  FilterChips,
  ListSkeleton,
  PageFrame,
  useStore,
} from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { MAX_KEYWORD, MAX_USAGE_DAYS } from '../../contract/limits.ts';
import type { Usage, UsagePerson } from '../../contract/usage.contract.ts';
import './usage.css';
import { usageChart } from './usage-chart.ts';
import { PERIODS, UsageStore } from './usage.store.ts';

const number = (value: number): string => withThousands(String(value));
const yuan = (value: number): string => withThousands(value.toFixed(2));

/** What the assistant costs, by day and by person. */
export const Page = observer(function UsagePage() {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new UsageStore(ctx));
  useEffect(() => void store.load(), [store]);
  const { usage, loading, error, flaw } = store;
  return (
    <PageFrame
      title={t('usage.title')}
      note={t('usage.note')}
      fill={false}
      actions={
        <Button icon={<IconRefresh />} loading={loading} onClick={() => void store.load()}>
          {t('usage.refresh')}
        </Button>
      }
    >
      <div className="as-usage-period">
        <FilterChips
          label={t('usage.period')}
          chips={PERIODS.map((days) => ({ value: String(days), label: t('usage.lastDays', { n: days }) }))}
          chosen={store.chosen === undefined ? undefined : String(store.chosen)}
          onChoose={(days) => store.choose(Number(days))}
        />
        <DateInput label={t('usage.startDate')} value={parseDay(store.startDate)} onChange={(instant) => store.chooseDays(dayOf(instant), store.endDate)} />
        <DateInput label={t('usage.endDate')} value={parseDay(store.endDate)} onChange={(instant) => store.chooseDays(store.startDate, dayOf(instant))} />
      </div>
      {flaw !== null && <Alert kind="error" text={t(`errors.assistant.${flaw}`, { n: MAX_USAGE_DAYS })} />}
      {error !== null && <ErrorCard error={error} onRetry={() => void store.load()} />}
      {usage === null && loading && <ListSkeleton />}
      {usage !== null && (
        <div aria-busy={loading || undefined}>
          <Totals usage={usage} />
          <section className="as-usage-card" aria-label={t('usage.byDay')}>
            <h2>{t('usage.byDay')}</h2>
            {usage.total.asks === 0 ? (
              <EmptyState text={t('usage.none')} />
            ) : (
              <Chart label={t('usage.byDay')} option={usageChart(usage.days, (key) => t(`usage.${key}`))} height={240} />
            )}
          </section>
          <People store={store} people={usage.people} />
        </div>
      )}
    </PageFrame>
  );
});

function Totals({ usage: { total } }: { readonly usage: Usage }) {
  const { t } = usePlugin();
  const tiles = [
    { key: 'asks', value: number(total.asks) },
    { key: 'promptTokens', value: number(total.promptTokens) },
    { key: 'answerTokens', value: number(total.answerTokens) },
    { key: 'cost', value: yuan(total.cost) },
  ] as const;
  return (
    <ul className="as-usage-tiles">
      {tiles.map(({ key, value }) => (
        <li key={key} className="as-usage-card">
          <span>{t(`usage.${key}`)}</span>
          <strong>{value}</strong>
        </li>
      ))}
    </ul>
  );
}

const People = observer(function People({ store, people }: { readonly store: UsageStore; readonly people: readonly UsagePerson[] }) {
  const { t } = usePlugin();
  const columns = useMemo<readonly Column<UsagePerson>[]>(
    () => [
      { prop: 'userName', label: t('usage.person'), minWidth: 110 },
      { prop: 'organizeName', label: t('usage.organisation'), minWidth: 150 },
      { prop: 'asks', label: t('usage.asks'), width: 90, align: 'right', render: ({ asks }) => number(asks) },
      { prop: 'promptTokens', label: t('usage.promptTokens'), width: 120, align: 'right', render: ({ promptTokens }) => number(promptTokens) },
      { prop: 'answerTokens', label: t('usage.answerTokens'), width: 120, align: 'right', render: ({ answerTokens }) => number(answerTokens) },
      { prop: 'cost', label: t('usage.cost'), width: 110, align: 'right', render: ({ cost }) => yuan(cost) },
    ],
    [t],
  );
  return (
    <section className="as-usage-card" aria-label={t('usage.byPerson')}>
      <div className="as-usage-head">
        <h2>{t('usage.byPerson')}</h2>
        <Input
          prefix={<IconSearch />}
          aria-label={t('usage.search')}
          placeholder={t('usage.search')}
          value={store.keyword}
          maxLength={MAX_KEYWORD}
          showClear
          onChange={(text: string) => store.search(text)}
        />
      </div>
      {people.length === 0 ? (
        <EmptyState text={t(store.keyword.trim() === '' ? 'usage.none' : 'usage.notFound')} />
      ) : (
        <DataTable label={t('usage.byPerson')} rows={people} rowKey={({ userId, organizeName }) => `${userId} ${organizeName}`} columns={columns} />
      )}
    </section>
  );
});
