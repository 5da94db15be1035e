import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import type { BedsideStore } from '../bedside/bedside.store.ts';

/** What a scan led to: the right patient, another one, or nobody. */
export const ScanNote = observer(function ScanNote({ store }: { readonly store: BedsideStore }) {
  const { t } = usePlugin();
  const { note } = store.scan;
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
          <Button size="large" theme="solid" type="danger" onClick={() => store.scan.dismiss()}>
            {t('scan.stay', { name: note.name })}
          </Button>
          <Button size="large" onClick={() => void store.choose(card)}>
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
        <Button size="large" onClick={() => store.scan.dismiss()}>
          {t('scan.dismiss')}
        </Button>
      </div>
    </section>
  );
});
