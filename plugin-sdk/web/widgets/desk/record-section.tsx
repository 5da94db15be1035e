import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, useMemo } from 'react';
import type { Column } from '../columns/column.ts';
import { DataTable } from '../table/data-table.tsx';
import { useKitText } from '../kit-text.ts';
import { ListBody } from '../list/rows/list-body.tsx';
import { ListPager } from '../list/rows/list-pager.tsx';
import type { ListStore } from '../list/list-store.ts';
import { MenuLink } from '../menu/menu-link.tsx';
import { contentOf } from '../table/table-row.tsx';
import './record-section.css';

export interface RecordSectionProps<Row> {
  readonly title: string;
  /** Newest first; it is loaded when the section is drawn. */
  readonly store: ListStore<Row, object>;
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  /** What is said when there is none. */
  readonly none: string;
  /** Menu of the page that shows one of them, and what it is asked for: the same function at each drawing. Without the right to it rows are only read. */
  readonly menu: string;
  readonly query: (row: Row) => Readonly<Record<string, string>>;
}

function ObservedSection<Row>({ title, store, columns, rowKey, none, menu, query }: RecordSectionProps<Row>) {
  const { navigate, pageAddress } = usePlugin();
  const text = useKitText();
  const id = useId();
  useEffect(() => void store.reload(), [store]);
  const { rows, total } = store;
  const linked = useMemo(() => {
    const [first, ...others] = columns;
    if (first === undefined) return columns;
    const link = (row: Row, at: number) => (
      <MenuLink menu={menu} query={query(row)}>
        {contentOf(first, row, at)}
      </MenuLink>
    );
    return [{ ...first, render: link }, ...others];
  }, [columns, menu, query]);
  const open = (row: Row): void => {
    const address = pageAddress(menu, query(row));
    if (address !== undefined) navigate(address);
  };
  return (
    <section className="nk-record-section" aria-labelledby={id}>
      <h3 id={id}>
        {title}
        {total > 0 && <small>{text('recordCount', { n: total })}</small>}
      </h3>
      <ListBody store={store} none={<p className="nk-record-none">{none}</p>}>
        <DataTable label={title} rows={rows} columns={linked} rowKey={rowKey} {...(pageAddress(menu) === undefined ? {} : { onOpen: open })} />
      </ListBody>
      <ListPager store={store} label={title} onlyIfMore />
    </section>
  );
}

/** Records of one kind beside something else, such as the bills of a patient in the file: a short list whose rows, and first cells, lead to their page. */
export const RecordSection = observer(ObservedSection) as typeof ObservedSection;
