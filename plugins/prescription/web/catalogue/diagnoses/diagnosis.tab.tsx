import { IconPlus, IconUpload } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { EditDialog, ExportButton, ListPage, StatusTag, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { DiagnosisListRow } from '../../../contract/catalogue/catalogue-diagnosis.contract.ts';
import { enabledTable } from '../catalogue-words.ts';
import { type DiagnosisSearch, DiagnosisStore } from './diagnosis.store.ts';
import { DiagnosisImportSheet } from './diagnosis-import.sheet.tsx';

/** Diagnoses that prescriptions and patient files choose from. One list for all facilities: whoever answers for all of them keeps it, others read. */
export const DiagnosisTab = observer(function DiagnosisTab() {
  const ctx = usePlugin();
  const { t, can } = ctx;
  const store = useStore(() => new DiagnosisStore(ctx));
  const granted = can('his.catalogue:btn_diagnosis');
  const keeps = store.keeps && granted;
  const { edited, importing } = store;
  return (
    <>
      <ListPage<DiagnosisListRow, DiagnosisSearch>
        label={t('diagnosis.tab')}
        settingsKey="diagnoses"
        store={store.list}
        columns={[
          { prop: 'code', label: t('diagnosis.code'), width: 170, sortable: true, always: true },
          { prop: 'name', label: t('diagnosis.name'), minWidth: 280, sortable: true, always: true },
          { prop: 'enableMark', label: t('catalogue.state'), width: 104, render: (row) => <StatusTag value={row.enableMark} table={enabledTable(t)} /> },
        ]}
        search={[
          { kind: 'text', name: 'keyword', label: t('catalogue.keyword'), placeholder: t('diagnosis.keyword') },
          { kind: 'select', name: 'enabled', label: t('catalogue.state'), options: enabledTable(t) },
        ]}
        emptyText={t('diagnosis.none')}
        toolbar={
          keeps
            ? [
                { key: 'add', text: t('diagnosis.add'), primary: true, icon: <IconPlus />, onClick: () => store.begin() },
                { key: 'import', text: t('diagnosis.import.title'), icon: <IconUpload />, onClick: () => store.beginImport() },
              ]
            : []
        }
        toolbarExtra={<ExportButton className="rx-cat-wide" button="btn_export" theme="light" type="tertiary" call={store.exportList} />}
        rowActions={
          keeps
            ? [
                { key: 'edit', text: t('catalogue.edit'), onClick: (row) => store.begin(row) },
                {
                  key: 'disable',
                  text: t('catalogue.disable'),
                  danger: true,
                  visible: (row) => row.enableMark === 1,
                  confirm: (row) => t('diagnosis.disableAsk', { name: row.name }),
                  onClick: (row) => store.setEnabled(row, false),
                },
                { key: 'enable', text: t('catalogue.enable'), visible: (row) => row.enableMark === 0, onClick: (row) => store.setEnabled(row, true) },
              ]
            : []
        }
        rowClass={(row) => (row.enableMark === 0 ? 'rx-cat-off' : undefined)}
        onOpen={keeps ? (row) => store.begin(row) : undefined}
      >
        {granted && !keeps && store.list.state.kind === 'ready' && <p className="rx-cat-shared">{t('catalogue.sharedList')}</p>}
      </ListPage>
      <EditDialog
        form={edited?.form ?? null}
        title={edited?.row ? t('diagnosis.editTitle', { code: edited.row.code }) : t('diagnosis.addTitle')}
        width={560}
        columns={1}
        onClose={() => store.end()}
        onSave={store.save}
        onSaved={() => store.list.reload()}
      />
      {importing && <DiagnosisImportSheet store={importing} onClose={() => store.endImport()} />}
    </>
  );
});
