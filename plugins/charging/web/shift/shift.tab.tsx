import { formatInstant } from '@nephra/plugin-sdk/contract';
import { Button, IconRefresh, TextArea } from '@nephra/plugin-sdk/ui';
import { useButtonPermission, usePlugin } from '@nephra/plugin-sdk/web';
import {
  Alert,
  AmountText,
  type Column,
  DateText,
  DescriptionList,
  EmptyState,
  ErrorCard,
  ListPage,
  ListSkeleton,
  MoneyInput,
  SumLine,
  useNarrow,
} from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type FormEvent, type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import type { OpenTakings, ShiftRow } from '../../contract/index.ts';
import { MAX_REASON } from '../../contract/limits.ts';
import { money, type Text, yuan } from '../vocabulary.ts';
import { billRange } from './bill-range.ts';
import { ShiftDrawer } from './shift.drawer.tsx';
import type { ShiftStore } from './shift.store.ts';
import { TakingsTable } from './takings.table.tsx';
import { usePrintShift } from './use-print-shift.ts';

const closingColumns = (t: Text): Column<ShiftRow>[] => [
  { prop: 'shiftNo', label: t('shift.no'), width: 168, fixed: 'left', always: true },
  { prop: 'cashierName', label: t('bills.cashier'), width: 112 },
  { prop: 'closedAt', label: t('shift.closedAt'), width: 152, render: (row) => <DateText value={row.closedAt} /> },
  { prop: 'chargeCount', label: t('shift.count'), width: 120, render: (row) => t('shift.bills', { charges: row.chargeCount, refunds: row.refundCount }) },
  { prop: 'netPrice', label: t('shift.net'), width: 120, align: 'right', render: (row) => <AmountText amount={money(row.netPrice)} strong /> },
  { prop: 'cashExpected', label: t('shift.expected'), width: 120, align: 'right', render: (row) => <AmountText amount={money(row.cashExpected)} /> },
  { prop: 'cashCounted', label: t('shift.counted'), width: 120, align: 'right', render: (row) => <AmountText amount={money(row.cashCounted)} /> },
  {
    prop: 'difference',
    label: t('shift.difference'),
    width: 104,
    align: 'right',
    render: (row) => (
      <AmountText
        amount={money(row.difference)}
        explain={() => <p className="ch-rule">{t('shift.differenceRule', { counted: yuan(row.cashCounted), expected: yuan(row.cashExpected) })}</p>}
      />
    ),
  },
  { prop: 'reason', label: t('shift.reason'), minWidth: 140 },
];

/** Counting the drawer, and every closing so far. */
export const ShiftTab = observer(function ShiftTab({ store }: { readonly store: ShiftStore }) {
  const { t } = usePlugin();
  const mayClose = useButtonPermission('btn_shift');
  const print = usePrintShift(store);
  const columns = useMemo(() => closingColumns(t), [t]);
  useEffect(() => {
    if (mayClose) void store.load();
  }, [store, mayClose]);
  return (
    <div className="ch-shift">
      {mayClose && <OpenShift store={store} />}
      <h2 className="ch-heading">{t('shift.closings')}</h2>
      <ListPage
        label={t('shift.closings')}
        settingsKey="shifts"
        store={store.closings}
        columns={columns}
        search={[{ kind: 'dateRange', name: 'day', label: t('shift.closedAt'), max: 'today' }]}
        rowActions={[
          { key: 'open', text: t('bills.open'), onClick: (row) => store.open(row.shiftId) },
          { key: 'print', text: t('print.short'), button: 'btn_print', onClick: (row) => print(row.shiftId) },
        ]}
        onOpen={(row) => void store.open(row.shiftId)}
      />
      <ShiftDrawer store={store} onPrint={print} />
    </div>
  );
});

