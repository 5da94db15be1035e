import { Button, IconClose, IconDownloadStroked, IconPlus, IconUpload } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { EditDialog, ImportSheet, type ImportStore, TreeListPage, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import { FormSheet } from '../parts/form.sheet.tsx';
import type { PreviewRow } from '../../contract/index.ts';
import { importCells } from '../user-import/import-cells.ts';
import { userImportStore } from '../user-import/user-import.store.ts';
import { ExportDialog } from './export.dialog.tsx';
import { IssuePasswordsDialog } from './passwords/issue-passwords.dialog.tsx';
import { PasswordDialog } from './passwords/password.dialog.tsx';
import { userColumns } from './user-columns.tsx';
import { userRowActs } from './user-row-acts.ts';
import { UserStore } from './user.store.ts';
import '../parts/parts.css';
import './user.css';

/** Users: organisations and departments left, the people of the chosen one and of all below it right. */
export const Page = observer(function UserPage() {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new UserStore(ctx));
  const [exporting, setExporting] = useState(false);
  const [importing, setImporting] = useState<ImportStore<PreviewRow> | null>(null);
  const { list, places, editing, locking, messaging } = store;
  const closeImport = () => {
    importing?.dispose();
    setImporting(null);
    void list.reload();
  };
  // The same from drawing to drawing: rows are drawn again when they change, not with each tick and each form beside them.
  const columns = useMemo(() => userColumns(ctx), [ctx]);
  const rowActions = useMemo(() => userRowActs(ctx, store), [ctx, store]);
  return (
    <>
      <TreeListPage
        title={t('user.title')}
        treeLabel={t('user.places')}
        tree={places}
        onSelectNode={(node) => store.showPlace(node.id)}
        store={list}
        selection="multiple"
        rowClass={(row) => (row.enabledMark === 0 ? 'pm-off' : undefined)}
        columns={columns}
        search={[
          { kind: 'text', name: 'keyword', label: t('user.find'), placeholder: t('user.keyword') },
          {
            kind: 'select',
            name: 'enabledMark',
            label: t('user.field.state'),
            options: [
              { value: '1', text: t('user.state.normal') },
              { value: '2', text: t('user.state.locked') },
              { value: '0', text: t('user.state.disabled') },
            ],
          },
        ]}
        toolbar={[
          { key: 'add', text: t('user.add'), button: 'btn_add', primary: true, icon: <IconPlus />, onClick: () => store.create() },
          { key: 'import', text: t('user.import.title'), button: 'btn_upload', icon: <IconUpload />, onClick: () => setImporting(userImportStore(ctx)) },
          { key: 'export', text: t('user.export.title'), button: 'btn_download', icon: <IconDownloadStroked />, onClick: () => setExporting(true) },
          {
            key: 'issue',
            text: t('user.issue.action'),
            button: 'btn_resetPassword',
            disabled: list.selectedRows.length === 0,
            onClick: () => store.askIssue(),
          },
          {
            key: 'on',
            text: t('parts.enable'),
            button: 'btn_state',
            disabled: list.selectedRows.length === 0,
            confirm: t('user.enableAsk', { n: list.selectedRows.length }),
            onClick: () => store.setSelectedEnabled(1),
          },
          {
            key: 'off',
            text: t('parts.disable'),
            button: 'btn_state',
            danger: true,
            disabled: list.selectedRows.length === 0,
            confirm: t('user.disableAsk', { n: list.selectedRows.length }),
            onClick: () => store.setSelectedEnabled(0),
          },
        ]}
        rowActions={rowActions}
        onOpen={(row) => void (ctx.can('permission.user:btn_edit') && store.edit(row))}
        emptyText={t('user.none')}
      >
        {places.selected && (
          <div className="us-place">
            <span>{t('user.shownPlace')}</span>
            <strong title={places.selected.fullName}>{places.selected.fullName}</strong>
            <Button
              theme="borderless"
              type="tertiary"
              size="small"
              icon={<IconClose />}
              aria-label={t('user.allPlaces')}
              onClick={() => store.showPlace(null)}
            />
          </div>
        )}
      </TreeListPage>
      <FormSheet
        form={editing?.form ?? null}
        title={editing?.record ? t('user.edit', { name: editing.record.realName }) : t('user.add')}
        onSave={store.save}
        onSaved={(saved) => store.saved(saved)}
        onClose={() => store.closeForm()}
      />
      <PasswordDialog store={store.password} onClose={() => store.closePassword()} onSaved={() => list.reload()} />
      <IssuePasswordsDialog
        store={store.issuing}
        onClose={() => {
          store.closeIssuing();
          void list.reload();
        }}
      />
      <EditDialog
        form={locking?.form ?? null}
        title={locking ? t('user.lock.title', { name: locking.row.realName }) : ''}
        width={480}
        columns={1}
        saveText={t('user.lock.action')}
        onSave={store.lock}
        onSaved={() => list.reload()}
        onClose={() => store.closeLocking()}
      />
      <EditDialog
        form={messaging?.form ?? null}
        title={messaging ? t('user.messaging.title', { name: messaging.row.realName }) : ''}
        width={480}
        columns={1}
        onSave={store.setMessaging}
        onClose={() => store.closeMessaging()}
      />
      <ExportDialog visible={exporting} store={store} onClose={() => setExporting(false)} />
      <ImportSheet store={importing} title={t('user.import.what')} columns={importCells(t)} note={t('user.import.passwordNote')} onClose={closeImport} />
    </>
  );
});
