import { formatMoney, moneyFromWire } from '@nephra/plugin-sdk/contract';
import { usePlugin, wordOf } from '@nephra/plugin-sdk/web';
import {
  Alert,
  type Column,
  DataTable,
  DateText,
  DescriptionList,
  EmptyState,
  ErrorCard,
  GroupTitle,
  ListSkeleton,
  PermissionButton,
  type Status,
  StatusTag,
} from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type CSSProperties, useMemo } from 'react';
import type { ReconcileDifference, ReconcileGroup } from '../../contract/index.ts';
import { insutypeText, type Text } from '../parts/words.ts';
import type { ReconcileStore } from './reconcile.store.ts';

const amount = (value: number | null): string => (value === null ? '–' : formatMoney(moneyFromWire(value)));

const RESULTS: readonly [ReconcileGroup['result'], Status['tone']][] = [
  ['equal', 'success'],
  ['differs', 'danger'],
  ['refused', 'warning'],
  ['silent', 'warning'],
];
const STATES: readonly [ReconcileDifference['state'], Status['tone']][] = [
  ['open', 'danger'],
  ['handed', 'warning'],
  ['explained', 'success'],
  ['gone', 'neutral'],
];

function groupColumns(t: Text): Column<ReconcileGroup>[] {
  const results = RESULTS.map(([value, tone]) => ({ value, text: t(`reconcile.result.${value}`), tone }));
  return [
    { prop: 'insutype', label: t('reconcile.insutype'), minWidth: 180, render: (row) => `${row.insutype} ${insutypeText(t, row.insutype)}` },
    { prop: 'refund', label: t('reconcile.direction'), width: 116, render: (row) => t(row.refund ? 'reconcile.refund' : 'reconcile.settled') },
    { prop: 'clrType', label: t('reconcile.clrType'), width: 96, render: (row) => wordOf(t, `reconcile.clr.${row.clrType}`, row.clrType) },
    { prop: 'count', label: t('reconcile.count'), width: 72, align: 'right' },
    { prop: 'medfee', label: t('reconcile.medfee'), width: 130, align: 'right', render: (row) => amount(row.medfee) },
    { prop: 'fund', label: t('reconcile.fund'), width: 130, align: 'right', render: (row) => amount(row.fund) },
    { prop: 'account', label: t('reconcile.account'), width: 120, align: 'right', render: (row) => amount(row.account) },
    { prop: 'result', label: t('reconcile.resultTitle'), width: 96, render: (row) => <StatusTag value={row.result} table={results} /> },
    { prop: 'said', label: t('reconcile.said'), minWidth: 200 },
  ];
}

/** What was done about a difference, in words; what the platform wrote stands as it is. */
function memoText(t: Text, memo: string): string {
  const [kind, ...rest] = memo.split(' ');
  if (kind?.startsWith('action:')) return [wordOf(t, `reconcile.action.${kind.slice(7)}`, kind), ...rest].join(' ');
  if (memo.startsWith('setl_time:')) return t('reconcile.otherDay', { time: memo.slice(10) });
  return memo;
}

function differenceColumns(t: Text): Column<ReconcileDifference>[] {
  const states = STATES.map(([value, tone]) => ({ value, text: t(`reconcile.difference.${value}`), tone }));
  return [
    { prop: 'kind', label: t('reconcile.kind'), width: 124, fixed: 'left', render: (row) => t(`reconcile.kinds.${row.kind}`) },
    { prop: 'state', label: t('reconcile.stateTitle'), width: 124, render: (row) => <StatusTag value={row.state} table={states} /> },
    { prop: 'patientName', label: t('reconcile.patient'), minWidth: 110, render: (row) => row.patientName || row.psnNo },
    { prop: 'setlId', label: t('reconcile.setlId'), minWidth: 150 },
    { prop: 'medfee', label: t('reconcile.ourMedfee'), width: 120, align: 'right', render: (row) => amount(row.medfee) },
    { prop: 'theirMedfee', label: t('reconcile.theirMedfee'), width: 140, align: 'right', render: (row) => amount(row.theirMedfee) },
    { prop: 'memo', label: t('reconcile.done'), minWidth: 190, render: (row) => memoText(t, row.memo), text: (row) => memoText(t, row.memo) },
    {
      prop: 'note',
      label: t('reconcile.note'),
      minWidth: 200,
      text: (row) => row.note,
      render: (row) =>
        row.note && (
          <>
            {row.note} <small className="in-map-soft">{row.noteUserName}</small>
          </>
        ),
    },
    { prop: 'msgid', label: 'msgid', width: 260 },
  ];
}

