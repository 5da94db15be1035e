import { type PageProps, usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import {
  administratorsPage,
  Alert,
  type Column,
  dateColumn,
  EditDialog,
  figureColumn,
  ListPage,
  rowActs,
  sizeText,
  statusColumn,
  statusTable,
  textColumn,
  useEvery,
  useStore,
  ViewDialog,
} from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { BackupRow } from '../../contract/backup/backup.contract.ts';
import { BackupCard } from './backup-card.tsx';
import { BackupStore, READ_EVERY_MS } from './backup.store.ts';
import './backup.css';

type Text = WebContext['t'];
const STATES = { waiting: 'neutral', running: 'info', done: 'success', failed: 'danger', cancelled: 'neutral', interrupted: 'danger' } as const;
const VERIFIES = { waiting: 'neutral', running: 'info', passed: 'success', broken: 'warning', failed: 'danger', none: 'neutral' } as const;
const statesOf = (t: Text) => statusTable(STATES, (value) => t(`backup.states.${value}`));

const isThere = ({ state }: BackupRow): boolean => state === 'done';

const columnsOf = (t: Text, store: BackupStore): readonly Column<BackupRow>[] => [
  dateColumn('creatorTime', t('backup.at'), { width: 156, always: true }),
  statusColumn('state', t('backup.state'), { minWidth: 128, table: statesOf(t), reason: ({ reason }) => reason }),
  figureColumn('fileSize', t('backup.size'), 104, ({ fileSize }) => (fileSize > 0 ? sizeText(fileSize) : '–')),
  statusColumn<BackupRow>('verifyState', t('backup.verified'), {
    minWidth: 250,
    table: statusTable(VERIFIES, (value) => t(`backup.verifies.${value}`)),
    value: ({ verifyState, verifyText }) => verifyState || (verifyText === '' ? '' : 'none'),
    at: ({ verifiedAt }) => verifiedAt,
    onPress: store.show,
  }),
  figureColumn('rows', t('backup.rows'), 110, (row) => (isThere(row) ? row.rows.toLocaleString() : '–')),
  figureColumn('files', t('backup.files'), 110, (row) => (!isThere(row) ? '–' : row.withFiles === 1 ? row.files.toLocaleString() : t('backup.withoutFiles'))),
  { prop: 'creatorUser', label: t('backup.by'), width: 110, render: ({ scheduled, creatorUser }) => (scheduled === 1 ? t('backup.byTime') : creatorUser) },
  figureColumn('milliseconds', t('backup.took'), 96, (row) => (isThere(row) ? `${(row.milliseconds / 1_000).toFixed(1)} s` : '–'), { hiddenAtFirst: true }),
  textColumn('fileName', t('backup.fileName'), { minWidth: 240 }),
  { prop: 'host', label: t('backup.host'), minWidth: 120, hiddenAtFirst: true },
];

/** Copies of the whole database: the age of the last one, when the next one comes, and each with what came of restoring it (spec 2.5-06). */
const BackupPage = observer(function BackupPage({ menu }: PageProps) {
  const ctx = usePlugin();
  const { t, language } = ctx;
  const store = useStore(() => new BackupStore(ctx));
  useEvery(READ_EVERY_MS, store.look);
  const columns = useMemo(() => columnsOf(t, store), [t, store]);
  const { status, shown } = store;
  return (
    <>
      <ListPage
        title={menu.fullName}
        store={store.list}
        columns={columns}
        inlineActions={2}
        search={[
          { kind: 'text', name: 'keyword', label: t('backup.fileName') },
          { kind: 'select', name: 'state', label: t('backup.state'), options: statesOf(t).filter(({ value }) => value !== 'waiting') },
        ]}
        emptyText={t('backup.empty')}
        toolbar={[
          {
            key: 'start',
            text: t('backup.start'),
            button: 'btn_add',
            primary: true,
            disabled: !store.mayStart,
            ...(status?.embedded && { confirm: t('backup.startAsk') }),
            onClick: store.start,
          },
          { key: 'settings', text: t('backup.settings'), button: 'btn_edit', onClick: store.openSettings },
        ]}
        rowActions={rowActs(language, {
          name: ({ fileName }) => fileName,
          between: [
            { key: 'verify', text: t('backup.verify'), button: 'btn_verify', visible: isThere, onClick: store.verify },
            {
              key: 'download',
              text: t('backup.download'),
              button: 'btn_download',
              visible: isThere,
              confirm: () => t('backup.downloadAsk'),
              onClick: store.download,
            },
          ],
          remove: store.remove,
          may: { remove: ({ state }) => state !== 'running' && state !== 'waiting' },
          ask: { remove: ({ fileName }) => t(fileName === '' ? 'backup.removeRowAsk' : 'backup.removeAsk', { name: fileName }) },
        })}
      >
        {status && <BackupCard status={status} onCancel={store.cancel} />}
      </ListPage>
      <EditDialog form={store.form} title={t('backup.settings')} width={640} onClose={store.closeSettings} onSave={store.saveSettings}>
        <Alert kind="info" text={t('backup.notInside')} />
        {status?.passphrase === 'environment' && <Alert kind="info" text={t('backup.fromEnvironment')} />}
        {status?.passphrase === 'unreadable' && <Alert kind="warning" text={t('backup.unreadable')} />}
      </EditDialog>
      {shown && (
        <ViewDialog
          title={t('backup.verifiedOf', { name: shown.fileName })}
          text={shown.verifyText || t('backup.verifying')}
          points={shown.broken}
          onClose={() => store.show(null)}
        />
      )}
    </>
  );
});
export const Page = administratorsPage(BackupPage);
