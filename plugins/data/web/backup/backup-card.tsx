import { Button, Progress } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, DateText, useButtonCheck, sizeText } from '@nephra/plugin-sdk/widgets';
import type { ReactNode } from 'react';
import type { BackupStatus } from '../../contract/backup/backup.contract.ts';

interface Fact {
  readonly key: 'last' | 'next' | 'room' | 'folder';
  readonly value: ReactNode;
  readonly note: string;
}

/** How old the last good backup is, when the next one comes, where they lie, and what is under way. */
export function BackupCard({ status, onCancel }: { readonly status: BackupStatus; readonly onCancel: () => unknown }) {
  const { t } = usePlugin();
  const { lastGoodAt, lateSince, nextAt, availableBytes, databaseBytes, folder, host, passphrase, run } = status;
  const facts: readonly Fact[] = [
    { key: 'last', value: lastGoodAt > 0 ? <DateText value={lastGoodAt} variant="ago" /> : t('backup.never'), note: '' },
    { key: 'next', value: nextAt > 0 ? <DateText value={nextAt} /> : t('backup.noTimetable'), note: '' },
    { key: 'room', value: availableBytes > 0 ? sizeText(availableBytes) : '–', note: t('backup.databaseSize', { size: sizeText(databaseBytes) }) },
    { key: 'folder', value: <code>{folder}</code>, note: host },
  ];
  return (
    <section className="data-backup-card" aria-label={t('backup.now')}>
      {lateSince > 0 && <Alert kind="error" text={t('backup.late')} />}
      {passphrase === 'none' && <Alert kind="warning" text={t('backup.noPassphrase')} />}
      {passphrase === 'unreadable' && <Alert kind="warning" text={t('backup.unreadable')} />}
      <dl>
        {facts.map(({ key, value, note }) => (
          <div key={key} className={key === 'last' && (lateSince > 0 || lastGoodAt === 0) ? 'data-backup-bad' : undefined}>
            <dt>{t(`backup.facts.${key}`)}</dt>
            <dd>
              {value}
              {note !== '' && <small>{note}</small>}
            </dd>
          </div>
        ))}
      </dl>
      {run && <Running run={run} onCancel={onCancel} />}
    </section>
  );
}

function Running({ run, onCancel }: { readonly run: NonNullable<BackupStatus['run']>; readonly onCancel: () => unknown }) {
  const { t } = usePlugin();
  const may = useButtonCheck();
  const { work, step, done, total } = run;
  const share = total !== null && total > 0 ? Math.min(100, Math.round((done / total) * 100)) : undefined;
  const what = step === '' ? t(`backup.works.${work}`) : t(`backup.steps.${step}`, { n: done.toLocaleString() });
  return (
    <div className="data-backup-run" role="status">
      <span>{what}</span>
      {share !== undefined && <Progress percent={share} showInfo aria-label={what} />}
      {may('btn_add') && <Button onClick={() => void onCancel()}>{t('backup.cancel')}</Button>}
    </div>
  );
}
