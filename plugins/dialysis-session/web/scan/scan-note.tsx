import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import type { StationCard } from '../../contract/session.schema.ts';
import type { ScanStore } from './scan.store.ts';

interface ScanNoteProps {
  readonly scan: ScanStore;
  readonly onOpen: (card: StationCard) => void;
}

/** What a scan led to: the right patient, another one, or nobody. */
export const ScanNote = observer(function ScanNote({ scan, onOpen }: ScanNoteProps) {
  const { t } = usePlugin();
  const { note } = scan;
  if (!note) return null;
  if (note.kind === 'same')
    return (
      <p className="ds-scan-right" role="status">
        {t('scan.same', { name: note.name })}
      </p>
    );
  if (note.kind === 'wrong') {
    const { card } = note;
    return (
      <section className="ds-scan-wrong" role="alert">
        <p>
          <strong>{t('scan.wrong')}</strong>
        </p>
        <p>{t('scan.wrongText', { other: card.patientName, station: card.stationCode, name: note.name })}</p>
        <div className="ds-acts">
          <Button size="large" theme="solid" type="danger" onClick={() => scan.dismiss()}>
            {t('scan.stay', { name: note.name })}
          </Button>
          <Button size="large" onClick={() => onOpen(card)}>
            {t('scan.openOther', { name: card.patientName })}
          </Button>
        </div>
      </section>
    );
  }
  return (
    <section className="ds-scan-wrong" role="alert">
      <p>{t(`scan.${note.kind}`, { code: note.code })}</p>
      <div className="ds-acts">
        <Button size="large" onClick={() => scan.dismiss()}>
          {t('scan.dismiss')}
        </Button>
      </div>
    </section>
  );
});
