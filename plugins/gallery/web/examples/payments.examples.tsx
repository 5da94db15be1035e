import { fen, type Money } from '@nephra/plugin-sdk/contract';
import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import {
  AmountText,
  MoneyInput,
  type OfferedPayWay,
  type PayEntry,
  PayWays,
  type PayWaysStore,
  pressPayWay,
  ReceiptCard,
  SumLine,
  SumStrip,
} from '@nephra/plugin-sdk/widgets';
import { action, computed, makeObservable, observableRef } from 'mobx';
import { useState } from 'react';
import type { Entry } from '../entry.ts';

const DUE = fen(8_050);
const EMPTY: PayEntry = { amount: null, tendered: null, reference: '' };

/** The shortest store that a page could bring. */
class SampleWays implements PayWaysStore {
  rows: PayWaysStore['rows'];

  constructor(ways: readonly OfferedPayWay[]) {
    this.rows = ways.map((way, at) => ({ way, ...EMPTY, amount: at === 0 ? DUE : null }));
    makeObservable(this, { rows: observableRef, open: computed, set: action, payAllBy: action, payRestBy: action });
  }
  get open() {
    return fen(this.rows.reduce((left, row) => left - (row.amount ?? 0), Number(DUE)));
  }
  set(code: string, change: Partial<PayEntry>) {
    this.rows = this.rows.map((row) => (row.way.payWay === code ? { ...row, ...change } : row));
  }
  payAllBy(code: string) {
    this.rows = this.rows.map(({ way }) => ({ way, ...EMPTY, amount: way.payWay === code ? DUE : null }));
  }
  payRestBy(code: string) {
    const { open } = this;
    this.rows = this.rows.map((row) => (row.way.payWay === code ? { ...row, amount: fen((row.amount ?? 0) + open) } : row));
  }
}

function Ways({ many, required }: { readonly many?: boolean; readonly required?: boolean }) {
  const { t } = usePlugin();
  const codes = many ? ['cash', 'app'] : required ? ['app'] : ['cash'];
  const [payment] = useState(
    () =>
      new SampleWays(codes.map((payWay) => ({ payWay, payWayName: t(`sample.${payWay}`), givesChange: payWay === 'cash', needsReference: required === true }))),
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears keys that its own fields and buttons do not take
    <div onKeyDown={(event) => pressPayWay(event, event.currentTarget)}>
      <PayWays payment={payment} />
    </div>
  );
}
function Due() {
  const { t } = usePlugin();
  return <SumLine label={t('sample.due')} amount={DUE} explain={() => t('sample.help')} />;
}
function Sums() {
  const { t } = usePlugin();
  return (
    <SumStrip
      label={t('sample.price')}
      items={[
        { label: t('sample.drugs'), value: <AmountText amount={fen(2_050)} explain={() => t('sample.help')} /> },
        { label: t('sample.treatments'), value: <AmountText amount={fen(6_000)} explain={() => t('sample.help')} /> },
        { label: t('sample.packed'), value: <AmountText amount={fen(1_200)} />, tone: 'soft' },
      ]}
      end={{ label: t('sample.total'), value: <AmountText amount={DUE} strong sign explain={() => t('sample.help')} /> }}
    />
  );
}
function Counts() {
  const { t } = usePlugin();
  return (
    <SumStrip
      label={t('sample.stock')}
      items={[
        { label: t('sample.article'), value: 60, strong: true },
        { label: t('sample.expired'), value: 2, strong: true, tone: 'danger' },
      ]}
    />
  );
}
function WayBack() {
  const { t } = usePlugin();
  const [amount, setAmount] = useState<Money | null>(DUE);
  return (
    <SumStrip
      items={[{ label: t('sample.byCash'), value: <MoneyInput aria-label={t('sample.byCash')} value={amount} onChange={setAmount} />, field: true }]}
      end={{ label: t('sample.total'), value: <AmountText amount={amount} strong sign /> }}
    />
  );
}
function ManySums() {
  const { t } = usePlugin();
  return (
    <SumStrip
      items={Array.from({ length: 24 }, (_, at) => ({ label: t('sample.name', { n: at + 1 }), value: <AmountText amount={fen(at * 12_345)} /> }))}
      end={{ label: t('sample.total'), value: <AmountText amount={fen(3_407_220)} strong sign /> }}
    />
  );
}
function Receipt({ wide }: { readonly wide?: boolean }) {
  const { t, toast } = usePlugin();
  return (
    <ReceiptCard
      wide={wide}
      title={t('sample.done')}
      number={{ label: t('sample.receiptNo'), text: 'SIM20260302001', note: wide ? t('sample.help') : undefined }}
      facts={[
        { key: 'due', label: t('sample.due'), value: <AmountText amount={DUE} strong sign /> },
        { key: 'cash', label: t('sample.cash'), value: <AmountText amount={fen(10_000)} /> },
        { key: 'change', label: t('sample.change'), value: <AmountText amount={fen(1_950)} strong sign />, large: true },
      ]}
      next={
        <Button theme="solid" type="primary" onClick={() => toast.success(t('sample.done'))}>
          {t('sample.next')}
        </Button>
      }
    >
      <Button onClick={() => toast.success(t('sample.done'))}>{t('sample.print')}</Button>
    </ReceiptCard>
  );
}

export const payments: readonly Entry[] = [
  {
    name: 'PayWays',
    area: 'forms',
    code: `<form onKeyDown={(event) => pressPayWay(event, event.currentTarget)}>\n  <PayWays payment={store.payment} />\n</form>`,
    states: { usual: () => <Ways />, many: () => <Ways many />, required: () => <Ways required /> },
  },
  { name: 'SumLine', area: 'values', code: `<SumLine label={t('…')} amount={money} explain={() => …} />`, states: { usual: Due } },
  {
    name: 'SumStrip',
    area: 'values',
    code: `<SumStrip label={t('…')} items={[{ label: t('…'), value: <AmountText amount={money} explain={() => …} /> }]} end={{ label: t('…'), value: <AmountText amount={total} strong sign /> }} />`,
    states: { usual: Sums, multiple: Counts, many: ManySums, required: WayBack },
  },
  {
    name: 'ReceiptCard',
    area: 'values',
    code: `<ReceiptCard title={t('…')} number={{ label: t('…'), text: bill.number }} facts={[{ key: 'total', label: t('…'), value: <AmountText amount={money} /> }]}>\n  <Button>…</Button>\n</ReceiptCard>`,
    states: { usual: () => <Receipt />, long: () => <Receipt wide /> },
  },
];
