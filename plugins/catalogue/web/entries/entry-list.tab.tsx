import { IconPlus } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { type Column, ExportButton, ListPage, PermissionButton, rangeSearch, StatusTag } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { EntryGroup, EntryRow } from '../../contract/catalogue-entry.schema.ts';
import { controlOptions, enabledTable, gradeOptions, keeperOf, plainNumber, priceText, type Text, typeOptions, typesOf, yesNo } from '../catalogue-words.ts';
import { gradeText } from '../order-words.ts';
import type { EntryListStore, EntrySearch } from './entry-list.store.ts';

/** Name with what must not be overlooked: control class, cold chain, limited use. */
function EntryName({ row, t }: { readonly row: EntryRow; readonly t: Text }) {
  const marks = [
    ...(row.controlClass === '' ? [] : [{ key: 'control', text: t(`catalogue.control.${row.controlClass}`), tone: 'danger' }]),
    ...(row.coldChain ? [{ key: 'cold', text: t('catalogue.mark.cold'), tone: 'info' }] : []),
    ...(row.limitUseSign === 1 ? [{ key: 'limit', text: t('catalogue.mark.limit'), tone: 'warning' }] : []),
  ];
  return (
    <span className="catalogue-name">
      <span>{row.drugName}</span>
      {marks.map((mark) => (
        <span key={mark.key} className="catalogue-mark" data-tone={mark.tone}>
          {mark.text}
        </span>
      ))}
    </span>
  );
}

function columnsOf(t: Text, group: EntryGroup, onPrices: (row: EntryRow) => void): Column<EntryRow>[] {
  const isGoods = group === 'drug' || group === 'material';
  const field = (name: string): string => t(`catalogue.field.${name}`);
  const packing = (row: EntryRow): string => `${plainNumber(row.stockDmin)} ${row.preparaUnit}/${row.stockUnit}`;
  return [
    { prop: 'drugNumber', label: field('drugNumber'), width: 112, sortable: true },
    {
      prop: 'drugName',
      label: field('drugName'),
      minWidth: 230,
      fixed: 'left',
      always: true,
      sortable: true,
      render: (row) => <EntryName row={row} t={t} />,
      text: (row) => row.drugName,
    },
    ...(isGoods ? [{ prop: 'drugSpec', label: field('drugSpec'), minWidth: 150 }] : []),
    {
      prop: 'price',
      label: field('price'),
      width: 132,
      align: 'right',
      sortable: true,
      render: (row) => (
        <button type="button" className="catalogue-price" onClick={() => onPrices(row)}>
          {priceText(row.price)}
          <small>/{row.stockUnit}</small>
          <span className="nephra-visually-hidden"> {t('catalogue.showPrices', { name: row.drugName })}</span>
        </button>
      ),
    },
    { prop: 'enableMark', label: t('catalogue.state'), width: 104, render: (row) => <StatusTag value={row.enableMark} table={enabledTable(t)} /> },
    {
      prop: 'planned',
      label: t('catalogue.planned'),
      width: 156,
      render: (row) => row.planned && <span className="catalogue-planned">{`${row.planned.validFrom} ¥${priceText(row.planned.price)}`}</span>,
    },
    ...(isGoods
      ? [
          { prop: 'packing', label: t('catalogue.packing'), width: 112, render: packing },
          {
            prop: 'stockNumber',
            label: t('catalogue.stock'),
            width: 96,
            align: 'right',
            render: (row) => (row.stockNumber === null ? '–' : `${plainNumber(Math.floor(row.stockNumber))} ${row.stockUnit}`),
          } satisfies Column<EntryRow>,
        ]
      : []),
    ...(group === 'lab' ? [{ prop: 'specimen', label: field('specimen'), width: 96 }] : []),
    { prop: 'drugType', label: field('drugType'), width: 84, render: (row) => t(`drugType.${row.drugType}`), sortable: true },
    { prop: 'drugDirectoryType', label: field('grade'), width: 96, render: (row) => gradeText(t, row.drugDirectoryType) || '–' },
    { prop: 'drugCategory', label: field('drugCategory'), minWidth: 120, sortable: true },
    ...(isGoods ? [{ prop: 'drugChangjia', label: field('drugChangjia'), minWidth: 150, sortable: true }] : []),
    { prop: 'medicalInsCode', label: field('medicalInsCode'), minWidth: 130, hiddenAtFirst: true },
    { prop: 'approvalNumber', label: field('approvalNumber'), minWidth: 130, hiddenAtFirst: true },
    { prop: 'packageCount', label: t('catalogue.packages'), width: 84, align: 'right', hiddenAtFirst: true },
  ];
}

