import { IconPlus } from '@nephra/plugin-sdk/ui';
import { type PageProps, usePlugin } from '@nephra/plugin-sdk/web';
import { EditDialog, ListPage, useAsked, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect } from 'react';
import { FILE_FILTERS } from '../../contract/file.schema.ts';
import { choicesOf, zoneTable } from '../words.ts';
import { fileColumns } from './file-columns.tsx';
import { printLacking } from './print-lacking.ts';
import { FileListStore } from './file-list.store.ts';
import '../dialysis-file.css';

/** Comes with the first file that is opened. */
const FileDrawer = lazy(() => import('../open/file.drawer.tsx').then((module) => ({ default: module.FileDrawer })));

/** Patients on dialysis: what is due with whom, and their files. */
export const Page = observer(function FileListPage({ query }: PageProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new FileListStore(ctx));
  useEffect(() => void store.loadChoices(), [store]);
  useAsked(query, 'patientId', (patientId) => void store.show(patientId));
  return (
    <>
      <ListPage
        title={t('title')}
        store={store.list}
        index
        columns={fileColumns(t, store.shiftName)}
        rowClass={(row) => (row.outcome ? 'df-row-off' : undefined)}
        search={[
          { kind: 'text', name: 'keyword', label: t('list.find'), placeholder: t('list.findHint') },
          { kind: 'select', name: 'filter', label: t('list.open'), options: choicesOf(t, 'filter', FILE_FILTERS) },
          { kind: 'select', name: 'zone', label: t('list.zone'), options: zoneTable(t) },
          { kind: 'select', name: 'state', label: t('list.state'), options: choicesOf(t, 'state', ['active', 'ended']), placeholder: t('state.active') },
        ]}
        toolbar={[
          { key: 'open', text: t('open.title'), button: 'btn_edit', primary: true, icon: <IconPlus />, onClick: () => store.begin() },
          { key: 'consents', text: t('consent.print'), onClick: () => void printLacking(ctx, store.client) },
        ]}
        rowActions={[{ key: 'show', text: t('list.show'), onClick: (row) => store.show(row.patientId) }]}
        onOpen={(row) => void store.show(row.patientId)}
      />
      {store.open && (
        <Suspense fallback={null}>
          <FileDrawer store={store.open} onClose={() => store.close()} />
        </Suspense>
      )}
      <EditDialog
        form={store.opening}
        title={t('open.title')}
        onClose={() => store.endOpening()}
        onSave={store.saveNew}
        onSaved={async (patientId) => {
          await Promise.all([store.list.reload(), store.show(patientId)]);
        }}
      />
    </>
  );
});
