import { SideSheet } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { type Column, DataTable, ErrorCard, ListPage, ListSkeleton, ListStore, useStore } from '@nephra/plugin-sdk/widgets';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { TableField } from '../../contract/model/data-model.contract.ts';
import { MAX_PREVIEW_ROWS } from '../../contract/model/model-limits.ts';
import type { DataModelStore, OpenTable } from './data-model.store.ts';
import '../data.css';

interface SheetProps {
  readonly store: DataModelStore;
  readonly open: OpenTable;
}
type Loaded =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly fields: readonly TableField[] }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Columns of a table, or its first rows. */
export function TableSheet({ store, open }: SheetProps) {
  const { t } = usePlugin();
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'loading' });
  const { source, row } = open;
  const load = useCallback(
    async (signal?: AbortSignal) => {
      setLoaded({ kind: 'loading' });
      try {
        const { data } = await store.client.fields({ params: { linkId: source, table: row.table }, query: {} }, { signal, quiet: true });
        setLoaded({ kind: 'ready', fields: data.list });
      } catch (error) {
        if (!signal?.aborted) setLoaded({ kind: 'failed', error });
      }
    },
    [store, source, row.table],
  );
  useEffect(() => {
    const abort = new AbortController();
    void load(abort.signal);
    return () => abort.abort();
  }, [load]);
  return (
    <SideSheet visible title={t(`model.sheet.${open.kind}`, { name: row.table })} width="min(960px, 100vw)" onCancel={() => store.close()}>
      <div className="data-sheet">
        {loaded.kind === 'loading' && <ListSkeleton />}
        {loaded.kind === 'failed' && <ErrorCard error={loaded.error} onRetry={() => void load()} />}
        {loaded.kind === 'ready' && (open.kind === 'fields' ? <Fields fields={loaded.fields} /> : <Preview store={store} open={open} fields={loaded.fields} />)}
      </div>
    </SideSheet>
  );
}

function Fields({ fields }: { readonly fields: readonly TableField[] }) {
  const { t } = usePlugin();
  const columns: readonly Column<TableField>[] = [
    { prop: 'field', label: t('model.field'), minWidth: 120 },
    { prop: 'dataType', label: t('model.dataType'), width: 100 },
    { prop: 'fieldName', label: t('model.fieldName'), minWidth: 110 },
    { prop: 'dataLength', label: t('model.dataLength'), width: 90 },
    { prop: 'allowNull', label: t('model.allowNull'), width: 90, render: ({ allowNull }) => (allowNull === 1 ? '✓' : '') },
    { prop: 'primaryKey', label: t('model.primaryKey'), width: 80, render: ({ primaryKey }) => (primaryKey === 1 ? '✓' : '') },
  ];
  return <DataTable label={t('model.columns')} rows={fields} columns={columns} rowKey={({ field }) => field} />;
}

interface PreviewFilter {
  readonly field: string;
  readonly keyword: string;
}
type PreviewRow = Readonly<Record<string, string | null>>;
/** Rows have no name of their own: their place in the answer is one. */
interface PlacedRow {
  readonly at: string;
  readonly row: PreviewRow;
}

function Preview({ store, open, fields }: SheetProps & { readonly fields: readonly TableField[] }) {
  const { t } = usePlugin();
  const list = useStore(
    () =>
      new ListStore<PlacedRow, PreviewFilter>({
        rowKey: 'at',
        load: async (query, signal) => {
          const { currentPage, pageSize, field = '', keyword = '' } = query;
          const { data } = await store.client.preview(
            { params: { linkId: open.source, table: open.row.table }, query: { currentPage, pageSize, field, keyword } },
            { signal, quiet: true },
          );
          return { data: { list: data.list.map((row, at) => ({ at: `${currentPage}/${at}`, row })), pagination: data.pagination } };
        },
      }),
  );
  const columns = useMemo<readonly Column<PlacedRow>[]>(
    () =>
      fields.map(({ field, fieldName }) => ({
        prop: field,
        label: fieldName === '' ? field : fieldName,
        minWidth: 130,
        text: ({ row }) => row[field] ?? '',
        render: ({ row }) => (row[field] === null ? <span className="data-quiet">NULL</span> : row[field]),
      })),
    [fields],
  );
  return (
    <ListPage
      label={t('model.preview')}
      store={list}
      columns={columns}
      columnSettings={false}
      emptyText={t('model.noRows')}
      search={[
        { kind: 'text', name: 'keyword', label: t('model.keyword'), placeholder: t('model.findRows') },
        { kind: 'select', name: 'field', label: t('model.inColumn'), options: fields.map(({ field }) => ({ value: field, text: field })) },
      ]}
    >
      <p className="data-quiet">{t('model.previewNote', { rows: MAX_PREVIEW_ROWS })}</p>
    </ListPage>
  );
}
