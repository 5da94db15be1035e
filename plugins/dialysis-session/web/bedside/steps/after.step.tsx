import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { completeness } from '../../../domain/sheet.ts';
import { FieldsForm } from '../../fields/fields-form.tsx';
import type { BedsideStore } from '../bedside.store.ts';
import { useSection } from '../use-section.ts';

const FISTULA = [
  'scale',
  'clothes',
  'systolic',
  'diastolic',
  'pulse',
  'temperature',
  'intake',
  'haemostasis',
  'accessState',
  'symptoms',
  'noWeightReason',
] as const;
const CATHETER = [
  'scale',
  'clothes',
  'systolic',
  'diastolic',
  'pulse',
  'temperature',
  'intake',
  'lockArterial',
  'lockVenous',
  'lock',
  'accessState',
  'symptoms',
  'noWeightReason',
] as const;

/** 透后: weight, pressure, access, education; then the sheet is closed. */
export const AfterStep = observer(function AfterStep({ store }: { readonly store: BedsideStore }) {
  const { t } = usePlugin();
  const { whole } = store;
  const after = useSection(store, 'after');
  const summary = useSection(store, 'summary');
  if (!whole) return null;
  const isCatheter = whole.access?.kind === 'TCC' || whole.access?.kind === 'NCC';
  const writable = whole.state === 4 && store.may('btn_record');
  const drafts = [['after', after] as const, ['summary', summary] as const].filter(([, draft]) => draft.dirty);
  const save = async (): Promise<boolean> => {
    for (const [, draft] of drafts) {
      draft.press();
      if (draft.flaws.length > 0) return false;
    }
    for (const [section, draft] of drafts) {
      const { patch } = draft;
      const base = Object.fromEntries(Object.keys(patch).map((name) => [name, draft.base[name] ?? null]));
      if (!(await store.keep('save', { id: whole.id, section }, { patch, base }, t(`section.${section}`), { draft }))) return false;
    }
    return true;
  };
  const close = async (): Promise<void> => {
    if (await save()) await store.now('close', { id: whole.id }, {});
  };
  const open = whole.guards.close ?? [];
  return (
    <section className="ds-step">
      <p className="ds-hint">{t('bed.complete', { n: completeness(whole.sections, { two: whole.check2At !== null }) })}</p>
      <h3>{t('section.after')}</h3>
      <FieldsForm
        busy={store.busy}
        draft={after}
        only={isCatheter ? CATHETER : FISTULA}
        readOnly={!writable}
        last={whole.dryWeight === null ? {} : { scale: whole.dryWeight }}
      />
      <h3>{t('section.summary')}</h3>
      <FieldsForm busy={store.busy} draft={summary} readOnly={!(writable || (whole.state === 3 && store.may('btn_record')))} />
      {open.length > 0 && whole.state === 4 && (
        <ul className="ds-hint" aria-label={t('bed.stands')}>
          {open.map((guard) => (
            <li key={guard}>{t(`guard.${guard}`)}</li>
          ))}
        </ul>
      )}
      {(writable || whole.state === 3) && (
        <div className="ds-acts ds-acts-fixed">
          <Button size="large" loading={store.busy} disabled={drafts.length === 0} onClick={() => void save()}>
            {t('bed.save')}
          </Button>
          {whole.state === 4 && store.may('btn_close') && (
            <Button size="large" theme="solid" type="primary" loading={store.busy} onClick={() => void close()}>
              {t('bed.close')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
});
