import { formatMoney, quantityFromWire, quantityToWire } from '@nephra/plugin-sdk/contract';
import { Button, Modal, TextArea } from '@nephra/plugin-sdk/ui';
import { SlotOutlet, usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, AmountText, ErrorCard, ListSkeleton, MoneyInput, QuantityInput, SumStrip } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { BillRecord, RefundLine } from '../../contract/index.ts';
import { MAX_REASON } from '../../contract/limits.ts';
import { leftByWay, type PaidWay } from '../../domain/refund-plan.ts';
import { money, yuan } from '../vocabulary.ts';
import type { RefundStore } from './refund.store.ts';

interface RefundDialogProps {
  readonly store: RefundStore | null;
  readonly onClose: () => void;
  readonly onDone: (refund: BillRecord) => unknown;
  /** What an insurer settled went back; these prescriptions wait to be charged anew. */
  readonly onRest: (dpIds: readonly string[]) => unknown;
}

/** Which lines go back, how many of each, and by which ways. */
export const RefundDialog = observer(function RefundDialog({ store, onClose, onDone, onRest }: RefundDialogProps) {
  const { t } = usePlugin();
  const send = async () => {
    const refund = await store?.send();
    if (!refund) return;
    onClose();
    await onDone(refund);
  };
  return (
    <Modal
      visible={store !== null}
      title={store ? t('refund.title', { no: store.bill.billNo, name: store.bill.patientName }) : ''}
      width="min(860px, calc(100vw - 24px))"
      centered
      maskClosable={false}
      keepDOM={false}
      onCancel={() => {
        if (!store?.sending) onClose();
      }}
      bodyStyle={{ maxHeight: 'calc(100dvh - 220px)', overflow: 'auto' }}
      footer={
        <div className="ch-refund-foot">
          <Button onClick={onClose} disabled={store?.sending}>
            {t('refund.back')}
          </Button>
          {store?.insured && (
            <SlotOutlet
              point="charging/insured-refund@1"
              props={{
                ...store.wish,
                onBusy: (busy) => store.busy(busy),
                onDone(dpIds) {
                  onClose();
                  void onRest(dpIds);
                },
              }}
            />
          )}
          {store && !store.insured && !store.barred && (
            <Button theme="solid" type="danger" loading={store.sending} disabled={!store.ready} onClick={() => void send()}>
              {store.total > 0 ? t('refund.actOf', { amount: formatMoney(store.total) }) : t('cancel.act')}
            </Button>
          )}
        </div>
      }
    >
      {store && <RefundBody store={store} />}
    </Modal>
  );
});

const RefundBody = observer(function RefundBody({ store }: { readonly store: RefundStore }) {
  const { t } = usePlugin();
  const { state, plan } = store;
  if (state.kind === 'loading') return <ListSkeleton />;
  if (state.kind === 'failed') return <ErrorCard error={state.error} onRetry={() => void store.load()} />;
  if (store.barred) return <Alert kind="warning" text={t(`errors.${store.barred.key}`, store.barred.params)} />;
  return (
    <div className="ch-refund">
      <div className="ch-refund-quick">
        <Button size="small" onClick={() => store.wantAll()}>
          {t('refund.all')}
        </Button>
        <Button size="small" theme="borderless" type="tertiary" onClick={() => store.wantNone()}>
          {t('refund.none')}
        </Button>
        {state.preview.refundedPrice > 0 && <span className="ch-soft">{t('refund.before', { amount: yuan(state.preview.refundedPrice) })}</span>}
      </div>
      <ul className="ch-refund-lines" aria-label={t('refund.lines')}>
        {state.preview.lines.map((line) => (
          <RefundLineRow key={line.detailId} line={line} store={store} />
        ))}
      </ul>
      {store.insured ? <InsuredSums store={store} /> : <RefundSums store={store} />}
      {'key' in plan && plan.key !== 'charging.refund-empty' && <Alert kind="warning" text={t(`errors.${plan.key}`, plan.params)} />}
      {!store.insured && store.entries.length > 0 && 'key' in store.wayPlan && (
        <Alert kind="warning" text={t(`errors.${store.wayPlan.key}`, store.wayPlan.params)} />
      )}
      {store.fault?.kind === 'unknown' && <Alert kind="warning" text={t('refund.unknown')} />}
      {store.fault?.kind === 'refused' && (
        <Alert kind="error" text={store.fault.text}>
          <button type="button" className="nk-text-button" onClick={() => void store.load()}>
            {t('pay.reload')}
          </button>
        </Alert>
      )}
      <div className="ch-refund-reason">
        <span>{t('cancel.reason')}</span>
        <TextArea
          aria-label={t('cancel.reason')}
          value={store.reason}
          onChange={(reason) => store.explainReason(reason)}
          maxCount={MAX_REASON}
          maxLength={MAX_REASON}
          rows={2}
          placeholder={t('cancel.reasonHelp')}
        />
      </div>
    </div>
  );
});

/** What goes back, and by which ways. */
const RefundSums = observer(function RefundSums({ store }: { readonly store: RefundStore }) {
  const { t } = usePlugin();
  const several = store.openWays.length > 1;
  return (
    <>
      <SumStrip
        items={store.openWays.map((way) => ({
          key: way.payWay,
          label: t('refund.by', { way: way.name }),
          value: several ? <RefundWayField way={way} store={store} /> : <RefundWayAmount way={way} store={store} />,
          field: several,
        }))}
        end={{ label: t('refund.total'), value: <AmountText amount={store.total} strong sign explain={() => <TotalRule store={store} />} /> }}
      />
      {several && <p className="ch-soft ch-refund-help">{t('refund.waysHelp')}</p>}
    </>
  );
});

