import { Modal } from '@nephra/plugin-sdk/ui';
import { type PageProps, usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { Alert, type Column, DateText, EditDialog, ListPage, type Status, StatusTag, type Tone, useStore, sizeText } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { administratorsPage } from '../administrators-page.tsx';
import type { BackupRow } from '../../contract/backup/backup.contract.ts';
import { BackupCard } from './backup-card.tsx';
import { BackupStore } from './backup.store.ts';
import './backup.css';

type Text = WebContext['t'];
const STATES = { waiting: 'neutral', running: 'info', done: 'success', failed: 'danger', cancelled: 'neutral', interrupted: 'danger' } as const;
const VERIFIES = { waiting: 'neutral', running: 'info', passed: 'success', broken: 'warning', failed: 'danger', none: 'neutral' } as const;
const table = (tones: Readonly<Record<string, Tone>>, say: (value: string) => string): readonly Status[] =>
  Object.entries(tones).map(([value, tone]) => ({ value, tone, text: say(value) }));
const statesOf = (t: Text) => table(STATES, (value) => t(`backup.states.${value}`));
const verifiesOf = (t: Text) => table(VERIFIES, (value) => t(`backup.verifies.${value}`));

const columnsOf = (t: Text, store: BackupStore): readonly Column<BackupRow>[] => [
  { prop: 'creatorTime', label: t('backup.at'), width: 156, always: true, render: ({ creatorTime }) => <DateText value={creatorTime} /> },
  {
    prop: 'state',
    label: t('backup.state'),
    minWidth: 128,
    render: ({ state, reason }) => (
      <>
        <StatusTag value={state} table={statesOf(t)} />
        {reason !== '' && <p className="data-backup-reason">{reason}</p>}
      </>
    ),
    text: ({ reason }) => reason,
  },
  { prop: 'fileSize', label: t('backup.size'), width: 104, align: 'right', render: ({ fileSize }) => (fileSize > 0 ? sizeText(fileSize) : '–') },
  {
    prop: 'verifyState',
    label: t('backup.verified'),
    minWidth: 250,
    render: (row) =>
      row.verifyState === '' && row.verifyText === '' ? (
        '–'
      ) : (
        <button type="button" className="data-backup-verified" onClick={() => store.show(row)}>
          <StatusTag value={row.verifyState || 'none'} table={verifiesOf(t)} />
          {row.verifiedAt > 0 && <DateText value={row.verifiedAt} />}
        </button>
      ),
  },
  { prop: 'rows', label: t('backup.rows'), width: 110, align: 'right', render: ({ state, rows }) => (state === 'done' ? rows.toLocaleString() : '–') },
  {
    prop: 'files',
    label: t('backup.files'),
    width: 110,
    align: 'right',
    render: ({ state, withFiles, files }) => (state !== 'done' ? '–' : withFiles === 1 ? files.toLocaleString() : t('backup.withoutFiles')),
  },
  { prop: 'creatorUser', label: t('backup.by'), width: 110, render: ({ scheduled, creatorUser }) => (scheduled === 1 ? t('backup.byTime') : creatorUser) },
  {
    prop: 'milliseconds',
    label: t('backup.took'),
    width: 96,
    hiddenAtFirst: true,
    align: 'right',
    render: ({ state, milliseconds }) => (state === 'done' ? `${(milliseconds / 1_000).toFixed(1)} s` : '–'),
  },
  { prop: 'fileName', label: t('backup.fileName'), minWidth: 240, render: ({ fileName }) => fileName || '–' },
  { prop: 'host', label: t('backup.host'), minWidth: 120, hiddenAtFirst: true },
];

const isThere = ({ state }: BackupRow): boolean => state === 'done';
const isOver = ({ state }: BackupRow): boolean => state !== 'running' && state !== 'waiting';

/** Copies of the whole database: the age of the last one, when the next one comes, and each with what came of restoring it (spec 2.5-06). */
const BackupPage = observer(function BackupPage({ menu }: PageProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new BackupStore(ctx));
  useEffect(() => store.watch(), [store]);
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
          {
            kind: 'select',
            name: 'state',
            label: t('backup.state'),
            options: statesOf(t)
              .filter(({ value }) => value !== 'waiting')
              .map(({ value, text }) => ({ value: String(value), text })),
          },
        ]}
        emptyText={t('backup.empty')}
        toolbar={[
          {
            key: 'start',
            text: t('backup.start'),
            button: 'btn_add',
            primary: true,
            // Without a passphrase the server refuses; the card says so and where to set one.
            disabled: status?.run != null || status?.passphrase === 'none' || status?.passphrase === 'unreadable',
            ...(status?.embedded && { confirm: t('backup.startAsk') }),
            onClick: store.start,
          },
          { key: 'settings', text: t('backup.settings'), button: 'btn_edit', onClick: store.openSettings },
        ]}
        rowActions={[
          { key: 'verify', text: t('backup.verify'), button: 'btn_verify', visible: isThere, onClick: store.verify },
          {
            key: 'download',
            text: t('backup.download'),
            button: 'btn_download',
            visible: isThere,
            confirm: () => t('backup.downloadAsk'),
            onClick: store.download,
          },
          {
            key: 'remove',
            text: t('backup.remove'),
            button: 'btn_remove',
            danger: true,
            visible: isOver,
            confirm: ({ fileName }) => t(fileName === '' ? 'backup.removeRowAsk' : 'backup.removeAsk', { name: fileName }),
            onClick: store.remove,
          },
        ]}
      >
        {status && <BackupCard status={status} onCancel={store.cancel} />}
      </ListPage>
      <EditDialog form={store.form} title={t('backup.settings')} width={640} onClose={store.closeSettings} onSave={store.saveSettings}>
        <Alert kind="info" text={t('backup.notInside')} />
        {status?.passphrase === 'environment' && <Alert kind="info" text={t('backup.fromEnvironment')} />}
        {status?.passphrase === 'unreadable' && <Alert kind="warning" text={t('backup.unreadable')} />}
      </EditDialog>
      {shown && (
        <Modal
          visible
          title={t('backup.verifiedOf', { name: shown.fileName })}
          footer={null}
          width="min(560px, calc(100vw - 24px))"
          onCancel={() => store.show(null)}
        >
          <p className="data-backup-found">{shown.verifyText || t('backup.verifying')}</p>
          {shown.broken.length > 0 && (
            <ul className="data-backup-broken">
              {shown.broken.map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
          )}
        </Modal>
      )}
    </>
  );
});
export const Page = administratorsPage(BackupPage);
