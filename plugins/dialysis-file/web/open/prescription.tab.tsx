import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, DateText, DescriptionList, EmptyState, PermissionButton, StatusTag } from '@nephra/plugin-sdk/widgets';
import type { PrescriptionView } from '../../contract/file.schema.ts';
import { unusualFields } from '../../domain/prescription-check.ts';
import { askPrescription } from '../forms/prescription.form.ts';
import { stateTable, type Text } from '../words.ts';
import type { TabProps } from './file.drawer.tsx';

const dose = (t: Text, { agent, firstDose, perHour, unit, stopMinutesBeforeEnd, note }: PrescriptionView['anticoagulant']): string =>
  [
    t(`agent.${agent}`),
    firstDose === null ? '' : t('rx.first', { dose: firstDose, unit }),
    perHour === null ? '' : t('rx.hourly', { dose: perHour, unit }),
    stopMinutesBeforeEnd === null ? '' : t('rx.stops', { n: stopMinutesBeforeEnd }),
    note,
  ]
    .filter(Boolean)
    .join(' · ');

function Facts({ rx }: { readonly rx: PrescriptionView }) {
  const { t } = usePlugin();
  return (
    <DescriptionList
      columns={3}
      items={[
        { label: t('rx.mode'), value: rx.mode },
        { label: t('rx.minutes'), value: `${rx.minutes} ${t('unit.minutes')}` },
        { label: t('rx.ufTarget'), value: rx.ufTarget === null ? t('rx.byWeight') : `${rx.ufTarget} ml` },
        { label: t('rx.bloodFlow'), value: `${rx.bloodFlow} ml/min` },
        { label: t('rx.dialysateFlow'), value: `${rx.dialysateFlow} ml/min` },
        { label: t('rx.temperature'), value: `${rx.temperature} ℃` },
        { label: t('rx.dialyser'), value: rx.dialyserName },
        ...(rx.perfusorName ? [{ label: t('rx.perfusor'), value: rx.perfusorName }] : []),
        ...(rx.substitution ? [{ label: t('rx.substitutionVolume'), value: `${rx.substitution.volume} L · ${t(`site.${rx.substitution.site}`)}` }] : []),
        {
          label: t('rx.ions'),
          value: `Na ${rx.sodium} · K ${rx.potassium} · Ca ${rx.calcium} · HCO₃ ${rx.bicarbonate} · ${t('rx.glucose')} ${rx.glucose} mmol/L`,
          span: 3,
        },
        { label: t('rx.sodiumProfile'), value: t(`profile.${rx.sodiumProfile}`) },
        ...(rx.isolatedFirst ? [{ label: t('rx.isolated'), value: `${rx.isolatedFirst.minutes} ${t('unit.minutes')} · ${rx.isolatedFirst.volume} ml` }] : []),
        { label: t('rx.anticoagulant'), value: dose(t, rx.anticoagulant), span: 3 },
        ...(rx.remark ? [{ label: t('rx.remark'), value: rx.remark, span: 3 }] : []),
      ]}
    />
  );
}

/** The proposal that waits, the prescription in force, and those before it. */
export function PrescriptionTab({ store, file }: TabProps) {
  const { t, confirm } = usePlugin();
  const draft = file.prescriptions.find(({ state }) => state === 'draft');
  const signed = file.prescriptions.find(({ state }) => state === 'signed');
  const older = file.prescriptions.filter(({ state }) => state === 'replaced');
  const hint = (fields: readonly string[]) =>
    fields.length === 0 ? null : <Alert kind="warning" text={t('rx.unusual', { fields: fields.map((field) => t(`rx.${field}`)).join(t('listMark')) })} />;
  const propose = () => store.ask(askPrescription(t, file, store.source.choices, hint));
  const sign = async (rx: PrescriptionView) => {
    const content = t(signed ? 'rx.signReplaces' : 'rx.signAsk', { no: rx.versionNo, old: signed?.versionNo ?? '' });
    if (await confirm({ title: t('rx.sign'), content, okText: t('rx.sign') })) await store.sign(rx);
  };
  const drop = async (rx: PrescriptionView) => {
    if (await confirm({ title: t('rx.drop'), content: t('rx.dropAsk', { no: rx.versionNo }), okText: t('rx.drop'), danger: true })) await store.dropDraft(rx);
  };
  const title = (rx: PrescriptionView) => (
    <header className="df-card-head">
      <strong>{t('rx.no', { no: rx.versionNo })}</strong>
      <StatusTag value={rx.state} table={stateTable(t)} />
      <small>
        {rx.signedAt === null ? t('rx.proposedBy', { name: rx.proposedByName }) : t('rx.signedBy', { name: rx.signedByName })}{' '}
        <DateText value={rx.signedAt ?? rx.proposedAt} />
      </small>
    </header>
  );
  return (
    <>
      <div className="df-acts">
        {!file.outcome && (
          <PermissionButton button="btn_propose" theme="solid" type="primary" onClick={propose}>
            {t(draft ? 'rx.changeDraft' : 'rx.propose')}
          </PermissionButton>
        )}
      </div>
      {file.prescriptions.length === 0 && <EmptyState text={t('none.mode')} />}
      {draft && (
        <section className="df-card df-card-open">
          {title(draft)}
          {hint(unusualFields(draft))}
          <Facts rx={draft} />
          <div className="df-acts">
            <PermissionButton button="btn_sign" theme="solid" type="primary" onClick={() => sign(draft)}>
              {t('rx.sign')}
            </PermissionButton>
            <PermissionButton button="btn_propose" danger theme="borderless" onClick={() => drop(draft)}>
              {t('rx.drop')}
            </PermissionButton>
          </div>
        </section>
      )}
      {signed && (
        <section className="df-card">
          {title(signed)}
          <Facts rx={signed} />
        </section>
      )}
      {older.map((rx) => (
        <details key={rx.prescriptionId} className="df-card">
          <summary>
            {t('rx.no', { no: rx.versionNo })} · {rx.mode} · {t('rx.replacedOn')} <DateText value={rx.replacedAt} variant="date" />
          </summary>
          <Facts rx={rx} />
        </details>
      ))}
    </>
  );
}
