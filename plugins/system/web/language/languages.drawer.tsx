import { Button, IconPlus, SideSheet } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { type Column, DataTable, EditDialog, EmptyState, PermissionButton, statusColumn } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { AddedLanguageRow } from '../../contract/language/language.contract.ts';
import type { LanguagesStore } from './languages.store.ts';

interface DrawerProps {
  readonly store: LanguagesStore;
  /** Shows the texts that a language does not say. */
  readonly onMissing: (row: AddedLanguageRow) => void;
}

/** Languages besides those of the product: added, filled by a workbook, enabled. */
export const LanguagesDrawer = observer(function LanguagesDrawer({ store, onMissing }: DrawerProps) {
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
        {rows !== null && <AddedList store={store} rows={rows} onMissing={onMissing} />}
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

interface ListProps extends DrawerProps {
  readonly rows: readonly AddedLanguageRow[];
}

const AddedList = observer(function AddedList({ store, rows, onMissing }: ListProps) {
  const { t } = usePlugin();
  const states = [
    { value: 1, text: t('language.on'), tone: 'success' as const },
    { value: 0, text: t('language.off') },
  ];
  const showMissing = (row: AddedLanguageRow): void => {
    store.close();
    onMissing(row);
  };
  const columns: readonly Column<AddedLanguageRow>[] = [
    { prop: 'name', label: t('language.name'), minWidth: 120, always: true },
    statusColumn('enabled', t('language.state'), { width: 90, table: states }),
    { prop: 'filled', label: t('language.said'), width: 120, render: (row) => <Said row={row} onMissing={showMissing} /> },
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

/** How much a language says; pressed, it shows what it does not say. */
function Said({ row, onMissing }: { readonly row: AddedLanguageRow; readonly onMissing: (row: AddedLanguageRow) => void }) {
  const { t } = usePlugin();
  const said = t('language.saidOf', { filled: row.filled, total: row.total });
  if (row.filled >= row.total) return said;
  return (
    <Button
      theme="borderless"
      size="small"
      style={{ marginInlineStart: -12 }}
      aria-label={`${said} · ${t('language.showMissing')}`}
      title={t('language.showMissing')}
      onClick={() => onMissing(row)}
    >
      {said}
    </Button>
  );
}
