import { moneyFromWire } from '@nephra/plugin-sdk/contract';
import { SideSheet } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, type Column, DateText, ExportButton, ListPage, MenuLink } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useCallback, useMemo } from 'react';
import { valueText } from '../domain/figure-text.ts';
import type { FiguresStore } from './figures.store.ts';
import type { FigureColumnView, FigureRow, RowsStore } from './rows.store.ts';
import { periodText } from './words.ts';

const NUMBERS: readonly FigureColumnView['kind'][] = ['count', 'yuan', 'percent'];
const WIDTHS: Partial<Record<FigureColumnView['kind'], number>> = { day: 116, time: 152, count: 104, yuan: 128, percent: 104 };

function cellContent(kind: FigureColumnView['kind'], value: string | number | null | undefined): ReactNode {
  if (value === null || value === undefined || value === '') return '–';
  if (kind === 'time') return <DateText value={value} />;
  if (typeof value === 'string' || kind === 'text' || kind === 'day') return String(value);
  return kind === 'yuan' ? <AmountText amount={moneyFromWire(value)} /> : valueText(kind, value);
}

/** Whole numbers of bills and prescriptions. */
const LEADING_WIDTH = 176;

/** Columns as the panel gave them; the first one leads to the row's page. */
function columnsOf(columns: readonly FigureColumnView[], onFollow: () => void): Column<FigureRow>[] {
  return columns.map(({ key, label, kind }, place) => ({
    prop: key,
    label,
    ...(WIDTHS[kind] === undefined ? { minWidth: place === 0 ? LEADING_WIDTH : 112 } : { width: WIDTHS[kind] }),
    ...(NUMBERS.includes(kind) ? { align: 'right' as const } : {}),
    ...(place === 0 ? { fixed: 'left' as const } : {}),
    render: ({ cells, opens }) => {
      const content = cellContent(kind, cells[key]);
      if (place > 0 || opens === null) return content;
      return (
        <MenuLink menu={opens.menu} query={opens.query} onFollow={onFollow}>
          {content}
        </MenuLink>
      );
    },
  }));
}

/** What a figure is made of: its rows, a page at a time, each leading on. */
export const RowsDrawer = observer(function RowsDrawer({ store }: { readonly store: FiguresStore }) {
  const { t } = usePlugin();
  const { opened } = store;
  const close = useCallback(() => store.close(), [store]);
  return (
    <SideSheet visible={opened !== null} title={t('rows.title')} width="min(960px, 100vw)" onCancel={close}>
      {opened && <Rows rows={opened} onFollow={close} />}
    </SideSheet>
  );
});

const Rows = observer(function Rows({ rows, onFollow }: { readonly rows: RowsStore; readonly onFollow: () => void }) {
  const { t, navigate, pageAddress } = usePlugin();
  const { opened, list } = rows;
  const columns = useMemo(() => columnsOf(rows.columns, onFollow), [rows.columns, onFollow]);
  const title = opened.title.join(t('titleMark'));
  const follow = ({ opens }: FigureRow) => {
    const address = opens && pageAddress(opens.menu, opens.query);
    if (!address) return;
    onFollow();
    navigate(address);
  };
  return (
    <div className="fg-rows">
      <header className="fg-rows-head">
        <div>
          <h3>{title}</h3>
          <small>{opened.day ?? periodText(t, opened.period)}</small>
        </div>
        {opened.value !== '' && <strong className="fg-rows-value">{opened.value}</strong>}
      </header>
      <ListPage
        label={title}
        store={list}
        columns={columns}
        columnSettings={false}
        index
        onOpen={follow}
        emptyText={t('rows.none')}
        toolbarExtra={<ExportButton button="btn_export" size="small" call={rows.export} />}
      />
    </div>
  );
});
