import './exports.css';
import { observer } from 'mobx-react-lite';
import { Button, Progress, SideSheet } from '@nephra/plugin-sdk/ui';
import { createClient } from '@nephra/plugin-sdk/web';
import { formatInstant } from '@nephra/plugin-sdk/contract';
import { downloadFile, sizeText } from '@nephra/plugin-sdk/widgets';
import { useEffect, useState } from 'react';
import { type ExportJob, exportsContract } from '../../contract/index.ts';
import { useShell } from '../shell-context.tsx';

const WIDTH = 360;

/** Half of the way is reading, half is writing: how long the reading takes is not known before its end. */
const percentOf = ({ rowsRead, rowsWritten }: ExportJob): number => (rowsRead === 0 || rowsWritten === 0 ? 0 : Math.floor((rowsWritten / rowsRead) * 99));

const ExportCard = observer(function ExportCard({ job }: { readonly job: ExportJob }) {
  const { t, http, toast, settings, exports } = useShell();
  const [busy, setBusy] = useState(false);
  const name = job.name || t('exports.unnamed');
  const once = async (work: () => Promise<unknown>) => {
    setBusy(true);
    // What went wrong has been told.
    await work().catch(() => undefined);
    setBusy(false);
  };
  const download = () =>
    downloadFile({ toast, language: settings.language }, (options) => createClient(exportsContract, http).file({ params: { id: job.id } }, options));
  const reading = job.rowsWritten === 0;
  return (
    <li className="nephra-export" data-state={job.state}>
      <p className="nephra-export-name">{name}</p>
      {job.state === 'running' && (
        <>
          <Progress percent={percentOf(job)} aria-label={t('exports.progress', { name })} />
          <p role="status">
            {job.rowsRead === 0
              ? t('exports.working')
              : reading
                ? t('exports.reading', { count: job.rowsRead })
                : t('exports.writing', { written: job.rowsWritten, count: job.rowsRead })}
          </p>
        </>
      )}
      {job.state === 'done' && <p>{t('exports.size', { count: job.rowsWritten, size: sizeText(job.bytes) })}</p>}
      {job.state === 'cancelled' && <p>{t('exports.cancelled')}</p>}
      {job.state === 'failed' && <p role="alert">{job.reason}</p>}
      <div className="nephra-export-foot">
        <span>{formatInstant(job.endedAt ?? job.startedAt, 'yyyy-MM-dd HH:mm')}</span>
        {job.state === 'running' && (
          <Button size="small" type="tertiary" loading={busy} onClick={() => void once(() => exports.cancel(job.id))}>
            {t('exports.cancel')}
          </Button>
        )}
        {job.state === 'done' && (
          <Button size="small" theme="solid" loading={busy} onClick={() => void once(download)}>
            {t('exports.download')}
          </Button>
        )}
      </div>
    </li>
  );
});

/** What of the person's exports is made in the background, and what was: how far it is, the way to stop it, the file. */
export const ExportsDrawer = observer(function ExportsDrawer({ onClose }: { readonly onClose: () => void }) {
  const { t, exports } = useShell();
  useEffect(() => void exports.look(), [exports]);
  return (
    <SideSheet visible placement="right" width={WIDTH} title={t('exports.title')} onCancel={onClose} className="nephra-drawer" aria-label={t('exports.title')}>
      <p className="nephra-export-hint">{t('exports.hint')}</p>
      {exports.jobs.length === 0 ? (
        <p>{t('exports.none')}</p>
      ) : (
        <ul className="nephra-exports">
          {exports.jobs.map((job) => (
            <ExportCard key={job.id} job={job} />
          ))}
        </ul>
      )}
    </SideSheet>
  );
});