const OpenShift = observer(function OpenShift({ store }: { readonly store: ShiftStore }) {
  const { t } = usePlugin();
  const { state } = store;
  return (
    <section className="ch-open-shift" aria-label={t('shift.open')}>
      <header className="ch-person">
        <h2>{t('shift.open')}</h2>
        {state.kind === 'ready' && state.takings.openedAt !== null && (
          <span className="ch-soft">
            {t('shift.since')} <DateText value={state.takings.openedAt} />
          </span>
        )}
        <Button theme="borderless" type="tertiary" icon={<IconRefresh />} aria-label={t('desk.refresh')} onClick={() => void store.load()} />
      </header>
      {state.kind === 'loading' && <ListSkeleton />}
      {state.kind === 'failed' && <ErrorCard error={state.error} onRetry={() => void store.load()} />}
      {state.kind === 'ready' && state.takings.ahead && (
        <Alert kind="warning" text={t('shift.ahead', { n: state.takings.ahead.bills, until: formatInstant(state.takings.ahead.until) })} />
      )}
      {state.kind === 'ready' && store.billCount === 0 && <EmptyState text={t('shift.nothing')} />}
      {state.kind === 'ready' && store.billCount > 0 && (
        <div className="ch-count">
          <div className="ch-count-left">
            <TakingsTable takings={state.takings} />
            <DescriptionList columns={2} items={billRange(t, state.takings)} />
          </div>
          <CountForm store={store} takings={state.takings} />
        </div>
      )}
    </section>
  );
});

const CountForm = observer(function CountForm({ store, takings }: { readonly store: ShiftStore; readonly takings: OpenTakings }) {
  const { t } = usePlugin();
  const { difference } = store;
  const cash = takings.ways.filter((way) => way.kind === 'cash');
  const form = useRef<HTMLFormElement>(null);
  const narrow = useNarrow();
  // The drawer is counted first. Who walks through the tabs by keys is not taken away from them; on a phone the keyboard would hide what was taken.
  useEffect(() => {
    const at = document.activeElement;
    const byKeys = at !== null && at !== document.body && at.matches(':focus-visible');
    if (!narrow && !byKeys) form.current?.querySelector<HTMLInputElement>('.ch-counted input')?.focus({ preventScroll: true });
  }, [narrow]);
  // Where the sum differs the button cannot be pressed yet: Enter goes on to the reason.
  const explain = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || store.ready) return;
    const reason = form.current?.querySelector('textarea');
    if (!reason) return;
    event.preventDefault();
    reason.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void store.close();
  };
  return (
    <form ref={form} className="ch-pay" aria-label={t('shift.counting')} onSubmit={submit}>
      <SumLine
        label={t('shift.expected')}
        amount={money(takings.cashExpected)}
        explain={() => (
          <ul className="ch-explained">
            {cash.map((way) => (
              <li key={way.payWay}>
                <span>{way.payWayName}</span>
                <span>{`${yuan(way.chargedPrice)} + (${yuan(way.refundPrice)}) = ${yuan(way.netPrice)}`}</span>
              </li>
            ))}
            {cash.length === 0 && <li>{t('shift.noCash')}</li>}
          </ul>
        )}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears a key that its field does not take */}
      <div className="ch-counted" onKeyDown={explain}>
        <span id="ch-counted">{t('shift.counted')}</span>
        <MoneyInput value={store.counted} onChange={(counted) => store.count(counted)} aria-label={t('shift.counted')} placeholder="0.00" />
      </div>
      <dl className="ch-change">
        <div data-open={difference !== null && difference !== 0 ? true : undefined}>
          <dt>{t(difference === null || difference === 0 ? 'shift.difference' : difference > 0 ? 'shift.over' : 'shift.missing')}</dt>
          <dd>
            <AmountText amount={difference} sign strong />
          </dd>
        </div>
      </dl>
      {difference !== null && difference !== 0 && (
        <div className="ch-refund-reason">
          <span>{t('shift.reason')}</span>
          <TextArea
            aria-label={t('shift.reason')}
            value={store.reason}
            onChange={(reason) => store.explain(reason)}
            maxCount={MAX_REASON}
            maxLength={MAX_REASON}
            rows={2}
            placeholder={t('shift.reasonHelp')}
          />
        </div>
      )}
      {store.fault && (
        <Alert kind={store.fault.unknown ? 'warning' : 'error'} text={store.fault.text}>
          <button type="button" className="nk-text-button" onClick={() => void store.load()}>
            {t('pay.reload')}
          </button>
        </Alert>
      )}
      <Button htmlType="submit" theme="solid" type="primary" size="large" block loading={store.closing} disabled={!store.ready}>
        {t('shift.close')}
      </Button>
    </form>
  );
});
