import { fen } from '@nephra/plugin-sdk/contract';
import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, type PayEntry, PayWayRow, pressPayWay, ReceiptCard, SumLine } from '@nephra/plugin-sdk/widgets';
import { useState } from 'react';
import type { Entry } from '../entry.ts';

const DUE = fen(8_050);
const EMPTY: PayEntry = { amount: null, tendered: null, reference: '' };

function Ways({ many, required }: { readonly many?: boolean; readonly required?: boolean }) {
  const { t } = usePlugin();
  const ways = many ? ['cash', 'app'] : required ? ['app'] : ['cash'];
  const [entries, setEntries] = useState<readonly PayEntry[]>(ways.map((_, at) => (at === 0 ? { ...EMPTY, amount: DUE } : EMPTY)));
  const open = fen(DUE - entries.reduce((sum, entry) => sum + (entry.amount ?? 0), 0));
  const set = (place: number, change: Partial<PayEntry>) => setEntries((old) => old.map((entry, at) => (at === place ? { ...entry, ...change } : entry)));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears keys that its own fields and buttons do not take
    <div className="ga-stack" onKeyDown={(event) => pressPayWay(event, event.currentTarget)}>
      {ways.map((way, at) => (
        <PayWayRow
          key={way}
          name={t(`sample.${way}`)}
          number={at + 1}
          givesChange={way === 'cash'}
          needsReference={required === true}
          entry={entries[at] ?? EMPTY}
          onChange={(change) => set(at, change)}
          onPayAll={() => setEntries(ways.map((_, place) => (place === at ? { ...EMPTY, amount: DUE } : EMPTY)))}
          onFill={() => set(at, { amount: fen((entries[at]?.amount ?? 0) + open) })}
          fillable={open > 0}
        />
      ))}
    </div>
  );
}
function Due() {
  const { t } = usePlugin();
  return <SumLine label={t('sample.due')} amount={DUE} explain={() => t('sample.help')} />;
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
    >
      <Button onClick={() => toast.success(t('sample.done'))}>{t('sample.print')}</Button>
    </ReceiptCard>
  );
}

export const payments: readonly Entry[] = [
  {
    name: 'PayWayRow',
    area: 'forms',
    code: `<PayWayRow name={way.name} number={at + 1} givesChange={way.givesChange} needsReference={way.needsReference} entry={row}\n  onChange={(change) => store.set(way.code, change)} onPayAll={() => store.payAllBy(way.code)} onFill={() => store.fillRest(way.code)} fillable={store.open > 0} />`,
    states: { usual: () => <Ways />, many: () => <Ways many />, required: () => <Ways required /> },
  },
  { name: 'SumLine', area: 'values', code: `<SumLine label={t('…')} amount={money} explain={() => …} />`, states: { usual: Due } },
  {
    name: 'ReceiptCard',
    area: 'values',
    code: `<ReceiptCard title={t('…')} number={{ label: t('…'), text: bill.number }} facts={[{ key: 'total', label: t('…'), value: <AmountText amount={money} /> }]}>\n  <Button>…</Button>\n</ReceiptCard>`,
    states: { usual: () => <Receipt />, long: () => <Receipt wide /> },
  },
];
