import { moneyFromWire } from '@nephra/plugin-sdk/contract';
import { IconPlus } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, ListPage, StatusTag, useButtonCheck, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense } from 'react';
import { enabledTable } from '../catalogue-words.ts';
import { PackageStore } from './package.store.ts';
import '../catalogue.css';

const PackageDrawer = lazy(() => import('./package-editor.drawer.tsx').then((module) => ({ default: module.PackageDrawer })));

/** Packages of the facility: lines that doctors take onto a prescription together. */
export const Page = observer(function PackagePage() {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new PackageStore(ctx));
  const granted = useButtonCheck();
  const text = (name: string, params?: Record<string, string | number>): string => t(`catalogue.pack.${name}`, params);
  const { editor } = store;
  return (
    <>
      <ListPage
        title={text('title')}
        store={store.list}
        columns={[
          { prop: 'sortCode', label: text('order'), width: 72, align: 'right', sortable: true },
          { prop: 'packageName', label: text('name'), minWidth: 200, always: true, sortable: true },
          { prop: 'note', label: text('note'), minWidth: 200 },
          { prop: 'lineCount', label: text('lines'), width: 72, align: 'right' },
          {
            prop: 'deadCount',
            label: text('dead'),
            width: 120,
            render: (row) =>
              row.deadCount > 0 && (
                <span className="catalogue-mark" data-tone="danger">
                  {text('deadCount', { n: row.deadCount })}
                </span>
              ),
          },
          { prop: 'totalPrice', label: text('total'), width: 120, align: 'right', render: (row) => <AmountText amount={moneyFromWire(row.totalPrice)} /> },
          { prop: 'enableMark', label: t('catalogue.state'), width: 90, render: (row) => <StatusTag value={row.enableMark} table={enabledTable(t)} /> },
        ]}
        search={[
          { kind: 'text', name: 'keyword', label: t('catalogue.keyword'), placeholder: text('name') },
          { kind: 'select', name: 'enabled', label: t('catalogue.state'), options: enabledTable(t) },
          { kind: 'select', name: 'dead', label: text('dead'), options: [{ value: 'yes', text: text('deadOnly') }] },
        ]}
        toolbar={[{ key: 'add', text: t('catalogue.add'), button: 'btn_add', primary: true, icon: <IconPlus />, onClick: () => store.open() }]}
        rowActions={[
          { key: 'open', text: granted('btn_edit') ? t('catalogue.edit') : text('open'), onClick: (row) => store.open(row) },
          {
            key: 'disable',
            text: t('catalogue.disable'),
            button: 'btn_edit',
            danger: true,
            visible: (row) => row.enableMark === 1,
            confirm: (row) => text('disableAsk', { name: row.packageName }),
            onClick: (row) => store.setEnabled(row, false),
          },
          {
            key: 'enable',
            text: t('catalogue.enable'),
            button: 'btn_edit',
            visible: (row) => row.enableMark === 0,
            onClick: (row) => store.setEnabled(row, true),
          },
        ]}
        rowClass={(row) => (row.enableMark === 0 ? 'catalogue-off' : undefined)}
        onOpen={(row) => void store.open(row)}
      />
      <Suspense fallback={null}>
        {editor && <PackageDrawer key={editor.pack?.packageId ?? 'new'} store={store} editor={editor} keeps={granted(editor.pack ? 'btn_edit' : 'btn_add')} />}
      </Suspense>
    </>
  );
});
