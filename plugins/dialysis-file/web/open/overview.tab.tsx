import { usePlugin } from '@nephra/plugin-sdk/web';
import { DescriptionSections, PermissionButton } from '@nephra/plugin-sdk/widgets';
import { basicsBody, basicsFields, type BasicsForm, basicsOf } from '../forms/basics.form.ts';
import { askOutcome, askReason } from '../forms/clinical.forms.ts';
import { accessInUse, onDayOrNext } from '../../domain/in-force.ts';
import { accessWords, patternWords, zoneText } from '../words.ts';
import type { TabProps } from './file.drawer.tsx';

/** What counts today, and what the file says of the patient. */
export function OverviewTab({ store, file }: TabProps) {
  const { t } = usePlugin();
  const signed = file.prescriptions.find(({ state }) => state === 'signed');
  const pattern = onDayOrNext(file.patterns, file.today);
  const [weight] = file.dryWeights;
  const access = accessInUse(file.accesses);
  const edit = () =>
    store.asking.ask<BasicsForm>({
      title: t('basics.edit'),
      initial: basicsOf(file),
      fields: () => basicsFields<BasicsForm>(t, file),
      save: (client, values, options) => client.edit({ params: { id: file.patientId }, body: { ...basicsBody(values), version: file.version } }, options),
    });
  const undo = () =>
    store.asking.ask(
      askReason(t, t('end.undo'), (client, { reason }, options) =>
        client.undoEnd({ params: { id: file.patientId }, body: { reason, version: file.version } }, options),
      ),
    );
  return (
    <>
      <div className="df-acts">
        <PermissionButton button="btn_edit" theme="solid" type="primary" onClick={edit}>
          {t('basics.edit')}
        </PermissionButton>
        {file.outcome ? (
          <PermissionButton button="btn_outcome" onClick={undo}>
            {t('end.undo')}
          </PermissionButton>
        ) : (
          <PermissionButton button="btn_outcome" danger theme="borderless" onClick={() => store.asking.ask(askOutcome(t, file))}>
            {t('end.title')}
          </PermissionButton>
        )}
      </div>
      <DescriptionSections
        columns={2}
        sections={[
          {
            title: t('overview.today'),
            items: [
              { label: t('list.zone'), value: zoneText(t, file.zone.zone) },
              { label: t('list.serology'), value: [t(`serology.${file.serology.state}`), file.serology.dueOn].filter(Boolean).join(' · ') },
              { label: t('list.pattern'), value: pattern ? patternWords(t, pattern, store.source.shiftName) : t('none.pattern'), span: 2 },
              {
                label: t('tab.prescription'),
                value: signed
                  ? t('rx.line', { mode: signed.mode, minutes: signed.minutes, flow: signed.bloodFlow, dialyser: signed.dialyserName })
                  : t('none.mode'),
                span: 2,
              },
              {
                label: t('list.dryWeight'),
                value: weight
                  ? `${weight.kg.toFixed(1)} kg · ${t('weight.reviewOn', { day: weight.reviewOn })}${file.dryWeightOverdue ? ` · ${t('list.reviewDue')}` : ''}`
                  : t('none.dryWeight'),
              },
              { label: t('list.access'), value: access ? accessWords(t, access) : t('none.access') },
            ],
          },
          {
            title: t('overview.patient'),
            items: [
              { label: t('basics.firstDialysisOn'), value: file.firstDialysisOn },
              { label: t('basics.firstHereOn'), value: file.firstHereOn },
              { label: t('basics.cause'), value: [file.cause && t(`cause.${file.cause}`), file.causeNote].filter(Boolean).join(' · ') },
              { label: t('basics.residualUrine'), value: file.residualUrine === null ? '' : `${file.residualUrine} ml/24h` },
              { label: t('basics.comorbidities'), value: file.comorbidities.map((code) => t(`comorbidity.${code}`)).join(t('listMark')), span: 2 },
              { label: t('basics.bloodGroup'), value: file.bloodGroup },
              { label: t('basics.heightCm'), value: file.heightCm === null ? '' : `${file.heightCm} cm` },
              { label: t('basics.doctorId'), value: file.doctorName },
              { label: t('basics.nurseId'), value: file.nurseName },
              { label: t('basics.dialyserAllergies'), value: file.dialyserAllergies.join(t('listMark')), span: 2 },
              { label: t('basics.note'), value: file.note, span: 2 },
            ],
          },
        ]}
      />
    </>
  );
}
