import { formatInstant } from '@nephra/plugin-sdk/contract';
import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { ADJUST_FIELDS } from '../../../contract/fields.ts';
import { ufRate } from '../../../domain/weights.ts';
import { anticoagulantText } from '../../fields/field-text.ts';
import { FieldsForm } from '../../fields/fields-form.tsx';
import type { BedsideStore } from '../bedside.store.ts';
import { useForm } from '../use-section.ts';
import { Fact } from './before.step.tsx';

const { ufTarget, minutes } = ADJUST_FIELDS;
const PLAN_FIELDS = { ufTarget, minutes };

/** 处方: the plan beside the values of today, and the doctor's confirmation. */
export const PlanStep = observer(function PlanStep({ store }: { readonly store: BedsideStore }) {
  const { t } = usePlugin();
  const { whole } = store;
  const plan = whole?.plan?.prescription ?? whole?.standing ?? null;
  const stands = { ufTarget: whole?.plan?.ufTarget ?? null, minutes: whole?.plan?.minutes ?? plan?.minutes ?? null };
  const draft = useForm(store, 'plan', PLAN_FIELDS, stands);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when somebody confirmed it anew
  useEffect(() => draft.rebase(stands), [draft, whole?.confirmedAt, stands.minutes]);
  if (!whole) return null;
  if (!plan) return <Alert kind="warning" text={t('bed.noPlan')} />;
  const chosenMinutes = Number(draft.value('minutes') ?? plan.minutes);
  const typed = draft.value('ufTarget');
  const volume = typeof typed === 'number' ? typed : (plan.ufTarget ?? whole.ufByWeight);
  const rate = ufRate(volume, chosenMinutes, whole.dryWeight ?? whole.preWeight);
  const tone = rate === null ? undefined : rate > whole.ufRateHigh ? 'ds-red' : rate > whole.ufRateWarn ? 'ds-amber' : undefined;
  const confirm = async (): Promise<void> => {
    draft.press();
    if (draft.flaws.length > 0) return;
    const body = { ufTarget: typeof typed === 'number' ? typed : null, minutes: chosenMinutes };
    await store.now('confirm', { id: whole.id }, body, { draft });
  };
  return (
    <section className="ds-step">
      <dl className="ds-facts">
        <Fact label={t('field.mode')} value={plan.mode} />
        <Fact label={t('field.minutes')} value={`${whole.plan?.minutes ?? plan.minutes} min`} />
        <Fact label={t('field.bloodFlow')} value={`${plan.bloodFlow} ml/min`} />
        <Fact label={t('field.dialysateFlow')} value={`${plan.dialysateFlow} ml/min`} />
        <Fact label="Na / K / Ca" value={`${plan.sodium} / ${plan.potassium} / ${plan.calcium}`} />
        <Fact label={t('field.dialysateTemperature')} value={`${plan.temperature} °C`} />
        <Fact label={t('finding.parts.dialyser')} value={[plan.dialyserName, plan.perfusorName].filter(Boolean).join(t('listMark')) || '–'} />
        <Fact label={t('field.anticoagulant')} value={anticoagulantText(t, plan.anticoagulant)} />
        <Fact label={t('bed.dry')} value={whole.dryWeight === null ? '–' : `${whole.dryWeight} kg`} tone={whole.dryWeightOverdue ? 'ds-amber' : undefined} />
        <Fact label={t('paper.pre')} value={whole.preWeight === null ? '–' : `${whole.preWeight} kg`} />
        <Fact label={t('field.ufTarget')} value={volume === null ? '–' : `${volume} ml`} />
        <Fact label={t('bed.rate')} value={rate === null ? '–' : `${rate} ml/kg/h`} tone={tone} />
      </dl>
      {whole.confirmedAt !== null ? (
        <p className="ds-hint">{t('bed.confirmedBy', { name: whole.doctorName, time: formatInstant(whole.confirmedAt, 'HH:mm') })}</p>
      ) : (
        <p className="ds-hint">{t('bed.notConfirmed')}</p>
      )}
      {store.may('btn_confirm') && (whole.state === 2 || whole.state === 3) && (
        <>
          <FieldsForm busy={store.busy} draft={draft} last={whole.ufByWeight === null ? {} : { ufTarget: whole.ufByWeight }} />
          <div className="ds-acts">
            <Button size="large" theme="solid" type="primary" loading={store.busy} onClick={() => void confirm()}>
              {t('bed.confirm')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
});
