import { type Language, LANGUAGES } from '@nephra/plugin-sdk/contract';
import { Button, IconLanguage } from '@nephra/plugin-sdk/ui';
import { type PageProps, usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { type Column, EditDialog, ExportButton, ImportButton, ImportPreview, ListPage, StatusTag, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
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
const statesOf = (t: Text) => [
  { value: 'changed', text: t('language.changed'), tone: 'info' } as const,
  { value: 'missing', text: t('language.missing'), tone: 'warning' } as const,
];

/** @param added the language of the site that is looked at; its words stand first */
const columnsOf = ({ t, language }: Pick<WebContext, 't' | 'language'>, added?: AddedLanguageRow): readonly Column<TextRow>[] => [
  ...(added
    ? [
        {
          prop: 'added' as const,
          label: added.name,
          minWidth: 180,
          always: true,
          text: (row: TextRow) => row.added ?? '',
          render: (row: TextRow) => row.added || <StatusTag value="missing" table={statesOf(t)} />,
        },
      ]
    : []),
  ...languagesFrom(language).map((prop) => ({ prop, label: t(`language.${prop}`), minWidth: 180, always: prop === language && !added })),
  { prop: 'key', label: t('language.key'), minWidth: 180 },
  { prop: 'owner', label: t('language.owner'), width: 104, render: ({ owner }) => ownerName(t, owner) },
  {
    prop: 'changed',
    label: t('language.state'),
    width: 110,
    text: (row) => (stateOf(row) === '' ? '' : t(`language.${stateOf(row)}`)),
    render: (row) => stateOf(row) !== '' && <StatusTag value={stateOf(row)} table={statesOf(t)} />,
  },
];

/** Every text of shell and plugins in three languages, and what this site says in place of them. */
const LanguagePage = observer(function LanguagePage({ menu }: PageProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new LanguageStore(ctx));
  const languages = useStore(() => new LanguagesStore(ctx));
  const { editing } = store;
  const added = languages.rows ?? [];
  const looked = added.find(({ code }) => code === store.language);
  useEffect(() => languages.read(), [languages]);
  return (
    <>
      <ListPage
        title={menu.fullName}
        store={store.list}
        columns={columnsOf(ctx, looked)}
        search={[
          { kind: 'text', name: 'keyword', label: t('language.keyword'), placeholder: t('language.find') },
          { kind: 'select', name: 'owner', label: t('language.owner'), options: store.owners.map((value) => ({ value, text: ownerName(t, value) })) },
          { kind: 'select', name: 'state', label: t('language.state'), options: [...statesOf(t), { value: 'unknown', text: t('language.unknown') }] },
          ...(added.length === 0
            ? []
            : [
                {
                  kind: 'select' as const,
                  name: 'language' as const,
                  label: t('language.ofSite'),
                  options: added.map(({ code, name }) => ({ value: code, text: name })),
                },
              ]),
        ]}
        toolbarExtra={
          <>
            <ImportButton button="btn_upload" accept=".xlsx" label={t('language.importHint')} onFile={(file) => store.look(file)} />
            <ExportButton button="btn_download" call={(options) => store.exportCall(options)} />
            <Button icon={<IconLanguage />} onClick={() => languages.open()}>
              {t('language.languages')}
            </Button>
          </>
        }
        rowActions={[
          { key: 'edit', text: t('dictionary.edit'), button: 'btn_edit', onClick: (row) => store.edit(row, looked?.name) },
          {
            key: 'back',
            text: t('language.takeBack'),
            button: 'btn_edit',
            visible: ({ changed }) => changed !== '',
            confirm: ({ key }) => t('language.takeBackAsk', { key }),
            onClick: (row) => store.takeBack(row),
          },
        ]}
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
      <ImportDialog store={store} languages={languages} />
      <LanguagesDrawer store={languages} onMissing={({ code }) => void store.list.search({ keyword: '', owner: '', state: 'missing', language: code })} />
    </>
  );
});
export const Page = systemOnly(LanguagePage);

const NOTES = { refused: 'language.importRefused', same: 'language.importSame', ask: 'language.importAsk' } as const;

const ImportDialog = observer(function ImportDialog({ store, languages }: { readonly store: LanguageStore; readonly languages: LanguagesStore }) {
  const { t } = usePlugin();
  const { rows = null, same = 0, languages: told = [] } = store.incoming ?? {};
  return (
    <ImportPreview
      rows={rows}
      title={t('language.importTitle')}
      columns={[
        { prop: 'id', label: t('language.key'), minWidth: 200 },
        { prop: 'wording', label: t('language.wording'), minWidth: 220 },
      ]}
      rowKey={({ id }) => id}
      note={(state) => (
        <>
          <p>{t(NOTES[state], { same })}</p>
          {told.map((one) => (
            <p key={one.code}>{t('language.importLanguage', one)}</p>
          ))}
        </>
      )}
      onTake={() => store.takeImport().then(() => languages.load())}
      onClose={() => store.closeImport()}
    />
  );
});
