import { allergyKnowledge } from '../../../../patient/contract/index.ts';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, AmountText, PatientLink, StatusTag, useButtonCheck } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import type { DispensingInfo } from '../../../contract/index.ts';
import { RxAway } from '../../../domain/dispensing/dispensing-state.ts';
import { money, payerText, payStates, personText, rxStates } from '../../vocabulary.ts';
import { ActionBar, nextStep } from '../action-bar.tsx';
import type { DispensingStore } from '../dispensing.store.ts';
import { FindingsPanel } from '../review/findings.panel.tsx';
import { LinesPanel } from '../lines.panel.tsx';
import { PartPanel } from './part.panel.tsx';
import { ReturnPanel } from './return.panel.tsx';
import { ReviewPanel } from '../review/review.panel.tsx';
import { ScanPanel } from './scan.panel.tsx';
import { StepLine } from '../step-line.tsx';

/** Why the pharmacy has nothing to do with a prescription that a link leads to, if so. */
function notAtPharmacy({ rxStatus, prescriptionDetailList }: DispensingInfo): 'draft' | 'voided' | 'nothing' | null {
  if (rxStatus === RxAway.Draft) return 'draft';
  if (rxStatus === RxAway.Voided) return 'voided';
  return prescriptionDetailList.length === 0 ? 'nothing' : null;
}

/** The prescription in hand: for whom, what, out of which lots, and what can be done now. */
export const HandPanel = observer(function HandPanel({ store, info }: { readonly store: DispensingStore; readonly info: DispensingInfo }) {
  const { t } = usePlugin();
  const frame = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone or was switched off: keys must still find their way here.
  const { version } = info;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new version is a new prescription in hand
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement?.hasAttribute('data-row')) frame.current?.focus({ preventScroll: true });
  }, [version]);
  const next = nextStep(info, useButtonCheck());
  const infections = info.infectedHistory.filter((mark) => mark !== 'NEG');
  const allergies = allergyKnowledge(info);
  const away = notAtPharmacy(info);
  return (
    <div ref={frame} className="ph-hand" tabIndex={-1}>
      <header className="ph-person">
        <h3>
          <PatientLink patientId={info.patientId} name={info.patientName} />
        </h3>
        <span className="ph-soft">{personText(t, info)}</span>
        <span className="ph-soft">{info.outpatientCode}</span>
        {info.patientIdcard && <span className="ph-soft">{info.patientIdcard}</span>}
        <span>{payerText(t, info.reimWay)}</span>
        {away !== 'draft' && away !== 'voided' && (
          <>
            <StatusTag value={info.payStatus} table={payStates(t)} />
            <StatusTag value={info.rxStatus} table={rxStates(t)} />
          </>
        )}
        {info.injection && <span className="ph-mark">{t('counter.injection')}</span>}
        {infections.map((mark) => (
          <span key={mark} className="ph-mark ph-mark-danger">
            {t(`infection.${mark}`)}
          </span>
        ))}
        {info.infectedHistory.length === 0 && <span className="ph-mark">{t('infection.untested')}</span>}
      </header>
      <p className="ph-facts ph-soft ph-small">
        <span>{t('counter.paper', { number: info.dpNumber, doctor: info.workerName })}</span>
        {info.diagnosis.length > 0 && <span>{info.diagnosis.map((one) => one.name).join(t('listMark'))}</span>}
        <span>
          {t('counter.price')} <AmountText amount={money(info.rxPrice)} />
        </span>
      </p>
      {allergies === 'listed' ? (
        <p className="ph-allergies" role="note">
          <strong>{t('counter.allergies')}</strong> {info.allergies.join(t('listMark'))}
        </p>
      ) : (
        <p className="ph-soft ph-small">
          {t('counter.allergies')} {t(`counter.allergyState.${allergies}`)}
        </p>
      )}
      {away !== null && <Alert kind="info" text={t(`counter.away.${away}`)} />}
      <StepLine info={info} />
      {info.shortageList.map((short) => (
        <Alert key={short.detailId} kind="warning" text={t('counter.shortage', { name: short.drugName, n: short.missing, unit: short.unit })} />
      ))}
      {info.drugDetailList.some((lot) => lot.lotBar !== '') && <Alert kind="error" text={t('counter.lotBarred')} />}
      <LinesPanel info={info} />
      {info.findingList.length > 0 && <FindingsPanel store={store} info={info} asking={next === 'review' || next === 'dispense'} />}
      {next === 'review' && <ReviewPanel store={store} />}
      {next === 'dispense' && store.out.parts && <PartPanel store={store.out} />}
      {next === 'dispense' && store.out.scanning && <ScanPanel store={store.out} />}
      {store.returning !== null && <ReturnPanel counter={store} store={store.returning} />}
      {store.fault?.kind === 'unknown' && <Alert kind="warning" text={t('counter.unknown')} />}
      {store.fault?.kind === 'refused' && (
        <Alert kind="error" text={store.fault.text}>
          {store.fault.stale && (
            <button type="button" className="nk-text-button" onClick={() => void store.reload()}>
              {t('counter.reload')}
            </button>
          )}
        </Alert>
      )}
      <ActionBar store={store} info={info} />
    </div>
  );
});
