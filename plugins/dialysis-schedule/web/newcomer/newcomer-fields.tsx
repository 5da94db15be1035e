import { dayOf, parseDay } from '@nephra/plugin-sdk/contract';
import { Input, InputNumber, Select } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { DateInput } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { DIALYSIS_MODES, type DialysisMode } from '../../../dialysis-file/contract/index.ts';
import { MAX_NAME, MAX_REASON, NEWCOMER_RANGES } from '../../contract/limits.ts';
import { ASKED_MARKERS, type Brought } from '../../domain/rules/newcomers/newcomer.ts';
import { ACCESS_KINDS, AGENTS, asksDialyser, asksPerfusor, type NewcomerForm, proposalOf, SIDES } from '../../domain/newcomer-form.ts';
import type { NewcomerStore } from './newcomer.store.ts';

const BROUGHT: readonly Brought[] = ['unknown', 'negative', 'positive', 'pending'];
const UNITS = ['mg', 'IU', 'ml'];

/** What somebody brings along from where they are treated: markers with their day, plan, anticoagulant, access, allergies. */
export const NewcomerFields = observer(function NewcomerFields({ store }: { readonly store: NewcomerStore }) {
  const { t } = usePlugin();
  const { form } = store;
  const label = t('newcomer.from');
  return (
    <>
      <fieldset>
        <legend>{t('newcomer.brought')}</legend>
        <div className="ds-fields">
          <div className="ds-wide">
            <span>{label}</span>
            <Input value={form.from} maxLength={MAX_NAME} aria-label={label} onChange={(from) => store.fill({ from })} />
          </div>
          <div>
            <span>{t('newcomer.markersOn')}</span>
            <DateInput label={t('newcomer.markersOn')} value={parseDay(form.markersOn)} onChange={(instant) => store.fill({ markersOn: dayOf(instant) })} />
          </div>
          {ASKED_MARKERS.map((marker) => (
            <div key={marker}>
              <span>{marker}</span>
              <Select
                value={form.markers[marker] ?? 'unknown'}
                aria-label={marker}
                optionList={BROUGHT.map((value) => ({ value, label: t(`newcomer.result.${value}`) }))}
                onChange={(value) => store.fill({ markers: { ...form.markers, [marker]: value as Brought } })}
              />
            </div>
          ))}
        </div>
      </fieldset>
      <PlanFields store={store} />
    </>
  );
});

const PlanFields = observer(function PlanFields({ store }: { readonly store: NewcomerStore }) {
  const { t } = usePlugin();
  const { form } = store;
  const choice = (name: 'mode' | 'agent' | 'accessKind', values: readonly string[], word: (value: string) => string) => (
    <div>
      <span>{t(`newcomer.${name}`)}</span>
      <Select
        value={form[name]}
        aria-label={t(`newcomer.${name}`)}
        optionList={[{ value: '', label: t('newcomer.notTold') }, ...values.map((value) => ({ value, label: word(value) }))]}
        onChange={(value) => store.fill({ [name]: value } as Partial<NewcomerForm>)}
      />
    </div>
  );
  const number = (name: keyof typeof NEWCOMER_RANGES) => (
    <div>
      <span>{t(`newcomer.${name}`)}</span>
      <InputNumber
        value={form[name] ?? ''}
        {...NEWCOMER_RANGES[name]}
        aria-label={t(`newcomer.${name}`)}
        onChange={(value) => typeof value === 'number' && store.fill({ [name]: value } as Partial<NewcomerForm>)}
      />
    </div>
  );
  const text = (name: 'dialyser' | 'perfusor') => (
    <div>
      <span>{t(`newcomer.${name}`)}</span>
      <Input value={form[name]} maxLength={MAX_NAME} aria-label={t(`newcomer.${name}`)} onChange={(value) => store.fill({ [name]: value })} />
    </div>
  );
  return (
    <fieldset>
      <legend>{t('newcomer.plan')}</legend>
      <div className="ds-fields">
        {choice('mode', DIALYSIS_MODES, (mode) => mode as DialysisMode)}
        {form.mode !== '' && number('minutes')}
        {form.mode !== '' && number('bloodFlow')}
        {asksDialyser(form.mode) && text('dialyser')}
        {asksPerfusor(form.mode) && text('perfusor')}
        {choice('agent', AGENTS, (agent) => t(`agent.${agent}`))}
        {form.agent !== '' && form.agent !== 'none' && (
          <>
            {number('firstDose')}
            <div>
              <span>{t('newcomer.unit')}</span>
              <Select
                value={form.unit}
                aria-label={t('newcomer.unit')}
                optionList={UNITS.map((value) => ({ value, label: value }))}
                onChange={(unit) => store.fill({ unit: String(unit) })}
              />
            </div>
          </>
        )}
        {choice('accessKind', ACCESS_KINDS, (kind) => t(`newcomer.access.${kind}`))}
        {form.accessKind !== '' && (
          <>
            <div>
              <span>{t('newcomer.accessSide')}</span>
              <Select
                value={form.accessSide}
                aria-label={t('newcomer.accessSide')}
                optionList={SIDES.map((value) => ({ value, label: t(`arm.${value}`) }))}
                onChange={(accessSide) => store.fill({ accessSide: accessSide as NewcomerForm['accessSide'] })}
              />
            </div>
            <div>
              <span>{t('newcomer.accessSite')}</span>
              <Input value={form.accessSite} maxLength={MAX_NAME} aria-label={t('newcomer.accessSite')} onChange={(accessSite) => store.fill({ accessSite })} />
            </div>
          </>
        )}
        {store.isNew && (
          <div className="ds-wide">
            <span>{t('newcomer.allergies')}</span>
            <Input
              value={form.allergies}
              maxLength={MAX_REASON}
              placeholder={t('newcomer.allergiesHint')}
              aria-label={t('newcomer.allergies')}
              onChange={(allergies) => store.fill({ allergies })}
            />
          </div>
        )}
      </div>
      {form.mode !== '' && <p className="ds-quiet">{t(proposalOf(form, '') === undefined ? 'newcomer.planIncomplete' : 'newcomer.planHint')}</p>}
    </fieldset>
  );
});
