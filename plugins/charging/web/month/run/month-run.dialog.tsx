import { Button, Checkbox, Input, Modal, Progress, Select } from '@nephra/plugin-sdk/ui';
import { formatInstant } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, AmountText, type Column, DataTable, ListSkeleton, type Status, StatusTag, SumStrip, useNarrow } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, useMemo } from 'react';
import type { DryRun, DryRunPatient, MonthRun, MonthRunItem, PayWay } from '../../../contract/index.ts';
import { money, payerText, type Text, yuan } from '../../vocabulary.ts';
import { isActive, type MonthRunStore } from './month-run.store.ts';
import { AskInsurer } from './month-ask.tsx';
import { blockerText, itemStates, reasonText } from '../month-words.ts';
import { MAX_REFERENCE } from '../../../contract/limits.ts';

const HINTS_IN_ROW = 2;

/** A phone shows these after the rest, where a finger brings them: two patients may have one name, so nothing of who they are is left out. */
const lastOn = <Row,>(narrow: boolean, last: readonly string[], columns: readonly Column<Row>[]): Column<Row>[] => {
  const goes = ({ prop }: Column<Row>) => narrow && last.includes(prop);
  return [...columns.filter((column) => !goes(column)), ...columns.filter(goes)];
};

const planColumns = (t: Text, narrow: boolean): Column<DryRunPatient>[] =>
  lastOn<DryRunPatient>(
    narrow,
    ['outpatientCode', 'reimWay'],
    [
      { prop: 'patientName', label: t('month.run.patient'), width: 108 },
      { prop: 'outpatientCode', label: t('bills.outpatientCode'), width: 128 },
      { prop: 'reimWay', label: t('bills.payer'), width: 112, render: (row) => payerText(t, row.reimWay) },
      { prop: 'amount', label: t('month.run.amount'), width: 104, align: 'right', render: (row) => <AmountText amount={money(row.amount)} /> },
      {
        prop: 'runs',
        label: t('bills.state'),
        width: 96,
        render: (row) => (
          <StatusTag
            value={String(row.runs)}
            table={[
              { value: 'true', text: t('month.run.ready'), tone: 'success' },
              { value: 'false', text: t('month.run.skip'), tone: 'danger' },
            ]}
          />
        ),
      },
      {
        prop: 'blockers',
        label: t('month.run.hints'),
        minWidth: 220,
        text: (row) => hintsOf(t, row, Number.POSITIVE_INFINITY),
        render: (row) => hintsOf(t, row, HINTS_IN_ROW),
      },
    ],
  );

function hintsOf(t: Text, { blockers, runs }: DryRunPatient, most: number): string {
  // Obstacles come before hints: they are what somebody has to act on.
  const sorted = runs ? blockers : blockers.filter((one) => one.level === 'block');
  const texts = [...new Set(sorted.map((one) => blockerText(t, one)))];
  return texts.length > most ? `${texts.slice(0, most).join(t('hintMark'))} …+${texts.length - most}` : texts.join(t('hintMark'));
}

interface PlanProps {
  readonly store: MonthRunStore;
  readonly ways: readonly PayWay[];
  /** Somebody settles months with an insurer now. */
  readonly insurable: boolean;
}

/** How the run is to be made. */
const Choices = observer(function Choices({ store, ways, insurable }: PlanProps) {
  const { t } = usePlugin();
  const { choices } = store;
  const id = useId();
  const needsReference = ways.find((way) => way.payWay === choices.payWay)?.needsReference ?? false;
  return (
    <div className="chm-choices">
      <div>
        <span id={`${id}-settle`}>{t('month.run.wayLabel')}</span>
        <Select
          value={choices.settleWay}
          aria-labelledby={`${id}-settle`}
          onChange={(value) => store.choose({ settleWay: value === 'insured' ? 'insured' : 'selfpay' })}
          optionList={[
            { value: 'selfpay', label: t('month.run.way.selfpay') },
            { value: 'insured', label: t(insurable ? 'month.run.way.insured' : 'month.run.way.insuredOff'), disabled: !insurable },
          ]}
        />
      </div>
      <div>
        <span id={`${id}-pay`}>{t('month.run.payWay')}</span>
        <Select
          value={choices.payWay}
          aria-labelledby={`${id}-pay`}
          onChange={(value) => store.choose({ payWay: String(value) })}
          optionList={ways.map((way) => ({ value: way.payWay, label: way.payWayName }))}
        />
      </div>
      {needsReference && (
        <div>
          <span aria-hidden="true">{t('month.run.reference')}</span>
          <Input
            value={choices.reference}
            maxLength={MAX_REFERENCE}
            aria-label={t('month.run.reference')}
            onChange={(reference) => store.choose({ reference })}
          />
        </div>
      )}
      <Checkbox checked={choices.takeIn} onChange={(event) => store.choose({ takeIn: event.target.checked === true })}>
        {t('month.run.takeIn')}
      </Checkbox>
    </div>
  );
});

