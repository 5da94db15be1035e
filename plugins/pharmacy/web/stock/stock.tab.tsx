import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, type Column, ListPage, type Status, StatusTag, SumStrip, type SumStripItem } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { LotRow } from '../../contract/index.ts';
import { expiryLevels, itemKinds, money, type Text } from '../vocabulary.ts';
import type { StockStore } from './stock.store.ts';

/** Blocked beats every colour of expiry. */
const stateOf = (row: LotRow): string => (row.frozen ? 'frozen' : row.level);
const states = (t: Text): Status[] => [...expiryLevels(t), { value: 'frozen', text: t('stock.isFrozen'), tone: 'danger' }];

const columnsOf = (t: Text): Column<LotRow>[] => [
  { prop: 'drugName', label: t('stock.drugName'), minWidth: 150, fixed: 'left', always: true },
  { prop: 'drugSpec', label: t('stock.drugSpec'), minWidth: 110 },
  { prop: 'lotNo', label: t('stock.lotNo'), width: 112 },
  { prop: 'expiresOn', label: t('stock.expiresOn'), width: 108, render: (row) => <time dateTime={row.expiresOn}>{row.expiresOn}</time> },
  { prop: 'level', label: t('stock.level'), width: 124, render: (row) => <StatusTag value={stateOf(row)} table={states(t)} /> },
  { prop: 'onHand', label: t('stock.onHand'), width: 96, align: 'right', render: (row) => `${row.onHand} ${row.unit}` },
  { prop: 'reserved', label: t('stock.reserved'), width: 92, align: 'right' },
  { prop: 'available', label: t('stock.available'), width: 92, align: 'right' },
  {
    prop: 'awaitingDisposal',
    label: t('stock.awaitingDisposal'),
    width: 104,
    align: 'right',
    render: (row) => row.awaitingDisposal > 0 && <span className="ph-low">{row.awaitingDisposal}</span>,
  },
  { prop: 'location', label: t('stock.location'), width: 88 },
  { prop: 'daysLeft', label: t('stock.daysLeft'), width: 96, align: 'right', hiddenAtFirst: true },
  { prop: 'cost', label: t('stock.cost'), width: 100, align: 'right', hiddenAtFirst: true, permission: 'cost', render: (row) => row.cost?.toFixed(4) ?? '' },
  { prop: 'kind', label: t('stock.kind'), width: 80, hiddenAtFirst: true, render: (row) => itemKinds(t).find((kind) => kind.value === row.kind)?.text },
  { prop: 'drugChangjia', label: t('stock.maker'), minWidth: 140, hiddenAtFirst: true },
  { prop: 'frozenReason', label: t('freeze.reason'), minWidth: 140, hiddenAtFirst: true },
];

/** Lots, earliest expiry first, coloured by how near that is. */
export const StockTab = observer(function StockTab({ store, onLedger }: { readonly store: StockStore; readonly onLedger: (lot: LotRow) => void }) {
  const { t } = usePlugin();
  const columns = useMemo(() => columnsOf(t), [t]);
  const { total } = store;
  const levels = expiryLevels(t);
  const figure = (label: string, value: number | undefined, tone?: SumStripItem['tone']): SumStripItem => ({
    label,
    value: value ?? '–',
    strong: true,
    tone: value ? tone : undefined,
  });
  return (
    <ListPage
      label={t('tabs.stock')}
      settingsKey="stock"
      store={store.lots}
      index
      columns={columns}
      search={[
        { kind: 'text', name: 'keyword', label: t('stock.keyword'), placeholder: t('stock.keywordHelp') },
        { kind: 'select', name: 'level', label: t('stock.level'), options: levels },
        { kind: 'select', name: 'kind', label: t('stock.kind'), options: itemKinds(t) },
        {
          kind: 'select',
          name: 'amount',
          label: t('stock.onHand'),
          options: [
            { value: 'left', text: t('stock.left') },
            { value: 'all', text: t('stock.showEmpty') },
          ],
        },
      ]}
      rowActions={[
        { key: 'ledger', text: t('ledger.open'), onClick: onLedger },
        {
          key: 'adjust',
          text: t('adjust.act'),
          button: 'btn_adjust',
          visible: (row) => row.unreserved > 0 || row.level !== 'expired',
          onClick: (row) => store.askAdjust(row),
        },
        { key: 'freeze', text: t('freeze.act'), button: 'btn_freeze', danger: true, visible: (row) => !row.frozen, onClick: (row) => store.askFreeze(row) },
        {
          key: 'free',
          text: t('freeze.free'),
          button: 'btn_freeze',
          visible: (row) => row.frozen,
          confirm: (row) => t('freeze.freeAsk', { lot: row.lotNo, reason: row.frozenReason }),
          onClick: (row) => store.unfreeze(row),
        },
      ]}
      rowClass={(row) => (row.frozen ? 'ph-lot-frozen' : `ph-lot-${row.level}`)}
      onOpen={onLedger}
    >
      <SumStrip
        label={t('stock.totals')}
        items={[
          figure(t('stock.lots'), total?.lots),
          figure(t('level.expired'), total?.expired, 'danger'),
          figure(t('level.near'), total?.near, 'warning'),
          figure(t('level.soon'), total?.soon),
          figure(t('stock.isFrozen'), total?.frozen),
          ...(total?.expiredPrice
            ? [{ label: t('stock.expiredValue'), value: <AmountText amount={money(total.expiredPrice)} />, tone: 'danger' as const }]
            : []),
        ]}
        end={total?.costPrice !== undefined && { label: t('stock.value'), value: <AmountText amount={money(total.costPrice)} strong /> }}
      />
    </ListPage>
  );
});
