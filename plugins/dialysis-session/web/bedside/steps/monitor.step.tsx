import { dayOf, formatInstant } from '@nephra/plugin-sdk/contract';
import { Button, Input } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { ADJUST_FIELDS, EVENT_FIELDS, type EventKind, type FieldValues, MEASURES_OF, READING_FIELDS } from '../../../contract/fields.ts';
import { choiceText, fieldLabel } from '../../fields/field-text.ts';
import { FieldsForm } from '../../fields/fields-form.tsx';
import type { BedsideStore } from '../bedside.store.ts';
import { ReasonField } from '../reason-field.tsx';
import { useForm } from '../use-section.ts';
import { Readings } from './readings.tsx';

const KINDS = ['reading', 'event', 'adjust'] as const;
type Kind = (typeof KINDS)[number];
const DAY_MS = 86_400_000;

/** A time of day of a treatment as a moment: of its day, or of the next one after midnight. */
function momentOf(time: string, day: string, startedAt: number | null): number | undefined {
  const match = /^([01]?\d|2[0-3])[:：]?([0-5]\d)$/.exec(time.trim());
  if (!match) return undefined;
  const at = Date.parse(`${day}T${match[1]?.padStart(2, '0')}:${match[2]}:00+08:00`);
  return startedAt !== null && at < startedAt - 60_000 && dayOf(startedAt) === day ? at + DAY_MS : at;
}

/** 监测: readings with their due times, complications and changes of parameters. */
export const MonitorStep = observer(function MonitorStep({ store }: { readonly store: BedsideStore }) {
  const { t } = usePlugin();
  const { whole } = store;
  const [chosen, setKind] = useState<Kind | null>(null);
  const forms = {
    reading: useForm(store, 'reading', READING_FIELDS),
    event: useForm(store, 'event', EVENT_FIELDS),
    adjust: useForm(store, 'adjust', ADJUST_FIELDS),
  };
  // What was typed before the page was drawn anew is what it opens with.
  const kind = chosen ?? KINDS.find((one) => forms[one].dirty) ?? 'reading';
  const draft = forms[kind];
  const { late } = draft;
  const [asking, setAsking] = useState(false);
  const id = useId();
  if (!whole) return null;
  const writable = (whole.state === 3 || whole.state === 4) && store.may('btn_record');
  const lastReading = whole.entries.findLast((entry) => entry.kind === 'reading')?.content.fields as FieldValues | undefined;
  const event = draft.value('kind') as EventKind | null;
  const stated = late === null ? undefined : momentOf(late, whole.date, whole.startedAt);
  const send = async (reason?: string): Promise<void> => {
    draft.press();
    if (draft.flaws.length > 0 || (late !== null && stated === undefined)) return;
    const body = { fields: draft.patch, ...(stated !== undefined && { statedAt: stated }), ...(reason !== undefined && { reason }) };
    if (!(await store.keep(kind, { id: whole.id }, body, t(`entry.${kind}`), { draft, emptied: () => ({}) }))) return;
    setAsking(false);
    setKind('reading');
  };
  const kinds = [
    ['reading', 'bed.addReading'],
    ['event', 'bed.addEvent'],
    ['adjust', 'bed.addAdjust'],
  ] as const;
  return (
    <section className="ds-step">
      {writable && (
        <>
          <fieldset className="ds-choice" aria-label={t('step.monitor')}>
            {kinds.map(([one, text]) => (
              <button type="button" key={one} aria-pressed={kind === one} className={kind === one ? 'ds-key ds-key-on' : 'ds-key'} onClick={() => setKind(one)}>
                {t(text)}
              </button>
            ))}
          </fieldset>
          {kind === 'event' && event && MEASURES_OF[event] && (
            <p className="ds-hint">
              {t('labelled', { label: fieldLabel(t, 'measures'), text: MEASURES_OF[event]?.map((one) => choiceText(t, one)).join(t('listMark')) ?? '' })}
            </p>
          )}
          <FieldsForm busy={store.busy} draft={draft} last={kind === 'reading' ? (lastReading ?? {}) : {}} />
          {late !== null && (
            <div className="ds-text">
              <label htmlFor={id}>{t('bed.lateAt')}</label>
              <Input
                id={id}
                size="large"
                value={late}
                inputMode="numeric"
                placeholder="09:30"
                validateStatus={stated === undefined && late !== '' ? 'error' : 'default'}
                onChange={(text) => draft.state(text)}
              />
            </div>
          )}
          {asking ? (
            <ReasonField label={t('bed.ask')} okText={t('bed.save')} onOk={(reason) => void send(reason)} onBack={() => setAsking(false)} />
          ) : (
            <div className="ds-acts ds-acts-fixed">
              <Button
                size="large"
                theme="solid"
                type="primary"
                loading={store.busy}
                disabled={!draft.dirty || (kind === 'event' && event === null)}
                onClick={() => (kind === 'adjust' ? setAsking(true) : void send())}
              >
                {t('bed.save')}
              </Button>
              <Button size="large" aria-pressed={late !== null} onClick={() => draft.state(late === null ? formatInstant(whole.now, 'HH:mm') : null)}>
                {t('bed.late')}
              </Button>
            </div>
          )}
        </>
      )}
      <h3>{t('bed.readings')}</h3>
      {whole.entries.some((entry) => KINDS.some((one) => one === entry.kind)) || store.outbox.entries.length > 0 ? (
        <Readings store={store} whole={whole} />
      ) : (
        <EmptyState text={t('bed.noReadings')} />
      )}
    </section>
  );
});