const undecided = (row: ReconcileDifference): boolean => row.stranger && row.decision === '' && row.state === 'open';

const rowsOf = (rows: readonly unknown[]) => ({ '--in-rec-rows': rows.length }) as CSSProperties;

/** The day in hand: sums, groups as the platform judged them, differences one by one. */
export const DayPanel = observer(function DayPanel({ store }: { readonly store: ReconcileStore }) {
  const { t } = usePlugin();
  const { view } = store;
  const groups = useMemo(() => groupColumns(t), [t]);
  const differences = useMemo(() => differenceColumns(t), [t]);
  if (view.kind === 'idle') return <EmptyState text={t('reconcile.choose')} />;
  if (view.kind === 'loading') return <ListSkeleton />;
  if (view.kind === 'failed') return <ErrorCard error={view.error} onRetry={() => store.day && void store.open(store.day)} />;
  const { day, groups: rows, differences: found } = view.record;
  const running = day.state === 'running';
  return (
    <section className="in-rec-day" aria-label={day.day}>
      <header>
        <h2>{day.day}</h2>
        <StateMark state={day.state} />
        <span className="in-map-soft" role="status">
          {running && t('reconcile.progress', { done: day.done, total: day.total })}
          {!running && day.compareTime !== null && (
            <>
              {t('reconcile.comparedBy', { name: day.userName || t('reconcile.byJob') })} <DateText value={day.compareTime} />
            </>
          )}
        </span>
        <PermissionButton button="btn_run" theme="solid" type="primary" disabled={store.busy || running} onClick={() => store.run()}>
          {t(day.compareTime === null ? 'reconcile.run' : 'reconcile.again')}
        </PermissionButton>
      </header>
      {day.problem !== '' && <Alert kind={running ? 'warning' : 'error'} text={wordOf(t, `errors.${day.problem}`, day.problem, day.problemParams)} />}
      <DescriptionList
        columns={4}
        items={[
          { label: t('reconcile.count'), value: `${day.count} / ${day.theirCount ?? '–'}` },
          { label: t('reconcile.medfee'), value: `${amount(day.medfee)} / ${amount(day.theirMedfee)}` },
          { label: t('reconcile.fund'), value: `${amount(day.fund)} / ${amount(day.theirFund)}` },
          { label: t('reconcile.account'), value: amount(day.account) },
        ]}
      />
      <p className="in-map-soft">{t('reconcile.pairHelp')}</p>
      {rows.length > 0 && (
        <>
          <GroupTitle>{t('reconcile.groups')}</GroupTitle>
          <div className="in-rec-table" style={rowsOf(rows)}>
            <DataTable
              label={t('reconcile.groups')}
              rows={rows}
              columns={groups}
              rowKey={(row) => `${row.insutype}|${row.clrType}|${row.clrOptins}|${row.refund}`}
            />
          </div>
        </>
      )}
      {found.some(undecided) && <Alert kind="warning" text={t('reconcile.strangers', { n: found.filter(undecided).length })} />}
      {found.length > 0 && (
        <>
          <GroupTitle>{t('reconcile.differences')}</GroupTitle>
          <div className="in-rec-table" style={rowsOf(found)}>
            <DataTable
              label={t('reconcile.differences')}
              rows={found}
              columns={differences}
              rowKey={(row) => row.id}
              rowActions={[
                {
                  key: 'explain',
                  text: t('reconcile.explain'),
                  button: 'btn_explain',
                  visible: (row) => row.state !== 'gone' && !row.stranger,
                  onClick: (row) => store.explain(row),
                },
                {
                  key: 'decide',
                  text: t('reconcile.decide'),
                  button: 'btn_decide',
                  visible: undecided,
                  onClick: (row) => store.decide(row),
                },
              ]}
            />
          </div>
        </>
      )}
      {day.compareTime !== null && found.every((row) => row.state === 'gone') && !running && <Alert kind="info" text={t('reconcile.allEqual')} />}
    </section>
  );
});

function StateMark({ state }: { readonly state: string }) {
  const { t } = usePlugin();
  return (
    <span className="in-rec-state" data-state={state}>
      {t(`reconcile.state.${state}`)}
    </span>
  );
}
