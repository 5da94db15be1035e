import { type Language, LANGUAGES } from '@nephra/plugin-sdk/contract';
import { Button, IconLanguage, IconUpload, Modal } from '@nephra/plugin-sdk/ui';
import { type PageProps, usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { type Column, DataTable, EditDialog, ExportButton, ListPage, PermissionButton, StatusTag, useRunOnce, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import type { AddedLanguageRow, TextImportRow, TextRow } from '../../contract/language/language.contract.ts';
import { LanguageStore } from './language.store.ts';
import { LanguagesDrawer } from './languages.drawer.tsx';
import { LanguagesStore } from './languages.store.ts';
import { FileInput } from '../file-input.tsx';

const TONES = { edit: 'info', same: 'neutral', skip: 'neutral', refuse: 'danger' } as const;
type Text = WebContext['t'];

const ownerName = (t: Text, owner: string): string => (owner === 'core' || owner === 'shell' ? t(`language.owners.${owner}`) : owner);

/** The words of the reader stand first: they are what one comes for, and all that a phone shows. */
const languagesFrom = (first: Language): readonly Language[] => [first, ...LANGUAGES.filter((each) => each !== first)];

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
          render: (row: TextRow) => row.added || <StatusTag value="m" table={[{ value: 'm', text: t('language.missing'), tone: 'warning' }]} />,
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
    text: ({ changed, missing }) => (missing === '' ? (changed === '' ? '' : t('language.changed')) : t('language.missing')),
    render: ({ changed, missing }) =>
      missing === '' ? (
        changed !== '' && <StatusTag value="c" table={[{ value: 'c', text: t('language.changed'), tone: 'info' }]} />
      ) : (
        <StatusTag value="m" table={[{ value: 'm', text: t('language.missing'), tone: 'warning' }]} />
      ),
  },
];

/** Every text of shell and plugins in three languages, and what this site says in place of them. */
export const Page = observer(function LanguagePage({ menu }: PageProps) {
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
          {
            kind: 'select',
            name: 'state',
            label: t('language.state'),
            options: (['changed', 'missing', 'unknown'] as const).map((value) => ({ value, text: t(`language.${value}`) })),
          },
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
        toolbarExtra={<FileButtons store={store} languages={languages} />}
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
      <ImportDialog store={store} onTaken={() => languages.load()} />
      <LanguagesDrawer store={languages} onMissing={({ code }) => void store.list.search({ keyword: '', owner: '', state: 'missing', language: code })} />
    </>
  );
});

function FileButtons({ store, languages }: { readonly store: LanguageStore; readonly languages: LanguagesStore }) {
  const { t } = usePlugin();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <PermissionButton button="btn_upload" icon={<IconUpload />} onClick={() => input.current?.click()}>
        {t('dictionary.import')}
      </PermissionButton>
      <ExportButton button="btn_download" call={(options) => store.exportCall(options)} />
      <Button icon={<IconLanguage />} onClick={() => languages.open()}>
        {t('language.languages')}
      </Button>
      <FileInput input={input} accept=".xlsx" label={t('language.importHint')} use={(file) => store.look(file)} />
    </>
  );
}

interface ImportProps {
  readonly store: LanguageStore;
  readonly onTaken: () => unknown;
}

const ImportDialog = observer(function ImportDialog({ store, onTaken }: ImportProps) {
  const { t } = usePlugin();
  const { busy, run } = useRunOnce();
  const { rows = [], same = 0, languages = [] } = store.incoming ?? {};
  const refused = rows.some(({ act }) => act === 'refuse');
  const isIdle = !rows.some(({ act }) => act === 'edit');
  const acts = (['edit', 'same', 'skip', 'refuse'] as const).map((value) => ({ value, text: t(`menu.acts.${value}`), tone: TONES[value] }));
  const columns: readonly Column<TextImportRow>[] = [
    { prop: 'id', label: t('language.key'), minWidth: 200 },
    { prop: 'act', label: t('menu.act'), width: 110, render: ({ act }) => <StatusTag value={act} table={acts} /> },
    { prop: 'wording', label: t('language.wording'), minWidth: 220 },
    { prop: 'reason', label: t('menu.reason'), minWidth: 200 },
  ];
  return (
    <Modal
      visible={store.incoming !== null}
      title={t('language.importTitle')}
      width="min(860px, calc(100vw - 24px))"
      centered
      maskClosable={false}
      onCancel={() => store.closeImport()}
      footer={
        <>
          <Button onClick={() => store.closeImport()} disabled={busy}>
            {t('menu.cancel')}
          </Button>
          <Button theme="solid" type="primary" loading={busy} disabled={refused || isIdle} onClick={() => void run(() => store.takeImport().then(onTaken))}>
            {t('dictionary.import')}
          </Button>
        </>
      }
    >
      <p>{t(refused ? 'language.importRefused' : isIdle ? 'language.importSame' : 'language.importAsk', { same })}</p>
      {languages.map((one) => (
        <p key={one.code}>{t('language.importLanguage', one)}</p>
      ))}
      <div style={{ maxHeight: '50vh', overflow: 'auto' }}>
        <DataTable label={t('language.importTitle')} rows={rows} columns={columns} rowKey={({ id }) => id} />
      </div>
    </Modal>
  );
});
