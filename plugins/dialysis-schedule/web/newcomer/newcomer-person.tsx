import { dayOf, parseDay } from '@nephra/plugin-sdk/contract';
import { Button, Input } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState, ErrorCard } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { MAX_DOCUMENT, MAX_NAME, MAX_PHONE } from '../../contract/limits.ts';
import type { NewcomerStore } from './newcomer.store.ts';

const PAUSE_MS = 300;
const SHOWN = 6;

/** Somebody of the house, or a file with the least that is needed. */
export const NewcomerPerson = observer(function NewcomerPerson({ store }: { readonly store: NewcomerStore }) {
  const { t } = usePlugin();
  return (
    <fieldset>
      <legend>{t('newcomer.who')}</legend>
      <div className="ds-views">
        {[false, true].map((isNew) => (
          <Button
            key={String(isNew)}
            theme={store.isNew === isNew ? 'solid' : 'light'}
            aria-pressed={store.isNew === isNew}
            onClick={() => store.set({ isNew })}
          >
            {t(isNew ? 'newcomer.new' : 'newcomer.existing')}
          </Button>
        ))}
      </div>
      {store.isNew ? <NewPerson store={store} /> : <KnownPerson store={store} />}
    </fieldset>
  );
});

const KnownPerson = observer(function KnownPerson({ store }: { readonly store: NewcomerStore }) {
  const { t } = usePlugin();
  const { found, chosen } = store;
  const [word, setWord] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (typed: string) => {
    setWord(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void found.load(store.date, typed), PAUSE_MS);
  };
  return (
    <>
      <Input autoFocus value={word} placeholder={t('side.search')} aria-label={t('side.search')} onChange={search} />
      {found.state === 'failed' && <ErrorCard error={found.error} onRetry={() => void found.load(store.date)} />}
      {found.state === 'ready' && found.list.length === 0 && <EmptyState text={t('newcomer.notFound')} help={t('newcomer.notFoundHelp')} />}
      <ul className="ds-people ds-found-people">
        {found.list.slice(0, SHOWN).map((one) => (
          <li key={one.patientId}>
            <button type="button" aria-pressed={chosen?.patientId === one.patientId} onClick={() => store.set({ chosen: one })}>
              <b>{one.patientName}</b>
              <span className="ds-quiet">
                {one.dialysisNo} {one.mode ?? ''}
              </span>
              {one.zone === null ? (
                <span className="ds-warn-text">{t('newcomer.noFile')}</span>
              ) : (
                <span className="ds-zone" data-zone={one.zone}>
                  {one.zone}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
});

const SEXES = [1, 2] as const;
const dayTyped = (typed: string): string => {
  try {
    return typed !== '' && dayOf(parseDay(typed)) === typed ? typed : '';
  } catch {
    return '';
  }
};

const NewPerson = observer(function NewPerson({ store }: { readonly store: NewcomerStore }) {
  const { t } = usePlugin();
  const { form } = store;
  return (
    <div className="ds-fields">
      <div>
        <span>{t('newcomer.name')}</span>
        <Input autoFocus value={form.name} maxLength={MAX_NAME} aria-label={t('newcomer.name')} onChange={(name) => store.fill({ name })} />
      </div>
      <div>
        <span>{t('newcomer.sex')}</span>
        <div className="ds-views">
          {SEXES.map((sex) => (
            <Button key={sex} theme={form.sex === sex ? 'solid' : 'light'} aria-pressed={form.sex === sex} onClick={() => store.fill({ sex })}>
              {t(`newcomer.sexes.${sex}`)}
            </Button>
          ))}
        </div>
      </div>
      <div>
        <span>{t('newcomer.birthday')}</span>
        <BirthdayInput store={store} />
      </div>
      <div>
        <span>{t('newcomer.document')}</span>
        <Input value={form.document} maxLength={MAX_DOCUMENT} aria-label={t('newcomer.document')} onChange={(document) => store.fill({ document })} />
      </div>
      <div>
        <span>{t('newcomer.phone')}</span>
        <Input value={form.phone} maxLength={MAX_PHONE} aria-label={t('newcomer.phone')} onChange={(phone) => store.fill({ phone })} />
      </div>
    </div>
  );
});

/** Typed, because the calendar of a birthday is turned for decades. */
const BirthdayInput = observer(function BirthdayInput({ store }: { readonly store: NewcomerStore }) {
  const { t } = usePlugin();
  const [typed, setTyped] = useState(store.form.birthday);
  const wrong = typed !== '' && dayTyped(typed) === '';
  return (
    <Input
      value={typed}
      placeholder="1960-01-31"
      validateStatus={wrong ? 'error' : 'default'}
      aria-invalid={wrong}
      aria-label={t('newcomer.birthday')}
      onChange={(next) => {
        setTyped(next);
        store.fill({ birthday: dayTyped(next) });
      }}
    />
  );
});
