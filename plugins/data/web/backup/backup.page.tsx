import { Modal } from '@nephra/plugin-sdk/ui';
import { type PageProps, usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { Alert, type Column, DateText, EditDialog, ListPage, type Status, StatusTag, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import type { BackupRow } from '../../contract/backup/backup.contract.ts';
import { sizeWords } from '../../domain/backup/size-words.ts';
import { BackupCard } from './backup-card.tsx';
import { BackupStore } from './backup.store.ts';
import './backup.css';

type Text = WebContext['t'];
/** While something is under way its progress is read again and again; otherwise only now and then, for what the timetable begins. */
const READ_EVERY_MS = 2_000;
const LOOK_EVERY_READS = 15;

const statesOf = (t: Text): readonly Status[] => [
  { value: 'waiting', text: t('backup.states.waiting'), tone: 'neutral' },
  { value: 'running', text: t('backup.states.running'), tone: 'info' },
  { value: 'done', text: t('backup.states.done'), tone: 'success' },
  { value: 'failed', text: t('backup.states.failed'), tone: 'danger' },
  { value: 'cancelled', text: t('backup.states.cancelled'), tone: 'neutral' },
  { value: 'interrupted', text: t('backup.states.interrupted'), tone: 'danger' },
];
const verifyStatesOf = (t: Text): readonly Status[] => [
  { value: 'waiting', text: t('backup.verifies.waiting'), tone: 'neutral' },
  { value: 'running', text: t('backup.verifies.running'), tone: 'info' },
  { value: 'passed', text: t('backup.verifies.passed'), tone: 'success' },
  { value: 'broken', text: t('backup.verifies.broken'), tone: 'warning' },
  { value: 'failed', text: t('backup.verifies.failed'), tone: 'danger' },
];

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
  { prop: 'fileSize', label: t('backup.size'), width: 104, align: 'right', render: ({ fileSize }) => (fileSize > 0 ? sizeWords(fileSize) : '–') },
  {
    prop: 'verifyState',
    label: t('backup.verified'),
    minWidth: 250,
    render: (row) =>
      row.verifyState === '' && row.verifyText === '' ? (
        '–'
      ) : (
        <button type="button" className="data-backup-verified" onClick={() => store.show(row)}>
          <StatusTag value={row.verifyState || 'none'} table={[...verifyStatesOf(t), { value: 'none', text: t('backup.verifies.none') }]} />
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
export const Page = observer(function BackupPage({ menu }: PageProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new BackupStore(ctx));
  useEffect(() => {
    void store.readStatus();
    let reads = 0;
    const timer = setInterval(() => {
      reads += 1;
      // Nobody looks at a window behind others.
      if (document.visibilityState !== 'visible') return;
      if (store.status?.run || reads % LOOK_EVERY_READS === 0) void store.readStatus();
    }, READ_EVERY_MS);
    return () => clearInterval(timer);
  }, [store]);
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
