import { Button, Modal, SideSheet, TextArea } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, AmountText, DateText, ErrorCard, ListPage, ListSkeleton, StatusTag } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { SettlementRow } from '../../../contract/index.ts';
import { MAX_REASON } from '../../../contract/limits.ts';
import { OPEN_STATES } from '../../../domain/settlement/settlement-states.ts';
import type { ExchangeStore } from '../../parts/exchange/exchange.store.ts';
import { SettlementPrints } from '../../parts/settlement/settlement-prints.tsx';
import { SettlementView } from '../../parts/settlement/settlement.view.tsx';
import { insutypeText, money, settlementStates, yuan } from '../../parts/words.ts';
import type { SettlementsStore } from './settlements.store.ts';

interface SettlementsTabProps {
  readonly store: SettlementsStore;
  readonly exchanges: ExchangeStore;
  /** Goes on with one that was begun. */
  readonly onResume: (row: SettlementRow) => void;
}

const sum = (rows: readonly SettlementRow[], key: 'medfee_sumamt' | 'fund_pay_sumamt' | 'acct_pay' | 'psn_cash_pay' | 'hosp_part_amt') =>
  money(rows.filter((row) => row.state === 'settled').reduce((all, row) => all + Math.round(row[key] * 100), 0) / 100);

/** Every settlement with the insurer, newest first. */
export const SettlementsTab = observer(function SettlementsTab({ store, exchanges, onResume }: SettlementsTabProps) {
  const { t, can } = usePlugin();
  const states = settlementStates(t);
  const amount = (prop: 'medfee_sumamt' | 'fund_pay_sumamt' | 'acct_pay' | 'psn_cash_pay' | 'hosp_part_amt') => ({
    prop,
    label: t(`amount.${prop}.short`),
    width: 104,
    align: 'right' as const,
    render: (row: SettlementRow) => <AmountText amount={money(row[prop])} />,
    summary: (rows: readonly SettlementRow[]) => <AmountText amount={sum(rows, prop)} strong />,
  });
  return (
    <>
      <ListPage
        label={t('desk.tab.settlements')}
        settingsKey="settlements"
        store={store.list}
        columns={[
          { prop: 'patientName', label: t('desk.patient'), minWidth: 110, fixed: 'left', always: true },
          { prop: 'state', label: t('desk.state'), width: 112, render: (row) => <StatusTag value={row.state} table={states} /> },
          { prop: 'insutype', label: t('desk.insutype'), width: 140, render: (row) => insutypeText(t, row.insutype) },
          amount('medfee_sumamt'),
          amount('fund_pay_sumamt'),
          amount('acct_pay'),
          amount('psn_cash_pay'),
          { ...amount('hosp_part_amt'), hiddenAtFirst: true },
          { prop: 'billNo', label: t('desk.billNo'), width: 168 },
          { prop: 'setl_id', label: t('desk.paper.setl'), width: 160, hiddenAtFirst: true },
          { prop: 'month', label: t('desk.month'), width: 90, hiddenAtFirst: true },
          { prop: 'createTime', label: t('desk.time'), width: 150, render: (row) => <DateText value={row.settleTime ?? row.createTime} /> },
          { prop: 'operatorName', label: t('desk.operator'), width: 96 },
        ]}
        search={[
          { kind: 'text', name: 'keyword', label: t('desk.searchPatient') },
          { kind: 'dateRange', name: 'day', label: t('desk.day'), max: 'today' },
          { kind: 'select', name: 'state', label: t('desk.state'), options: states },
        ]}
        rowActions={[
          { key: 'open', text: t('desk.open'), onClick: (row) => store.open(row.id) },
          { key: 'resume', text: t('desk.goOnShort'), button: 'btn_settle', visible: (row) => OPEN_STATES.includes(row.state), onClick: onResume },
        ]}
        onOpen={(row) => void store.open(row.id)}
        emptyText={t('desk.noSettlements')}
      />
      <SettlementDrawer store={store} onExchange={can('his.insurance.log') ? (id) => void exchanges.open(id) : undefined} />
      <CancelDialog store={store} />
    </>
  );
});

const SettlementDrawer = observer(function SettlementDrawer({
  store,
  onExchange,
}: {
  readonly store: SettlementsStore;
  readonly onExchange: ((id: string) => void) | undefined;
}) {
  const { t, can } = usePlugin();
  const { view } = store;
  const settlement = view.kind === 'open' ? view.settlement : null;
  const mayCancel = settlement?.state === 'settled' && can('his.insurance:btn_cancel');
  return (
    <SideSheet
      visible={view.kind !== 'closed'}
      title={t('desk.settlement')}
      width="min(920px, 100vw)"
      onCancel={() => store.close()}
      footer={
        settlement && (
          <div className="in-foot">
            {mayCancel && (
              <Button theme="light" type="danger" onClick={() => store.askCancel(settlement)}>
                {t('desk.cancel')}
              </Button>
            )}
            {/* Papers of other plugins come later than the rest: at the end they push nothing from under the pointer. */}
            {(settlement.state === 'settled' || settlement.state === 'cancelled') && <SettlementPrints settlement={settlement} />}
          </div>
        )
      }
    >
      {view.kind === 'loading' && <ListSkeleton />}
      {view.kind === 'failed' && <ErrorCard error={view.error} onRetry={() => void store.open(view.id)} />}
      {settlement && <SettlementView settlement={settlement} onExchange={onExchange} onLeave={() => store.close()} />}
    </SideSheet>
  );
});

const CancelDialog = observer(function CancelDialog({ store }: { readonly store: SettlementsStore }) {
  const { t } = usePlugin();
  const { ask } = store;
  return (
    <Modal
      visible={ask !== null}
      title={t('desk.cancel')}
      width="min(520px, calc(100vw - 24px))"
      centered
      maskClosable={false}
      keepDOM={false}
      onCancel={() => store.endAsk()}
      footer={
        <>
          <Button disabled={store.cancelling} onClick={() => store.endAsk()}>
            {t('desk.keep')}
          </Button>
          <Button theme="solid" type="danger" loading={store.cancelling} disabled={!ask?.reason.trim()} onClick={() => void store.cancel()}>
            {t('desk.cancelNow')}
          </Button>
        </>
      }
    >
      {ask && (
        <div className="in-ask">
          <p>
            {t('desk.cancelAsk', { name: ask.settlement.patientName, fund: yuan(ask.settlement.fund_pay_sumamt), cash: yuan(ask.settlement.psn_cash_pay) })}
            {ask.settlement.hosp_part_amt > 0 && ` ${t('desk.cancelHospital', { amount: yuan(ask.settlement.hosp_part_amt) })}`}
          </p>
          <TextArea
            autoFocus
            rows={2}
            maxLength={MAX_REASON}
            value={ask.reason}
            aria-label={t('desk.reason.title')}
            placeholder={t('desk.reason.title')}
            onChange={(reason) => store.typeReason(reason)}
          />
          {ask.problem && <Alert kind="error" text={ask.problem} />}
        </div>
      )}
    </Modal>
  );
});
