import { Button, IconLanguage } from '@nephra/plugin-sdk/ui';
import { type PageProps, usePlugin } from '@nephra/plugin-sdk/web';
import { EditDialog, ExportButton, FileImport, ListPage, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { actsOf, columnsOf, ownerName, statesOf } from './language-rows.ts';
import { LanguageStore } from './language.store.ts';
import { LanguagesDrawer } from './languages.drawer.tsx';
import { LanguagesStore } from './languages.store.ts';
import { systemOnly } from '../system-only.tsx';

/** Every text of shell and plugins in three languages, and what this site says in place of them. */
const LanguagePage = observer(function LanguagePage({ menu }: PageProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const languages = useStore(() => new LanguagesStore(ctx));
  const store = useStore(() => new LanguageStore(ctx, languages));
  const { editing } = store;
  const added = languages.rows ?? [];
  const looked = added.find(({ code }) => code === store.language);
  useEffect(() => languages.read(), [languages]);
  // The same for all answers that come beside the rows: with others all rows would be drawn again, in one task.
  const columns = useMemo(() => columnsOf(ctx, looked), [ctx, looked]);
  const acts = useMemo(() => actsOf(t, store, looked?.name), [t, store, looked?.name]);
  return (
    <>
      <ListPage
        title={menu.fullName}
        store={store.list}
        columns={columns}
        search={[
          { kind: 'text', name: 'keyword', label: t('language.keyword'), placeholder: t('language.find') },
          { kind: 'select', name: 'owner', label: t('language.owner'), options: store.owners.map((value) => ({ value, text: ownerName(t, value) })) },
          { kind: 'select', name: 'state', label: t('language.state'), options: [...statesOf(t), { value: 'unknown', text: t('language.unknown') }] },
          {
            kind: 'select',
            name: 'language',
            label: t('language.ofSite'),
            visible: () => added.length > 0,
            options: added.map(({ code, name }) => ({ value: code, text: name })),
          },
        ]}
        toolbarExtra={
          <>
            <FileImport
              button="btn_upload"
              accept=".xlsx"
              label={t('language.importHint')}
              store={store.incoming}
              title={t('language.importTitle')}
              columns={[
                { prop: 'id', label: t('language.key'), minWidth: 200 },
                { prop: 'wording', label: t('language.wording'), minWidth: 220 },
              ]}
              rowKey={({ id }) => id}
              notes={({ same }) => ({ refused: t('language.importRefused'), same: t('language.importSame', { same }), ask: t('language.importAsk', { same }) })}
              details={(found) => found.languages.map((one) => t('language.importLanguage', one))}
            />
            <ExportButton button="btn_download" call={(options) => store.exportCall(options)} />
            <Button icon={<IconLanguage />} onClick={() => languages.open()}>
              {t('language.languages')}
            </Button>
          </>
        }
        rowActions={acts}
      />
      <EditDialog
        form={editing?.form ?? null}
        title={editing ? `${ownerName(t, editing.row.owner)} · ${editing.row.key}` : ''}
        columns={2}
        onSave={store.save}
        onSaved={() => {
          languages.read();
          void store.list.reload();
        }}
        onClose={() => store.closeForm()}
      />
      <LanguagesDrawer store={languages} onMissing={({ code }) => void store.list.search({ keyword: '', owner: '', state: 'missing', language: code })} />
    </>
  );
});
export const Page = systemOnly(LanguagePage);