/** What an insurer settled goes back as a whole: what of it is given back, and what is charged anew. */
const InsuredSums = observer(function InsuredSums({ store }: { readonly store: RefundStore }) {
  const { t } = usePlugin();
  if (store.state.kind !== 'ready') return null;
  const { billNo, setlId } = store.state.preview;
  return (
    <>
      <SumStrip
        items={[!store.wish.whole && { label: t('refund.remains'), value: <AmountText amount={store.remains} /> }]}
        end={{ label: t('refund.goesBack'), value: <AmountText amount={store.total} strong sign explain={() => <TotalRule store={store} />} /> }}
      />
      <Alert kind="info" text={t(store.wish.whole ? 'refund.insuredWhole' : 'refund.insuredPart', { billNo, setlId, rest: formatMoney(store.remains) })} />
    </>
  );
});

interface RefundWayProps {
  readonly way: PaidWay;
  readonly store: RefundStore;
}

/** The only way back: what goes by it. */
const RefundWayAmount = observer(function RefundWayAmount({ way, store }: RefundWayProps) {
  const { t } = usePlugin();
  const amount = store.byWay(way.payWay);
  return (
    <AmountText
      amount={amount}
      explain={() => (
        <p className="ch-rule">
          {t('refund.wayRule', {
            paid: formatMoney(way.paid),
            refunded: formatMoney(way.refunded),
            total: formatMoney(store.total),
            amount: formatMoney(amount),
          })}
        </p>
      )}
    />
  );
});

/** One of several ways back: how much goes by it, up to what it brought. */
const RefundWayField = observer(function RefundWayField({ way, store }: RefundWayProps) {
  const { t } = usePlugin();
  const amount = store.byWay(way.payWay);
  const most = leftByWay(way);
  return (
    <span className="ch-refund-way">
      <MoneyInput
        value={amount}
        invalid={amount > most || amount < 0}
        aria-label={t('refund.by', { way: way.name })}
        disabled={store.entries.length === 0}
        onChange={(next) => store.chooseWay(way.payWay, next)}
      />
      <span className="ch-soft">{t('refund.most', { most: formatMoney(most) })}</span>
    </span>
  );
});

const RefundLineRow = observer(function RefundLineRow({ line, store }: { readonly line: RefundLine; readonly store: RefundStore }) {
  const { t } = usePlugin();
  const wanted = store.wanted.get(line.detailId);
  const entry = store.entries.find((one) => one.detailId === line.detailId);
  const facts = [
    t('refund.sold', { n: line.drugNum, unit: line.drugNumUnit, price: line.price.toFixed(4).replace(/0{1,2}$/, '') }),
    line.refundedNum > 0 ? t('refund.gone', { n: line.refundedNum, unit: line.drugNumUnit }) : '',
    line.withPatientNum > 0 ? t('refund.out', { n: line.withPatientNum, unit: line.drugNumUnit }) : '',
  ];
  return (
    <li data-chosen={(wanted ?? 0) > 0 || undefined} data-blocked={line.block !== '' || undefined}>
      <span className="ch-refund-name">
        <span>
          {line.drugName} <span className="ch-soft">{line.drugSpec}</span>
        </span>
        <span className="ch-soft">{facts.filter(Boolean).join(' · ')}</span>
      </span>
      {line.block === '' ? (
        <span className="ch-refund-number">
          <QuantityInput
            value={wanted ?? null}
            unit={line.drugNumUnit}
            placeholder="0"
            invalid={quantityToWire(wanted ?? quantityFromWire(0)) > line.refundableNum}
            aria-label={t('refund.howMany', { name: line.drugName, most: line.refundableNum, unit: line.drugNumUnit })}
            onChange={(next) => store.want(line.detailId, next)}
          />
          <span className="ch-soft">{t('refund.most', { most: line.refundableNum })}</span>
        </span>
      ) : (
        <span className="ch-refund-block">{t(`refund.block.${line.block}`)}</span>
      )}
      <AmountText
        amount={entry?.subTotal ?? money(0)}
        explain={entry ? () => <p className="ch-rule">{lineRule(t, line, quantityToWire(entry.quantity), entry.subTotal)}</p> : undefined}
      />
    </li>
  );
});

/** How a line's part came about: price × all that went back so far, less what earlier refunds gave. */
const lineRule = (t: ReturnType<typeof usePlugin>['t'], line: RefundLine, quantity: number, amount: Parameters<typeof formatMoney>[0]): string =>
  line.refundedNum > 0
    ? t('refund.lineRuleLater', {
        price: line.price.toFixed(4),
        all: line.refundedNum + quantity,
        before: yuan(line.refundedPrice),
        amount: formatMoney(amount),
      })
    : t('refund.lineRule', { price: line.price.toFixed(4), n: quantity, amount: formatMoney(amount) });

const TotalRule = observer(function TotalRule({ store }: { readonly store: RefundStore }) {
  const { t } = usePlugin();
  return (
    <ul className="ch-explained">
      {store.entries.length === 0 && <li>{t('errors.charging.refund-empty')}</li>}
      {store.entries.map((entry) => {
        const line = store.lines.find((one) => one.detailId === entry.detailId);
        return (
          <li key={entry.detailId}>
            <span>{line?.drugName}</span>
            <span>{line && lineRule(t, line, quantityToWire(entry.quantity), entry.subTotal)}</span>
          </li>
        );
      })}
    </ul>
  );
});
