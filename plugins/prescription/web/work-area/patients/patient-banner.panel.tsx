import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { PatientLink, StatusTag } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useState } from 'react';
import type { Prescription } from '../../../contract/index.ts';
import { allergiesText, markTable, payerText, personText, UNTESTED } from '../../vocabulary.ts';
import type { WorkAreaStore } from '../work-area.store.ts';

/** Opened now and then; it need not come with the page. */
const ChargesDrawer = lazy(() => import('../charges/charges.drawer.tsx').then((module) => ({ default: module.ChargesDrawer })));

const HistoryDrawer = lazy(() => import('../../history/history.drawer.tsx').then((module) => ({ default: module.HistoryDrawer })));

/** Who is being treated: what must be seen before anything is ordered. */
export const PatientBanner = observer(function PatientBanner({ store, rx }: { readonly store: WorkAreaStore; readonly rx: Prescription }) {
  const { t } = usePlugin();
  const [chargesOpen, setChargesOpen] = useState(false);
  const { historyOpen } = store;
  return (
    <header className="rx-banner">
      <h2>
        <PatientLink patientId={rx.patientId} name={rx.patientName} />
      </h2>
      <span>{personText(t, rx)}</span>
      <span>{rx.outpatientCode}</span>
      {store.patient?.bed && <span>{t('patient.bed', { bed: store.patient.bed })}</span>}
      <span>{`${t(`patientType.${rx.patientType}`)} · ${payerText(t, rx.reimWay)}`}</span>
      {(rx.infectedHistory.length > 0 ? rx.infectedHistory : [UNTESTED]).map((mark) => (
        <StatusTag key={mark} value={mark} table={markTable(t, rx.patientType === 'dialysis')} />
      ))}
      <span className={rx.allergies.length > 0 ? 'rx-allergies' : undefined}>{t('patient.allergicTo', { list: allergiesText(t, rx) })}</span>
      {store.adviceCount > 0 && <span>{t('patient.advice', { n: store.adviceCount })}</span>}
      <span className="rx-banner-end">
        <Button size="small" theme="light" type="tertiary" title="Alt+H" onClick={() => store.showHistory(true)}>
          {t('history.title')}
        </Button>
        <Button size="small" theme="light" type="tertiary" onClick={() => setChargesOpen(true)}>
          {t('patient.charges')}
        </Button>
      </span>
      {historyOpen && (
        <Suspense fallback={null}>
          <HistoryDrawer area={store} patientId={rx.patientId} patientName={rx.patientName} onClose={() => store.showHistory(false)} />
        </Suspense>
      )}
      {chargesOpen && (
        <Suspense fallback={null}>
          <ChargesDrawer patientId={rx.patientId} patientName={rx.patientName} day={store.day} onClose={() => setChargesOpen(false)} />
        </Suspense>
      )}
    </header>
  );
});
