import { formatInstant } from '@nephra/plugin-sdk/contract';
import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { CHECK1_ITEMS, CHECK2_ITEMS, type FieldValues } from '../../../contract/fields.ts';
import { FieldsForm } from '../../fields/fields-form.tsx';
import type { FormDraft } from '../../fields/form-draft.ts';
import { SecondPersonDialog } from '../../second/second-person.dialog.tsx';
import type { BedsideStore } from '../bedside.store.ts';
import { ReasonField } from '../reason-field.tsx';
import { useSection } from '../use-section.ts';
import { MaterialList } from './material-list.tsx';

/** Notes stand beside what is not right alone. */
const shownItems = (draft: FormDraft, items: readonly string[]): readonly string[] =>
  items.flatMap((item) => (draft.value(item) === 'not-ok' ? [item, `${item}Note`] : [item]));
const whole = (draft: FormDraft, items: readonly string[]): boolean => items.every((item) => draft.value(item) !== null);
const fieldsOf = (draft: FormDraft): FieldValues =>
  Object.fromEntries(
    Object.keys(draft.rules)
      .map((name) => [name, draft.value(name)])
      .filter(([, value]) => value !== null && value !== ''),
  );

/** 核对上机: the first check, the start, and the second check by another person. */
export const CheckStep = observer(function CheckStep({ store }: { readonly store: BedsideStore }) {
  const { t } = usePlugin();
  const session = store.whole;
  const first = useSection(store, 'check1');
  const start = useSection(store, 'start');
  const second = useSection(store, 'check2');
  const [signing, setSigning] = useState(false);
  const [undoing, setUndoing] = useState(false);
  if (!session) return null;
  const isReady = session.state === 2 && store.may('btn_record');
  const isOn = session.state === 3 || session.state === 4;
  const done = (name: string, at: number | null): string => (at === null ? '' : t('bed.doneBy', { name, time: formatInstant(at, 'HH:mm') }));
  const sign = (signature?: string): void => {
    setSigning(false);
    const body = { fields: fieldsOf(second), ...(signature !== undefined && { signature }) };
    void store.now('check2', { id: session.id }, body, { draft: second });
  };
  return (
    <section className="ds-step">
      <MaterialList store={store} />
      <h3>
        {t('section.check1')} <small className="ds-signed">{done(session.check1By, session.check1At)}</small>
      </h3>
      <FieldsForm busy={store.busy} draft={first} only={shownItems(first, CHECK1_ITEMS)} readOnly={!isReady} />
      {isReady && (
        <div className="ds-acts">
          <Button
            size="large"
            theme="solid"
            type="primary"
            loading={store.busy}
            disabled={!whole(first, CHECK1_ITEMS) || (!first.dirty && session.check1At !== null)}
            onClick={() => void store.keep('check1', { id: session.id }, { fields: fieldsOf(first) }, t('section.check1'), { draft: first })}
          >
            {t('bed.check1Do')}
          </Button>
        </div>
      )}
      <h3>
        {t('section.start')} <small className="ds-signed">{session.startedAt === null ? '' : formatInstant(session.startedAt, 'HH:mm')}</small>
      </h3>
      <FieldsForm busy={store.busy} draft={start} readOnly={!(session.state === 2 && store.may('btn_start'))} />
      {session.state === 2 && store.may('btn_start') && (
        <div className="ds-acts">
          <Button
            size="large"
            theme="solid"
            type="primary"
            loading={store.busy}
            disabled={session.check1At === null && !first.dirty}
            onClick={() => void store.keep('start', { id: session.id }, { fields: fieldsOf(start) }, t('section.start'), { draft: start })}
          >
            {t('bed.start')}
          </Button>
        </div>
      )}
      {session.state === 2 && session.guards.start?.[0] && <p className="ds-hint">{t(`guard.${session.guards.start[0]}`)}</p>}
      {isOn && (
        <>
          <h3>
            {t('section.check2')} <small className="ds-signed">{done(session.check2By, session.check2At)}</small>
          </h3>
          <FieldsForm busy={store.busy} draft={second} only={shownItems(second, CHECK2_ITEMS)} readOnly={session.check2At !== null} />
          {session.check2At === null && (
            <div className="ds-acts">
              <Button size="large" theme="solid" type="primary" disabled={!whole(second, CHECK2_ITEMS)} loading={store.busy} onClick={() => setSigning(true)}>
                {t('bed.check2Do')}
              </Button>
              {store.may('btn_check2') && (
                <Button size="large" disabled={!whole(second, CHECK2_ITEMS)} onClick={() => sign()}>
                  {t('bed.check2Own')}
                </Button>
              )}
            </div>
          )}
        </>
      )}
      {session.state === 3 && store.may('btn_start') && session.guards.undoStart?.length === 0 && !undoing && (
        <div className="ds-acts">
          <Button size="large" onClick={() => setUndoing(true)}>
            {t('bed.undoStart')}
          </Button>
        </div>
      )}
      {undoing && (
        <ReasonField
          label={t('bed.ask')}
          okText={t('bed.undoStart')}
          danger
          onBack={() => setUndoing(false)}
          onOk={(reason) => void store.now('undoStart', { id: session.id }, { reason }).then(() => setUndoing(false))}
        />
      )}
      {signing && <SecondPersonDialog sessionId={session.id} onSigned={sign} onClose={() => setSigning(false)} />}
    </section>
  );
});
