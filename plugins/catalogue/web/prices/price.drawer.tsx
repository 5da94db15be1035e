import { IconPlus, SideSheet } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import {
  Alert,
  Chart,
  type Column,
  DataTable,
  DateText,
  EditDialog,
  ErrorCard,
  ListSkeleton,
  PermissionButton,
  StatusTag,
  useStore,
} from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import type { EntryRow } from '../../contract/catalogue-entry.schema.ts';
import type { PriceHistory, PriceRow } from '../../contract/catalogue-price.schema.ts';
import { fullName, keeperOf, priceStates, priceText, type Text } from '../catalogue-words.ts';
import { EntryProposals } from '../entries/entry-proposals.tsx';
import { priceOption } from './price-chart.ts';
import { PriceStore } from './price.store.ts';
import '../catalogue.css';

const columnsOf = (t: Text, unit: string): Column<PriceRow>[] => [
  { prop: 'validFrom', label: t('catalogue.validFrom'), width: 112, render: (row) => <time dateTime={row.validFrom}>{row.validFrom}</time> },
  {
    prop: 'price',
    label: t('catalogue.field.price'),
    width: 116,
    align: 'right',
    render: (row) => (
      <span className={row.state === 'withdrawn' || row.state === 'overruled' ? 'catalogue-void' : undefined}>{`${priceText(row.price)}/${unit}`}</span>
    ),
  },
  { prop: 'state', label: t('catalogue.state'), width: 96, render: (row) => <StatusTag value={row.state} table={priceStates(t)} /> },
  {
    prop: 'reason',
    label: t('catalogue.reason'),
    minWidth: 160,
    render: (row) =>
      row.withdrawn ? t('catalogue.withdrawnBy', { reason: row.withdrawn.reason, name: row.withdrawn.userName }) : row.reason || t('catalogue.firstPrice'),
  },
  {
    prop: 'creatorName',
    label: t('catalogue.who'),
    width: 112,
    render: (row) => (row.confirmerName === '' ? row.creatorName || '–' : t('catalogue.byBoth', { name: row.creatorName, second: row.confirmerName })),
  },
  { prop: 'createdAt', label: t('catalogue.when'), width: 150, render: (row) => <DateText value={row.createdAt} /> },
];

/** Worth a try: the server knows whether something was prescribed at it. */
const mayGoBack = (row: PriceRow): boolean => row.state !== 'withdrawn' && row.reason !== '';

interface PriceDrawerProps {
  readonly row: EntryRow;
  readonly group: Parameters<typeof keeperOf>[0];
  /** Tells whether prices changed. */
  readonly onClose: (changed: boolean) => void;
}

/** Prices of an entry by day: step line, list, a new price, a planned one taken back. */
export const PriceDrawer = observer(function PriceDrawer({ row, group, onClose }: PriceDrawerProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new PriceStore(ctx, row.drugId));
  useEffect(() => void store.load(), [store]);
  const { shown, withdrawing } = store;
  const keeps = ctx.can('his.catalogue:btn_price') && ctx.can(`his.catalogue:${keeperOf(group)}`);
  return (
    <SideSheet visible title={t('catalogue.pricesOf', { name: fullName(row) })} width="min(880px, 100vw)" onCancel={() => onClose(store.changed)}>
      {shown.kind === 'loading' && <ListSkeleton />}
      {shown.kind === 'failed' && <ErrorCard error={shown.error} onRetry={() => void store.load()} />}
      {shown.kind === 'ready' && <Prices history={shown.data} store={store} keeps={keeps} />}
      <EditDialog
        form={store.adding}
        title={t('catalogue.newPrice')}
        width={520}
        saveText={t('catalogue.savePrice')}
        onClose={() => store.endAdding()}
        onSave={store.save}
      >
        {store.largeFrom !== null && shown.kind === 'ready' && (
          <Alert kind="warning" text={t('catalogue.largeHint', { price: priceText(store.largeFrom), limit: shown.data.changeLimit ?? 0 })} />
        )}
      </EditDialog>
      <EditDialog
        form={withdrawing?.form ?? null}
        title={t('catalogue.withdraw')}
        width={480}
        columns={1}
        saveText={t('catalogue.withdraw')}
        onClose={() => store.endWithdraw()}
        onSave={store.withdraw}
      >
        {withdrawing && (
          <Alert kind="warning" text={t('catalogue.withdrawAsk', { day: withdrawing.price.validFrom, price: priceText(withdrawing.price.price) })} />
        )}
      </EditDialog>
    </SideSheet>
  );
});

function Prices({ history, store, keeps }: { readonly history: PriceHistory; readonly store: PriceStore; readonly keeps: boolean }) {
  const { t } = usePlugin();
  const columns = useMemo(() => columnsOf(t, history.stockUnit), [t, history.stockUnit]);
  const option = useMemo(() => priceOption(history, { past: t('catalogue.priceUntil'), ahead: t('catalogue.pricePlanned') }), [history, t]);
  return (
    <div className="catalogue-prices">
      <div className="catalogue-now">
        <span>{t('catalogue.priceToday', { day: history.today })}</span>
        <strong>¥{priceText(history.price)}</strong>
        <span>/{history.stockUnit}</span>
        {keeps && (
          <PermissionButton button="btn_price" theme="solid" type="primary" icon={<IconPlus />} onClick={() => store.add()}>
            {t('catalogue.newPrice')}
          </PermissionButton>
        )}
      </div>
      <EntryProposals proposals={history.proposals} unit={history.stockUnit} />
      <Chart label={t('catalogue.pricesOf', { name: history.drugName })} option={option} height={220} />
      <DataTable
        label={t('catalogue.prices')}
        rows={history.list}
        columns={columns}
        rowKey={(row) => row.priceId}
        rowActions={
          keeps && history.list.some(mayGoBack)
            ? [
                {
                  key: 'withdraw',
                  text: t('catalogue.withdraw'),
                  button: 'btn_price',
                  danger: true,
                  visible: mayGoBack,
                  onClick: (row) => store.askWithdraw(row),
                },
              ]
            : undefined
        }
      />
    </div>
  );
}
