import { formatInstant } from '@nephra/plugin-sdk/contract';
import { Button, Input, InputNumber } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, DescriptionList } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { ufRate } from '../../../dialysis-file/contract/index.ts';
import type { WholeSession } from '../../../dialysis-session/contract/index.ts';
import { CONFIRMED_MINUTES, CONFIRMED_UF, MAX_REASON } from '../../contract/limits.ts';
import { anticoagulantText, shown } from '../words.ts';
import type { PanelTabProps } from './patient.panel.tsx';
import { askDryWeight } from './round.forms.ts';

/** 处方与超滤: what is in force beside the values of today; dry weight and confirmation. */
export const PlanTab = observer(function PlanTab({ store, patient }: PanelTabProps) {
  const { t } = usePlugin();
  const { facts } = patient;
  const { whole } = store;
  const plan = whole?.plan?.prescription ?? facts?.prescription ?? null;
  const dry = facts?.dryWeight ?? null;
  const setsWeight = store.may('his.dialysisFile:btn_weight');
  return (
    <section className="dr-tab">
      {!plan && <Alert kind="warning" text={t('plan.none')} />}
      {facts?.draft && <Alert kind="info" text={t('plan.draft', { no: facts.draft.versionNo, name: facts.draft.byName })} />}
      <DescriptionList
        columns={2}
        items={[
          { label: t('plan.mode'), value: plan ? `${plan.mode} ${whole?.plan?.minutes ?? plan.minutes} min` : '–' },
          { label: t('plan.flows'), value: plan ? `Qb ${plan.bloodFlow} / Qd ${plan.dialysateFlow}` : '–' },
          { label: t('plan.dialyser'), value: plan?.dialyserName || '–' },
          { label: t('plan.anticoagulant'), value: plan ? anticoagulantText(t, plan.anticoagulant) : '–' },
          { label: 'Na / K / Ca', value: plan ? `${plan.sodium} / ${plan.potassium} / ${plan.calcium}` : '–' },
          {
            label: t('plan.access'),
            value: facts?.access ? `${t(`accessKind.${facts.access.kind}`)} ${t(`side.${facts.access.side}`)}${facts.access.site}` : '–',
          },
          { label: t('timeline.dry'), value: dry ? t('plan.dryWeight', { kg: dry.kg.toFixed(1), from: dry.from, review: dry.reviewOn }) : '–', span: 2 },
          { label: t('timeline.pre'), value: whole ? `${shown(whole.preWeight)} kg` : '–' },
          { label: t('sheet.gain'), value: whole ? `${shown(whole.gain)} kg` : '–' },
        ]}
      />
      {facts && (setsWeight || store.may('dialysis.round:btn_propose')) && (
        <div className="dr-bar">
          <Button theme="light" type="primary" onClick={() => store.asking.ask(askDryWeight(t, patient, setsWeight))}>
            {t(setsWeight ? 'weight.set' : 'weight.propose')}
          </Button>
        </div>
      )}
      {whole ? <Confirm key={`${whole.id} ${whole.confirmedAt ?? ''}`} store={store} whole={whole} /> : <p className="dr-hint">{t('plan.notHere')}</p>}
    </section>
  );
});

/** Ultrafiltration and minutes of today, and the doctor's confirmation. */
const Confirm = observer(function Confirm({ store, whole }: { readonly store: PanelTabProps['store']; readonly whole: WholeSession }) {
  const { t } = usePlugin();
  const id = useId();
  const plan = whole.plan?.prescription ?? whole.standing;
  const [uf, setUf] = useState<number | null>(whole.confirmedAt === null ? (plan?.ufTarget ?? whole.ufByWeight) : (whole.plan?.ufTarget ?? null));
  const [minutes, setMinutes] = useState<number | null>(whole.plan?.minutes ?? plan?.minutes ?? null);
  const [reason, setReason] = useState('');
  const rate = ufRate({ ufMl: uf, minutes, kg: store.patient?.facts?.dryWeight?.kg ?? whole.dryWeight ?? whole.preWeight }).value;
  const tone = rate === null ? '' : rate > whole.ufRateHigh ? 'dr-critical' : rate > whole.ufRateWarn ? 'dr-warn' : 'dr-fine';
  const may = store.may('dialysis.bedside:btn_confirm') && (whole.state === 2 || whole.state === 3);
  return (
    <fieldset className="dr-confirm">
      <legend>{t('plan.today')}</legend>
      <p className="dr-hint">
        {whole.confirmedAt === null
          ? t('plan.notConfirmed')
          : t('plan.confirmedBy', { name: whole.doctorName, time: formatInstant(whole.confirmedAt, 'HH:mm') })}
        {whole.ufByWeight !== null && ` ${t('plan.byWeight', { uf: whole.ufByWeight })}`}
      </p>
      {may && (
        <div className="dr-bar">
          <label htmlFor={`${id}u`}>{t('plan.uf')}</label>
          <InputNumber
            id={`${id}u`}
            value={uf ?? ''}
            {...CONFIRMED_UF}
            step={100}
            precision={0}
            suffix="ml"
            onChange={(value) => setUf(value === '' ? null : Number(value))}
          />
          <label htmlFor={`${id}m`}>{t('plan.minutes')}</label>
          <InputNumber
            id={`${id}m`}
            value={minutes ?? ''}
            {...CONFIRMED_MINUTES}
            step={30}
            precision={0}
            suffix="min"
            onChange={(value) => setMinutes(value === '' ? null : Number(value))}
          />
          {rate !== null && <span className={`dr-problem ${tone}`}>{rate.toFixed(1)} ml/kg/h</span>}
          <Button theme="solid" type="primary" loading={store.confirming.busy} disabled={minutes === null} onClick={() => void store.confirm(uf, minutes ?? 0)}>
            {t(whole.confirmedAt === null ? 'plan.confirm' : 'plan.confirmAgain')}
          </Button>
        </div>
      )}
      {store.refusal !== '' && <Alert kind="error" text={store.refusal} />}
      {store.toPass && (
        <div className="dr-bar">
          <Input aria-label={t('plan.reason')} placeholder={t('plan.reason')} value={reason} maxLength={MAX_REASON} onChange={setReason} style={{ flex: 1 }} />
          <Button
            type="warning"
            theme="solid"
            disabled={reason.trim().length < 4 || minutes === null}
            onClick={() => void store.confirm(uf, minutes ?? 0, reason.trim())}
          >
            {t('plan.pass')}
          </Button>
        </div>
      )}
    </fieldset>
  );
});