interface EntryListTabProps {
  readonly store: EntryListStore;
  readonly onPrices: (row: EntryRow) => void;
  readonly onAdjust: () => unknown;
}

/** One list of the catalogue. */
export const EntryListTab = observer(function EntryListTab({ store, onPrices, onAdjust }: EntryListTabProps) {
  const { t, can } = usePlugin();
  const { group, list } = store;
  const keeper = keeperOf(group);
  const keeps = can(`his.catalogue:${keeper}`);
  const adjusts = keeps && can('his.catalogue:btn_adjust');
  const columns = useMemo(() => columnsOf(t, group, onPrices), [t, group, onPrices]);
  return (
    <ListPage<EntryRow, EntrySearch>
      label={t(`catalogue.group.${group}`)}
      settingsKey={group}
      store={list}
      selection={adjusts ? 'multiple' : 'none'}
      columns={columns}
      search={[
        { kind: 'text', name: 'keyword', label: t('catalogue.keyword'), placeholder: t('catalogue.keywordHelp') },
        ...(typesOf(group).length > 1
          ? [{ kind: 'select', name: 'drugType', label: t('catalogue.field.drugType'), options: typeOptions(t, group) } as const]
          : []),
        { kind: 'select', name: 'grade', label: t('catalogue.field.grade'), options: gradeOptions(t) },
        { kind: 'select', name: 'enabled', label: t('catalogue.state'), options: enabledTable(t) },
        ...(group === 'drug'
          ? [
              {
                kind: 'select',
                name: 'controlClass',
                label: t('catalogue.field.controlClass'),
                options: [{ value: 'any', text: t('catalogue.control.any') }, ...controlOptions(t)],
              } as const,
            ]
          : []),
        ...(group === 'drug' || group === 'material'
          ? [{ kind: 'select', name: 'stockKept', label: t('catalogue.field.stockKept'), options: yesNo(t) } as const]
          : []),
        rangeSearch<Partial<EntrySearch>>('price', t('catalogue.field.price')),
        { kind: 'select', name: 'planned', label: t('catalogue.planned'), options: [{ value: 'yes', text: t('catalogue.plannedOnly') }] },
      ]}
      toolbar={[{ key: 'add', text: t('catalogue.add'), button: keeper, primary: true, icon: <IconPlus />, onClick: () => store.begin() }]}
      toolbarExtra={
        <>
          {keeps && (
            <PermissionButton className="catalogue-wide" button="btn_adjust" theme="light" type="tertiary" disabled={list.total === 0} onClick={onAdjust}>
              {list.selectedRows.length > 0 ? t('catalogue.adjust.some', { n: list.selectedRows.length }) : t('catalogue.adjust.found', { n: list.total })}
            </PermissionButton>
          )}
          <ExportButton className="catalogue-wide" button="btn_export" theme="light" type="tertiary" call={store.exportList} />
        </>
      }
      rowActions={[
        { key: 'edit', text: t('catalogue.edit'), button: keeper, onClick: (row) => store.begin(row) },
        { key: 'prices', text: t('catalogue.prices'), onClick: onPrices },
        { key: 'copy', text: t('catalogue.copy'), button: keeper, onClick: (row) => store.begin(row, 'copy') },
        {
          key: 'disable',
          text: t('catalogue.disable'),
          button: keeper,
          danger: true,
          visible: (row) => row.enableMark === 1,
          confirm: (row) => t(row.packageCount > 0 ? 'catalogue.disableAskPackages' : 'catalogue.disableAsk', { name: row.drugName, n: row.packageCount }),
          onClick: (row) => store.setEnabled(row, false),
        },
        { key: 'enable', text: t('catalogue.enable'), button: keeper, visible: (row) => row.enableMark === 0, onClick: (row) => store.setEnabled(row, true) },
      ]}
      rowClass={(row) => (row.enableMark === 0 ? 'catalogue-off' : undefined)}
      onOpen={(row) => (keeps ? store.begin(row) : onPrices(row))}
    />
  );
});
