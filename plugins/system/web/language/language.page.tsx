import { type Language, LANGUAGES } from '@nephra/plugin-sdk/contract';
import { Button, IconLanguage } from '@nephra/plugin-sdk/ui';
import { type PageProps, usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import {
  type Column,
  EditDialog,
  ExportButton,
  FileImport,
  ListPage,
  type RowAction,
  statusColumn,
  statusTable,
  textColumn,
  useStore,
} from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import type { AddedLanguageRow, TextRow } from '../../contract/language/language.contract.ts';
import { LanguageStore } from './language.store.ts';
import { LanguagesDrawer } from './languages.drawer.tsx';
import { LanguagesStore } from './languages.store.ts';
import { systemOnly } from '../system-only.tsx';

type Text = WebContext['t'];

const ownerName = (t: Text, owner: string): string => (owner === 'core' || owner === 'shell' ? t(`language.owners.${owner}`) : owner);

/** The words of the reader stand first: they are what one comes for, and all that a phone shows. */
const languagesFrom = (first: Language): readonly Language[] => [first, ...LANGUAGES.filter((each) => each !== first)];

const stateOf = ({ changed, missing }: TextRow) => (missing !== '' ? 'missing' : changed !== '' ? 'changed' : '');
const statesOf = (t: Text) => statusTable({ changed: 'info', missing: 'warning' }, (value) => t(`language.${value}`));

/** @param added the language of the site that is looked at; its words stand first */
const columnsOf = ({ t, language }: Pick<WebContext, 't' | 'language'>, added?: AddedLanguageRow): readonly Column<TextRow>[] => [
  ...(added ? [textColumn<TextRow>('added', added.name, { minWidth: 180, always: true, missing: { text: t('language.missing'), tone: 'warning' } })] : []),
  ...languagesFrom(language).map((prop) => ({ prop, label: t(`language.${prop}`), minWidth: 180, always: prop === language && !added })),
  { prop: 'key', label: t('language.key'), minWidth: 180 },
  { prop: 'owner', label: t('language.owner'), width: 104, render: ({ owner }) => ownerName(t, owner) },
  statusColumn('changed', t('language.state'), { width: 110, table: statesOf(t), value: stateOf }),
];

const actsOf = (t: Text, store: LanguageStore, lookedName?: string): readonly RowAction<TextRow>[] => [
  { key: 'edit', text: t('dictionary.edit'), button: 'btn_edit', onClick: (row) => store.edit(row, lookedName) },
  {
    key: 'back',
    text: t('language.takeBack'),
    button: 'btn_edit',
    visible: ({ changed }) => changed !== '',
    confirm: ({ key }) => t('language.takeBackAsk', { key }),
    onClick: (row) => store.takeBack(row),
  },
];

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
