import { IconPlus, SideSheet } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { type Column, DataTable, EditDialog, EmptyState, PermissionButton, StatusTag } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { AddedLanguageRow } from '../../contract/language/language.contract.ts';
import type { LanguagesStore } from './languages.store.ts';

/** Languages besides those of the product: added, filled by a workbook, enabled. */
export const LanguagesDrawer = observer(function LanguagesDrawer({ store }: { readonly store: LanguagesStore }) {
  const { t } = usePlugin();
  const { editing, rows } = store;
  return (
    <>
      <SideSheet visible={store.isOpen} title={t('language.languages')} width="min(760px, 100vw)" onCancel={() => store.close()}>
        <p className="sys-languages-hint">{t('language.languagesHint')}</p>
        <p>
          <PermissionButton button="btn_edit" icon={<IconPlus />} theme="solid" type="primary" onClick={() => store.edit(null)}>
            {t('language.addLanguage')}
          </PermissionButton>
        </p>
        {rows !== null && <AddedList store={store} rows={rows} />}
      </SideSheet>
      <EditDialog
        form={editing?.form ?? null}
        title={t(editing?.row ? 'language.editLanguage' : 'language.addLanguage')}
        columns={1}
        onSave={store.save}
        onSaved={() => store.load()}
        onClose={() => store.closeForm()}
      />
    </>
  );
});

const AddedList = observer(function AddedList({ store, rows }: { readonly store: LanguagesStore; readonly rows: readonly AddedLanguageRow[] }) {
  const { t } = usePlugin();
  const states = [
    { value: 1, text: t('language.on'), tone: 'success' as const },
    { value: 0, text: t('language.off') },
  ];
  const columns: readonly Column<AddedLanguageRow>[] = [
    { prop: 'name', label: t('language.name'), minWidth: 120, always: true },
    { prop: 'enabled', label: t('language.state'), width: 90, render: ({ enabled }) => <StatusTag value={enabled} table={states} /> },
    { prop: 'filled', label: t('language.said'), width: 120, render: ({ filled, total }) => t('language.saidOf', { filled, total }) },
    { prop: 'base', label: t('language.base'), width: 130, render: ({ base }) => t(`language.${base}`) },
    { prop: 'code', label: t('language.code'), width: 80 },
  ];
  return (
    <DataTable
      label={t('language.languages')}
      rows={rows}
      columns={columns}
      rowKey={({ code }) => code}
      empty={<EmptyState text={t('language.none')} />}
      rowActions={[
        { key: 'export', text: t('language.workbook'), button: 'btn_download', onClick: (row) => store.exportWorkbook(row) },
        { key: 'on', text: t('language.enable'), button: 'btn_edit', visible: ({ enabled }) => enabled === 0, onClick: (row) => store.setEnabled(row, 1) },
        {
          key: 'off',
          text: t('language.disable'),
          button: 'btn_edit',
          visible: ({ enabled }) => enabled === 1,
          confirm: ({ name }) => t('language.disableAsk', { name }),
          onClick: (row) => store.setEnabled(row, 0),
        },
        { key: 'edit', text: t('dictionary.edit'), button: 'btn_edit', onClick: (row) => store.edit(row) },
        {
          key: 'remove',
          text: t('language.removeLanguage'),
          button: 'btn_edit',
          danger: true,
          confirm: ({ name, filled }) => t('language.removeAsk', { name, filled }),
          onClick: (row) => store.remove(row),
        },
      ]}
    />
  );
});
