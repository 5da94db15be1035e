import { Button, IconChevronLeft, IconChevronRight, Select } from '@nephra/plugin-sdk/ui';
import { formatInstant } from '@nephra/plugin-sdk/contract';
import { createClient, usePlugin } from '@nephra/plugin-sdk/web';
import {
  Alert,
  AmountText,
  EditDialog,
  EmptyState,
  ErrorCard,
  ExportButton,
  ListSkeleton,
  PermissionButton,
  SplitPane,
  SumStrip,
  useStore,
} from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { type MonthBook, monthContract } from '../../contract/index.ts';
import { money, type Text, yuan } from '../vocabulary.ts';
import { MonthInsuredDialog } from './run/month-insured.dialog.tsx';
import { MonthInsuredStore } from './run/month-insured.store.ts';
import { MonthPatientsPanel } from './month-patients.panel.tsx';
import { MonthRunDialog } from './run/month-run.dialog.tsx';
import { MonthRunStore } from './run/month-run.store.ts';
import { MonthSettleDialog } from './run/month-settle.dialog.tsx';
import { MonthSheetPanel } from './month-sheet.panel.tsx';
import { MonthStore } from './month.store.ts';
import './month.css';

const SUMS = ['total', 'account', 'waiting', 'pending', 'charged', 'refund'] as const;

/** Month and facility, and what is done with the whole of it. */
const MonthBar = observer(function MonthBar({ store, runs }: { readonly store: MonthStore; readonly runs: MonthRunStore }) {
  const ctx = usePlugin();
  const { t } = ctx;
  const client = useMemo(() => createClient(monthContract, ctx.http), [ctx]);
  const { book } = store;
  const [firstWay] = store.ways;
  return (
    <div className="chm-bar">
      <div className="chm-month">
        <Button theme="borderless" type="tertiary" icon={<IconChevronLeft />} aria-label={t('month.previous')} onClick={() => void store.go(-1)} />
        <strong aria-live="polite">{store.month}</strong>
        <Button theme="borderless" type="tertiary" icon={<IconChevronRight />} aria-label={t('month.next')} onClick={() => void store.go(1)} />
      </div>
      {store.books.length > 1 && (
        <Select
          value={store.orgId ?? undefined}
          aria-label={t('month.facility')}
          onChange={(value) => void store.choose(String(value))}
          optionList={store.books.map((one) => ({ value: one.orgId, label: one.facilityName || one.orgId }))}
        />
      )}
      <div className="chm-acts">
        <ExportButton button="btn_export" call={(options) => client.exportPatients({ query: { ...store.place, ...store.patients.filter } }, options)}>
          {t('month.export')}
        </ExportButton>
        {book && !book.closed && (
          <PermissionButton button="btn_month_close" disabled={!book.over} onClick={() => store.askClose(book)}>
            {t('month.close.act')}
          </PermissionButton>
        )}
        {book?.closed && (
          <PermissionButton button="btn_month_reopen" onClick={() => store.askReopen(book)}>
            {t('month.close.reopen')}
          </PermissionButton>
        )}
        {book?.activeRunId ? (
          <Button theme="solid" type="primary" onClick={() => void runs.track(book.activeRunId ?? '')}>
            {t('month.run.progressLabel')}
          </Button>
        ) : (
          <PermissionButton
            button="btn_month"
            theme="solid"
            type="primary"
            disabled={!book || book.closed}
            onClick={() => runs.plan(store.place, firstWay?.payWay ?? 'cash', { insurable: book?.insurable === true })}
          >
            {t('month.run.open')}
          </PermissionButton>
        )}
      </div>
    </div>
  );
});

/** Sums over everybody that the list shows. */
const MonthStrip = observer(function MonthStrip({ store }: { readonly store: MonthStore }) {
  const { t } = usePlugin();
  const { totals } = store;
  if (!totals) return null;
  return (
    <SumStrip
      label={t('bills.totals')}
      items={[
        { label: t('month.patients'), value: totals.patients },
        ...SUMS.filter((part) => part === 'total' || totals[`${part}Price`] !== 0).map((part) => ({
          label: t(`month.sum.${part}`),
          value: <AmountText amount={money(totals[`${part}Price`])} strong={part === 'total'} />,
        })),
      ]}
    />
  );
});

function closedText(t: Text, book: MonthBook): string {
  const closed = t('month.close.closedBy', { name: book.closedBy, time: book.closeTime === null ? '' : formatInstant(book.closeTime) });
  return book.leftCount === 0 ? closed : `${closed}　${t('month.close.left', { n: book.leftCount, amount: yuan(book.leftPrice), reason: book.leaveReason })}`;
}

/** Patients left, the month of one of them right; the whole centre above. */
export const MonthTab = observer(function MonthTab() {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new MonthStore(ctx, ctx.now()));
  const runs = useStore(() => new MonthRunStore(ctx, () => void store.reread()));
  const insured = useStore(() => new MonthInsuredStore(ctx));
  useEffect(() => void store.start(), [store]);
  useEffect(() => ctx.guardUnsaved(() => store.busy || runs.busy || insured.busy), [ctx, store, runs, insured]);
  const { sheet, book, closing, reopening } = store;
  if (store.fault !== null) return <ErrorCard error={store.fault} onRetry={() => void store.start()} />;
  return (
    <div className="chm">
      <MonthBar store={store} runs={runs} />
      <MonthStrip store={store} />
      {book?.closed && <Alert kind="info" text={closedText(t, book)} />}
      <div className="chm-body">
        <SplitPane
          leftWidth={320}
          leftLabel={t('month.patients')}
          rightLabel={t('month.title')}
          detailOpen={sheet.kind !== 'empty'}
          onBack={() => store.clear()}
          left={<MonthPatientsPanel store={store} />}
          right={
            <>
              {sheet.kind === 'empty' && <EmptyState text={t('month.choose')} help={t('month.chooseHelp')} />}
              {sheet.kind === 'loading' && <ListSkeleton />}
              {sheet.kind === 'failed' && <ErrorCard error={sheet.error} onRetry={() => void store.open(sheet.patientId)} />}
              {sheet.kind === 'open' && <MonthSheetPanel key={`${sheet.patientId}/${sheet.sheet.month}`} store={store} insured={insured} sheet={sheet.sheet} />}
            </>
          }
        />
      </div>
      <MonthSettleDialog store={store} />
      <MonthInsuredDialog store={insured} ways={store.ways} onStarted={(runId) => void runs.track(runId)} />
      <MonthRunDialog store={runs} ways={store.ways} insurable={book?.insurable ?? false} month={store.month} />
      <EditDialog
        form={closing?.form ?? null}
        title={t('month.close.title', { month: store.month })}
        width={520}
        columns={1}
        saveText={t('month.close.act')}
        onClose={() => store.endClose()}
        onSave={store.close}
        onSaved={() => store.reread()}
      >
        {closing && (
          <>
            <Alert kind="warning" text={t('month.close.ask', { month: closing.book.month })} />
            <p className="ch-soft">
              {closing.book.openCount === 0
                ? t('month.close.clean')
                : t('month.close.open', { n: closing.book.openCount, amount: yuan(closing.book.openPrice) })}
            </p>
          </>
        )}
      </EditDialog>
      <EditDialog
        form={reopening?.form ?? null}
        title={t('month.close.reopenTitle', { month: store.month })}
        width={520}
        columns={1}
        saveText={t('month.close.reopen')}
        onClose={() => store.endReopen()}
        onSave={store.reopen}
        onSaved={() => store.reread()}
      />
    </div>
  );
});