const PlanSums = ({ t, dryRun }: { readonly t: Text; readonly dryRun: DryRun }) => (
  <SumStrip
    items={[
      {
        label: t('month.run.runs'),
        value: (
          <>
            {t('month.run.people', { n: dryRun.runCount })} <AmountText amount={money(dryRun.runPrice)} strong />
          </>
        ),
      },
      {
        label: t('month.run.blocked'),
        value: (
          <>
            {t('month.run.people', { n: dryRun.blockedCount })} <AmountText amount={money(dryRun.blockedPrice)} />
          </>
        ),
      },
      { label: t('month.run.warned'), value: t('month.run.people', { n: dryRun.warnCount }), tone: 'soft' },
    ]}
  />
);

const runStates = (t: Text): Status[] =>
  (['running', 'cancelling', 'done', 'cancelled'] as const).map((state) => ({
    value: state,
    text: t(`month.run.state.${state}`),
    tone: state === 'done' ? 'success' : state === 'cancelled' ? 'neutral' : 'info',
  }));

/** Earlier runs of the month; each can be looked at again, a stopped one can go on. */
const History = observer(function History({ store }: { readonly store: MonthRunStore }) {
  const { t } = usePlugin();
  if (store.history.length === 0) return null;
  return (
    <details className="chm-history">
      <summary>{t('month.run.history')}</summary>
      <ul>
        {store.history.map((run) => (
          <li key={run.runId}>
            <button type="button" className="nk-text-button" onClick={() => void store.watch(run.runId)}>
              {t('month.run.by', { name: run.userName, time: formatInstant(run.startTime) })}
            </button>
            <StatusTag value={run.state} table={runStates(t)} />
            <span className="ch-soft">{t('month.run.progress', { done: run.done, total: run.total })}</span>
            <AmountText amount={money(run.donePrice)} />
          </li>
        ))}
      </ul>
    </details>
  );
});

const PlanView = observer(function PlanView({ store, ways, insurable }: PlanProps) {
  const { t } = usePlugin();
  const narrow = useNarrow();
  const columns = useMemo(() => planColumns(t, narrow), [t, narrow]);
  const dryRun = store.view.kind === 'plan' ? store.view.dryRun : null;
  return (
    <div className="chm-run">
      <Choices store={store} ways={ways} insurable={insurable} />
      {store.fault && <Alert kind="error" text={store.fault} />}
      {dryRun && <AskInsurer store={store} />}
      {store.busy && !dryRun && <ListSkeleton />}
      {dryRun && (
        <>
          <PlanSums t={t} dryRun={dryRun} />
          <DataTable label={t('month.run.check')} rows={dryRun.patients} columns={columns} rowKey={(row) => row.patientId} index={!narrow} />
        </>
      )}
      <History store={store} />
      <div className="chm-foot">
        <Button loading={store.busy && !dryRun} onClick={() => void store.check()}>
          {t(dryRun ? 'month.run.checkAgain' : 'month.run.check')}
        </Button>
        {dryRun && (
          <Button theme="solid" type="primary" loading={store.busy} disabled={dryRun.runCount === 0} onClick={() => void store.start()}>
            {dryRun.runCount === 0 ? t('month.run.nothing') : t('month.run.start', { n: dryRun.runCount, amount: yuan(dryRun.runPrice) })}
          </Button>
        )}
      </div>
    </div>
  );
});

const resultColumns = (t: Text, narrow: boolean): Column<MonthRunItem>[] =>
  lastOn<MonthRunItem>(
    narrow,
    ['outpatientCode', 'billNo'],
    [
      { prop: 'patientName', label: t('month.run.patient'), width: 108 },
      { prop: 'outpatientCode', label: t('bills.outpatientCode'), width: 128 },
      { prop: 'state', label: t('bills.state'), width: 96, render: (row) => <StatusTag value={row.state} table={itemStates(t)} /> },
      { prop: 'amount', label: t('month.run.amount'), width: 104, align: 'right', render: (row) => <AmountText amount={money(row.amount)} /> },
      { prop: 'billNo', label: t('month.run.billNo'), width: 164 },
      { prop: 'error', label: t('month.run.reason'), minWidth: narrow ? 220 : 320, text: (row) => reasonText(t, row), render: (row) => reasonText(t, row) },
    ],
  );

