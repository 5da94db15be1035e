import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { FieldValues } from '../../../contract/fields.ts';
import type { BedsideStore } from '../bedside.store.ts';
import { ConsentNote } from '../consent-note.tsx';
import { FieldsForm } from '../../fields/fields-form.tsx';
import { ReasonField } from '../reason-field.tsx';
import type { FormDraft } from '../../fields/form-draft.ts';
import { useSection } from '../use-section.ts';

const WEIGHED = ['scale', 'clothes', 'weighing'] as const;
const FISTULA = ['thrill', 'bruit', 'skin', 'note'] as const;
const CATHETER = ['exitSite', 'dressing', 'catheterFlow', 'clotDrawn', 'note'] as const;

/** 透前: check-in, weight, pressure and what else is looked at, and the access that this patient has. */
export const BeforeStep = observer(function BeforeStep({ store }: { readonly store: BedsideStore }) {
  const { t } = usePlugin();
  const { whole, card } = store;
  const [missing, setMissing] = useState<'absent' | 'cancel' | 'undo' | null>(null);
  if (!whole || whole.state === 0)
    return (
      <section className="ds-step">
        <ConsentNote lacking={whole?.consentsLacking ?? card?.consentsLacking ?? []} />
        <dl className="ds-facts">
          <Fact label={t('bed.dry')} value={weightText(whole ? whole.dryWeight : (card?.dryWeight ?? null))} />
        </dl>
        {store.may('btn_checkin') && missing === null && (
          <div className="ds-acts">
            <Button
              size="large"
              theme="solid"
              type="primary"
              loading={store.busy}
              onClick={() =>
                void store.keep(
                  'checkIn',
                  {},
                  { slotId: card?.slotId ?? store.slotId, method: store.scan.note?.kind === 'same' ? 'scan' : 'manual' },
                  t('bed.checkin'),
                )
              }
            >
              {t('bed.checkin')}
            </Button>
            <Button size="large" onClick={() => setMissing('absent')}>
              {t('bed.absent')}
            </Button>
            <Button size="large" onClick={() => setMissing('cancel')}>
              {t('bed.cancel')}
            </Button>
          </div>
        )}
        {missing !== null && missing !== 'undo' && (
          <ReasonField
            label={t('bed.ask')}
            okText={t(`bed.${missing}`)}
            danger
            onBack={() => setMissing(null)}
            onOk={(reason) => void store.now('miss', {}, { slotId: card?.slotId ?? store.slotId, what: missing, reason }).then(() => store.reload())}
          />
        )}
      </section>
    );
  return <Assessment store={store} undoing={missing === 'undo'} onUndo={(on) => setMissing(on ? 'undo' : null)} />;
});

const weightText = (kg: number | null): string => (kg === null ? '–' : `${kg} kg`);

/** Who stood on the scale is asked for no reason. What is being typed stays until it is saved, whatever it says by now. */
const asksWhyNotWeighed = (arrival: FormDraft): boolean =>
  arrival.value('weighing') === 'not-weighed' || (arrival.base.noWeightReason ?? '') !== '' || arrival.typed.noWeightReason !== undefined;

interface AssessmentProps {
  readonly store: BedsideStore;
  readonly undoing: boolean;
  readonly onUndo: (on: boolean) => void;
}

const Assessment = observer(function Assessment({ store, undoing, onUndo }: AssessmentProps) {
  const { t } = usePlugin();
  const { whole } = store;
  const arrival = useSection(store, 'arrival');
  const before = useSection(store, 'before');
  const access = useSection(store, 'access');
  if (!whole) return null;
  const isCatheter = whole.access?.kind === 'TCC' || whole.access?.kind === 'NCC';
  const writable = (whole.state === 1 || whole.state === 2) && store.may('btn_record');
  const drafts = [['arrival', arrival] as const, ['before', before] as const, ['access', access] as const].filter(([, draft]) => draft.dirty);
  const save = async (): Promise<void> => {
    for (const [, draft] of drafts) {
      draft.press();
      if (draft.flaws.length > 0) return;
    }
    for (const [section, draft] of drafts) {
      const { patch } = draft;
      const base = Object.fromEntries(Object.keys(patch).map((name) => [name, draft.base[name] ?? null]));
      if (!(await store.keep('save', { id: whole.id, section }, { patch, base }, t(`section.${section}`), { draft }))) return;
    }
  };
  const weight: FieldValues = whole.lastPostWeight === null ? {} : { scale: whole.lastPostWeight };
  return (
    <section className="ds-step">
      <ConsentNote lacking={whole.consentsLacking} />
      <dl className="ds-facts">
        <Fact label={t('bed.dry')} value={weightText(whole.dryWeight)} />
        <Fact label={t('bed.last')} value={weightText(whole.lastPostWeight)} />
        <Fact label={t('bed.gain')} value={weightText(whole.gain)} />
        <Fact label={t('bed.target')} value={whole.ufByWeight === null ? '–' : `${whole.ufByWeight} ml`} />
      </dl>
      <h3>{t('section.arrival')}</h3>
      <FieldsForm
        busy={store.busy}
        draft={arrival}
        only={asksWhyNotWeighed(arrival) ? [...WEIGHED, 'noWeightReason'] : WEIGHED}
        last={weight}
        readOnly={!writable}
      />
      <h3>{t('section.before')}</h3>
      <FieldsForm busy={store.busy} draft={before} readOnly={!writable} />
      <h3>{t('section.access')}</h3>
      <FieldsForm busy={store.busy} draft={access} only={isCatheter ? CATHETER : FISTULA} readOnly={!writable} />
      {writable && (
        <div className="ds-acts ds-acts-fixed">
          <Button size="large" theme="solid" type="primary" loading={store.busy} disabled={drafts.length === 0} onClick={() => void save()}>
            {t('bed.save')}
          </Button>
          {whole.state === 1 && store.may('btn_checkin') && !undoing && (
            <Button size="large" onClick={() => onUndo(true)}>
              {t('bed.undoCheckin')}
            </Button>
          )}
        </div>
      )}
      {undoing && (
        <ReasonField
          label={t('bed.ask')}
          okText={t('bed.undoCheckin')}
          danger
          onBack={() => onUndo(false)}
          onOk={(reason) => void store.now('undoCheckIn', { id: whole.id }, { reason }).then(() => onUndo(false))}
        />
      )}
    </section>
  );
});

export function Fact({ label, value, tone }: { readonly label: string; readonly value: string; readonly tone?: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={tone}>{value}</dd>
    </div>
  );
}
