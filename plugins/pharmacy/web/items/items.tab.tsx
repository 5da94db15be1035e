import { usePlugin } from '@nephra/plugin-sdk/web';
import { type Column, EditDialog, ListPage, rangeSearch } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { ItemStock } from '../../contract/index.ts';
import type { ExpiryLevel } from '../../domain/stock/expiry.ts';
import { itemKinds, type Text } from '../vocabulary.ts';
import { HistoryDrawer } from './history.drawer.tsx';
import type { ItemSearch, ItemsStore } from './items.store.ts';

const columnsOf = (t: Text): Column<ItemStock>[] => [
  { prop: 'drugName', label: t('stock.drugName'), minWidth: 160, fixed: 'left', always: true },
  { prop: 'drugSpec', label: t('stock.drugSpec'), minWidth: 120 },
  { prop: 'kind', label: t('stock.kind'), width: 108, render: (row) => itemKinds(t).find((kind) => kind.value === row.kind)?.text },
  {
    prop: 'available',
    label: t('stock.available'),
    width: 120,
    align: 'right',
    text: (row) => `${row.available} ${row.unit}`,
    render: (row) => <span className={row.low ? 'ph-low' : undefined}>{`${row.available} ${row.unit}`}</span>,
  },
  { prop: 'minimum', label: t('item.minimum'), width: 112, align: 'right', render: (row) => (row.minimum > 0 ? `${row.minimum} ${row.unit}` : '–') },
  { prop: 'onHand', label: t('stock.onHand'), width: 96, align: 'right' },
  {
    prop: 'awaitingDisposal',
    label: t('stock.awaitingDisposal'),
    width: 104,
    align: 'right',
    render: (row) => (row.awaitingDisposal > 0 ? <span className="ph-low">{row.awaitingDisposal}</span> : '–'),
  },
  { prop: 'reserved', label: t('stock.reserved'), width: 88, align: 'right' },
  { prop: 'lots', label: t('stock.lots'), width: 72, align: 'right' },
  { prop: 'nearestExpiry', label: t('item.nearest'), width: 124, render: (row) => row.nearestExpiry ?? '–' },
  { prop: 'traceRequired', label: t('item.trace'), width: 96, render: (row) => (row.traceRequired ? t('item.traceOn') : '–') },
];

interface ItemsTabProps {
  readonly store: ItemsStore;
  /** Shows lots of this expiry, or of this item. */
  readonly onLots: (search: { level?: ExpiryLevel; item?: ItemStock }) => void;
}

/** Stock per item, what is below its minimum first; above it what needs a look. */
export const ItemsTab = observer(function ItemsTab({ store, onLots }: ItemsTabProps) {
  const { t } = usePlugin();
  const columns = useMemo(() => columnsOf(t), [t]);
  const { warnings, setting } = store;
  const marks = [
    { key: 'low', text: t('item.low'), count: warnings?.low, tone: 'danger', onClick: () => void store.items.search({ low: 'low' }) },
    { key: 'expired', text: t('level.expired'), count: warnings?.expired, tone: 'danger', onClick: () => onLots({ level: 'expired' }) },
    { key: 'near', text: t('level.near'), count: warnings?.near, tone: 'warning', onClick: () => onLots({ level: 'near' }) },
  ];
  return (
    <>
      <ListPage
        label={t('tabs.items')}
        settingsKey="items"
        store={store.items}
        index
        columns={columns}
        search={[
          { kind: 'text', name: 'keyword', label: t('stock.keyword'), placeholder: t('item.keywordHelp') },
          { kind: 'select', name: 'kind', label: t('stock.kind'), options: itemKinds(t) },
          {
            kind: 'select',
            name: 'low',
            label: t('item.state'),
            options: [
              { value: 'low', text: t('item.low') },
              { value: 'all', text: t('item.all') },
            ],
          },
          rangeSearch<Partial<ItemSearch>>('available', t('stock.available')),
        ]}
        rowActions={[
          { key: 'history', text: t('item.history'), onClick: (row) => store.showHistory(row) },
          { key: 'lots', text: t('item.lots'), onClick: (row) => onLots({ item: row }) },
          { key: 'setting', text: t('item.setting'), button: 'btn_setting', onClick: (row) => store.openSetting(row) },
        ]}
        rowClass={(row) => (row.low ? 'ph-item-low' : undefined)}
        onOpen={(row) => store.showHistory(row)}
      >
        <section className="ph-marks" aria-label={t('item.warnings')}>
          {marks.map((mark) => (
            <button key={mark.key} type="button" data-tone={mark.count ? mark.tone : undefined} onClick={mark.onClick}>
              <span>{mark.text}</span>
              <b>{mark.count ?? '–'}</b>
            </button>
          ))}
        </section>
      </ListPage>
      <EditDialog
        form={setting?.form ?? null}
        title={setting ? t('item.settingOf', { name: setting.item.drugName }) : ''}
        width={520}
        columns={1}
        onClose={() => store.endSetting()}
        onSave={store.saveSetting}
        onSaved={async () => {
          await Promise.all([store.items.reload(), store.loadWarnings()]);
        }}
      />
      <HistoryDrawer store={store} />
    </>
  );
});
