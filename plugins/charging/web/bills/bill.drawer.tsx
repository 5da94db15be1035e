import { subtractMoney } from '@nephra/plugin-sdk/contract';
import { SideSheet } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import {
  AmountText,
  DataTable,
  DateText,
  DescriptionList,
  ErrorCard,
  ListSkeleton,
  PermissionButton,
  StatusTag,
  SumStrip,
  PatientLink,
  useNarrow,
} from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { BillRecord } from '../../contract/index.ts';
import { lineColumns } from '../line-columns.tsx';
import { BillPapers } from '../print/bill-papers.tsx';
import { billStates, money, payerText, personText, yuan } from '../vocabulary.ts';
import { InsurerMark } from './insurer-mark.tsx';
import type { BillsStore } from './bills.store.ts';

interface BillDrawerProps {
  readonly store: BillsStore;
  /** Somebody goes on to the patient's file: what lies over the page closes. */
  readonly onLeave: () => void;
}

/** One bill with its lines and payments, beside the list. */
export const BillDrawer = observer(function BillDrawer({ store, onLeave }: BillDrawerProps) {
  const { t } = usePlugin();
  const { view } = store;
  const bill = view.kind === 'open' ? view.bill : null;
  return (
    <SideSheet
      visible={view.kind !== 'closed'}
      title={t('bills.drawer')}
      width="min(760px, 100vw)"
      onCancel={() => store.close()}
      footer={
        bill && (
          <div className="ch-drawer-foot">
            {(bill.state === 'charged' || bill.state === 'partly') && (
              <PermissionButton button="btn_cancel" theme="light" danger onClick={() => store.askRefund(bill)}>
                {t('cancel.act')}
              </PermissionButton>
            )}
            {/* Some of them come from other plugins, later than the rest: the refund is not pushed from under the pointer, nor a paper onto its place. */}
            <BillPapers bill={bill} />
          </div>
        )
      }
    >
      {view.kind === 'loading' && <ListSkeleton />}
      {view.kind === 'failed' && <ErrorCard error={view.error} onRetry={() => void store.open(view.chargeId)} />}
      {bill && <BillBody bill={bill} onOpen={(chargeId) => void store.open(chargeId)} onLeave={onLeave} />}
    </SideSheet>
  );
});

interface BillBodyProps extends Pick<BillDrawerProps, 'onLeave'> {
  readonly bill: BillRecord;
  readonly onOpen: (chargeId: string) => void;
}

function BillBody({ bill, onOpen, onLeave }: BillBodyProps) {
  const { t } = usePlugin();
  const narrow = useNarrow();
  const columns = useMemo(() => lineColumns(t, narrow), [t, narrow]);
  return (
    <div className="ch-bill">
      <header className="ch-person">
        <h3>{bill.billNo}</h3>
        <StatusTag value={bill.state} table={billStates(t)} />
        {bill.simulated ? <span className="ch-simulated">{t('print.simulated')}</span> : <InsurerMark bill={bill} />}
        <AmountText amount={money(bill.totalPrice)} strong sign explain={() => <SumRule bill={bill} />} />
      </header>
      <DescriptionList
        columns={2}
        items={[
          {
            label: t('bills.patient'),
            value: (
              <>
                <PatientLink patientId={bill.patientId} name={bill.patientName} onFollow={onLeave} /> · {personText(t, bill)}
              </>
            ),
          },
          { label: t('bills.outpatientCode'), value: bill.outpatientCode },
          { label: t('bills.payer'), value: payerText(t, bill.reimWay) },
          { label: t('bills.prescriptions'), value: bill.dpNumbers.join(t('listMark')) },
          { label: t('bills.chargeTime'), value: <DateText value={bill.chargeTime} /> },
          { label: t('bills.cashier'), value: bill.cashierName },
          ...(bill.state === 'refund'
            ? [
                { label: t('bills.originalNo'), value: bill.counterBillNo },
                { label: t('cancel.reason'), value: bill.reason },
              ]
            : []),
        ]}
      />
      <DataTable label={t('desk.lines')} rows={bill.lines} columns={columns} rowKey={(line) => line.detailId} index={!narrow} />
      <SumStrip
        items={[
          ...bill.payments.map((payment) => ({
            key: payment.payWay,
            label: payment.reference ? `${payment.payWayName} (${payment.reference})` : payment.payWayName,
            value: (
              <AmountText
                amount={money(payment.amount)}
                explain={() => (
                  <p className="ch-rule">
                    {bill.state === 'refund'
                      ? t('bills.backRule')
                      : t('bills.paidRule', { tendered: yuan(payment.tendered), change: yuan(payment.change), amount: yuan(payment.amount) })}
                  </p>
                )}
              />
            ),
          })),
          bill.change > 0 && {
            label: t('bills.tenderedChange'),
            tone: 'soft',
            value: (
              <>
                <AmountText amount={money(bill.tendered)} /> / <AmountText amount={money(bill.change)} />
              </>
            ),
          },
        ]}
        end={{
          label: t('totals.totalPrice'),
          value: <AmountText amount={money(bill.totalPrice)} strong sign explain={() => <SumRule bill={bill} />} />,
        }}
      />
      {(bill.refunds.length > 0 || bill.hiddenRefundPrice !== 0) && <RefundHistory bill={bill} onOpen={onOpen} />}
    </div>
  );
}

/** Every refund of the bill, and what is left. */
function RefundHistory({ bill, onOpen }: { readonly bill: BillRecord; readonly onOpen: (chargeId: string) => void }) {
  const { t } = usePlugin();
  return (
    <section className="ch-history" aria-label={t('refund.history')}>
      <h4>{t('refund.history')}</h4>
      <ol>
        {bill.refunds.map((refund) => (
          <li key={refund.chargeId}>
            <button type="button" className="nk-text-button" onClick={() => onOpen(refund.chargeId)}>
              {refund.billNo}
            </button>
            <span className="ch-soft">
              <DateText value={refund.chargeTime} /> · {refund.cashierName}
            </span>
            <span className="ch-cut" title={refund.reason}>
              {refund.reason}
            </span>
            <AmountText amount={money(refund.totalPrice)} />
          </li>
        ))}
        {bill.hiddenRefundPrice !== 0 && (
          <li>
            <span className="ch-soft ch-history-hidden">{t('refund.hidden')}</span>
            <AmountText amount={money(bill.hiddenRefundPrice)} />
          </li>
        )}
      </ol>
      <p className="ch-history-left">
        <span>{t('refund.left')}</span>
        <AmountText
          amount={subtractMoney(money(bill.totalPrice), money(bill.refundedPrice))}
          strong
          explain={() => <p className="ch-rule">{t('refund.leftRule', { total: yuan(bill.totalPrice), refunded: yuan(bill.refundedPrice) })}</p>}
        />
      </p>
    </section>
  );
}

/** Quantity × price of every line. */
function SumRule({ bill }: { readonly bill: BillRecord }) {
  return (
    <ul className="ch-explained">
      {bill.lines.map((line) => (
        <li key={line.detailId}>
          <span>{line.drugName}</span>
          <span>{`${line.drugNum} × ${line.price} = ${yuan(line.subTotal)}`}</span>
        </li>
      ))}
    </ul>
  );
}
