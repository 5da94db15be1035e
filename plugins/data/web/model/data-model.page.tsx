import { IconPlus, IconUpload } from '@nephra/plugin-sdk/ui';
import { type PageProps, usePlugin } from '@nephra/plugin-sdk/web';
import { administratorsPage, Alert, type Column, EditDialog, ListPage, PageFrame, PageTabs, type RowAction, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { TableRow } from '../../contract/model/data-model.contract.ts';
import { DataModelStore } from './data-model.store.ts';

const TableSheet = lazy(() => import('./table.sheet.tsx').then((module) => ({ default: module.TableSheet })));
const CommonFieldsTab = lazy(() => import('./common-fields.tab.tsx').then((module) => ({ default: module.CommonFieldsTab })));
const DropDialog = lazy(() => import('./drop.dialog.tsx').then((module) => ({ default: module.DropDialog })));

/** Tables of a source: what they are made of and their first rows; those of the site are made and changed here (spec 2.5-06). */
const DataModelPage = observer(function DataModelPage({ menu }: PageProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new DataModelStore(ctx));
  const { editing, mayChange } = store;
  const [tab, setTab] = useState<'tables' | 'common'>('tables');
  const columns = useMemo<readonly Column<TableRow>[]>(
    () => [
      { prop: 'table', label: t('model.table'), minWidth: 170, always: true },
      { prop: 'tableName', label: t('model.tableName'), minWidth: 150 },
      {
        prop: 'sum',
        label: t('model.sum'),
        width: 150,
        align: 'right',
        text: ({ sum }) => (sum < 0 ? t('model.unknown') : String(sum)),
        render: ({ sum }) => (sum < 0 ? t('model.unknown') : sum),
      },
    ],
    [t],
  );
  const actions: readonly RowAction<TableRow>[] = [
    { key: 'fields', text: t('model.fields'), onClick: (row) => store.look('fields', row) },
    { key: 'preview', text: t('model.preview'), button: 'btn_preview', onClick: (row) => store.look('preview', row) },
    { key: 'export', text: t('model.export'), button: 'btn_download', onClick: (row) => void store.export(row) },
    ...(mayChange
      ? ([
          { key: 'edit', text: t('model.edit'), button: 'btn_edit', onClick: (row) => store.edit(row) },
          { key: 'remove', text: t('model.remove'), button: 'btn_remove', danger: true, onClick: (row) => store.askDrop(row) },
        ] satisfies readonly RowAction<TableRow>[])
      : []),
  ];
  const tables = (
    <ListPage
      label={t('model.tables')}
      store={store.list}
      columns={columns}
      emptyText={t(mayChange ? 'model.noneOwn' : 'model.none')}
      search={[
        { kind: 'select', name: 'source', label: t('model.source'), options: store.sources },
        { kind: 'text', name: 'keyword', label: t('model.keyword'), placeholder: t('model.find') },
      ]}
      toolbar={
        mayChange
          ? [
              { key: 'add', text: t('model.add'), button: 'btn_add', primary: true, icon: <IconPlus />, onClick: () => store.create() },
              { key: 'import', text: t('model.import'), button: 'btn_upload', icon: <IconUpload />, onClick: () => store.import() },
            ]
          : []
      }
      rowActions={actions}
      onOpen={(row) => store.look('fields', row)}
    >
      <Alert kind="info" text={t(mayChange ? 'model.ownNote' : 'model.foreignNote')} />
    </ListPage>
  );
  return (
    <PageFrame title={menu.fullName}>
      <PageTabs
        activeKey={tab}
        onChange={setTab}
        tabs={[
          { key: 'tables', title: t('model.tables'), content: tables },
          {
            key: 'common',
            title: t('model.commonFields'),
            content: (
              <Suspense fallback={null}>
                <CommonFieldsTab />
              </Suspense>
            ),
          },
        ]}
      />
      <EditDialog
        form={editing?.form ?? null}
        title={editing && editing.table !== '' ? t('model.editOne', { name: editing.table }) : t('model.add')}
        columns={2}
        width={980}
        onSave={store.save}
        onSaved={() => store.list.reload()}
        onClose={() => store.closeForm()}
      />
      <Suspense fallback={null}>
        {store.open && <TableSheet key={`${store.open.kind}/${store.open.source}/${store.open.row.table}`} store={store} open={store.open} />}
        {store.dropping && <DropDialog store={store} row={store.dropping} />}
      </Suspense>
    </PageFrame>
  );
});
export const Page = administratorsPage(DataModelPage);