/** How far a run is, as a bar with numbers. */
export function RunProgress({ run }: { readonly run: MonthRun }) {
  const { t } = usePlugin();
  const done = run.total - run.waiting;
  return (
    <div className="chm-progress">
      <Progress
        percent={run.total === 0 ? 100 : Math.floor((done * 100) / run.total)}
        size="large"
        stroke={run.failed > 0 ? 'var(--semi-color-warning)' : undefined}
        aria-label={t('month.run.progressLabel')}
      />
      <span role="status">{t('month.run.progress', { done, total: run.total })}</span>
    </div>
  );
}

const RunView = observer(function RunView({ store, run }: { readonly store: MonthRunStore; readonly run: MonthRun }) {
  const { t } = usePlugin();
  const narrow = useNarrow();
  const columns = useMemo(() => resultColumns(t, narrow), [t, narrow]);
  const active = isActive(run);
  const counts = (['done', 'failed', 'skipped', 'cancelled', 'waiting'] as const).filter((state) => run[state] > 0);
  return (
    <div className="chm-run">
      <p className="chm-run-state">
        <StatusTag value={run.state} table={runStates(t)} />
        <span className="ch-soft">{t('month.run.by', { name: run.userName, time: formatInstant(run.startTime) })}</span>
      </p>
      <RunProgress run={run} />
      <SumStrip
        items={counts.map((state) => ({ label: t(`month.run.item.${state}`), value: t('month.run.people', { n: run[state] }) }))}
        end={{ label: t('month.sum.charged'), value: <AmountText amount={money(run.donePrice)} strong sign /> }}
      />
      {store.fault && <Alert kind="error" text={store.fault} />}
      <Checkbox checked={store.onlyProblems} onChange={(event) => store.showProblems(event.target.checked === true)}>
        {t('month.run.onlyProblems')}
      </Checkbox>
      <DataTable label={t('month.run.results')} rows={store.shownItems} columns={columns} rowKey={(row) => row.patientId} index={!narrow} />
      <div className="chm-foot">
        <Button onClick={() => store.close()}>{t('month.run.close')}</Button>
        {run.state === 'running' && (
          <Button type="danger" loading={store.busy} onClick={() => void store.cancel()}>
            {t('month.run.cancel')}
          </Button>
        )}
        {run.state === 'cancelled' && (
          <Button theme="solid" type="primary" loading={store.busy} onClick={() => void store.resume()}>
            {t('month.run.resume')}
          </Button>
        )}
        {!active && store.retryable.length > 0 && (
          <Button theme="solid" type="primary" onClick={() => store.retry()}>
            {t('month.run.retry', { n: store.retryable.length })}
          </Button>
        )}
      </div>
    </div>
  );
});

function titleOf(t: Text, { view }: MonthRunStore, month: string): string {
  if (view.kind !== 'run') return t(view.kind === 'plan' && view.patientIds !== null ? 'month.run.retryTitle' : 'month.run.title', { month });
  const [first] = view.items;
  // A run of one patient is that patient's month, not the centre's.
  if (view.run.patientId !== null && first) return t('month.insured.title', { name: first.patientName, month: view.run.month });
  return t('month.run.title', { month: view.run.month });
}

/** Dry run, start, progress and results of settling a whole centre, or of one patient's month with the insurer. */
export const MonthRunDialog = observer(function MonthRunDialog({ store, ways, insurable, month }: PlanProps & { readonly month: string }) {
  const { t } = usePlugin();
  const { view } = store;
  const planned = view.kind === 'plan';
  // The dry run is what the dialog is opened for.
  useEffect(() => {
    if (planned) void store.check();
  }, [planned, store]);
  return (
    <Modal
      visible={view.kind !== 'closed'}
      title={titleOf(t, store, month)}
      width="min(1080px, calc(100vw - 24px))"
      centered
      maskClosable={false}
      keepDOM={false}
      onCancel={() => store.close()}
      footer={null}
      bodyStyle={{ maxHeight: 'calc(100dvh - 140px)', overflow: 'auto' }}
    >
      {view.kind === 'plan' && <PlanView store={store} ways={ways} insurable={insurable} />}
      {view.kind === 'run' && <RunView store={store} run={view.run} />}
    </Modal>
  );
});
