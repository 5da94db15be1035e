import { formatInstant } from '@nephra/plugin-sdk/contract';
import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { isEndComplete } from '../../../domain/sheet.ts';
import { FieldsForm } from '../../fields/fields-form.tsx';
import type { BedsideStore } from '../bedside.store.ts';
import { ReasonField } from '../reason-field.tsx';
import { useSection } from '../use-section.ts';
import { Fact } from './before.step.tsx';

const ASKED = ['ufVolume', 'saline', 'bloodLoss', 'returned', 'clotDialyser', 'clotArterial', 'clotVenous', 'rupture'] as const;

/** 下机: how it ended. */
export const EndStep = observer(function EndStep({ store }: { readonly store: BedsideStore }) {
  const { t } = usePlugin();
  const { whole } = store;
  const draft = useSection(store, 'end');
  const [giving, setGiving] = useState(false);
  if (!whole) return null;
  const values = Object.fromEntries(ASKED.map((name) => [name, draft.value(name)]).filter(([, value]) => value !== null));
  const runs = whole.state === 3 && store.may('btn_end');
  const end = async (): Promise<void> => {
    draft.press();
    if (draft.flaws.length === 0) await store.keep('end', { id: whole.id }, { fields: values }, t('section.end'), { draft });
  };
  return (
    <section className="ds-step">
      {whole.endedAt !== null && (
        <dl className="ds-facts">
          <Fact label={t('section.end')} value={formatInstant(whole.endedAt, 'HH:mm')} />
          <Fact label={t('field.reason')} value={String(whole.sections.end?.fields.reason ?? '–')} />
        </dl>
      )}
      <FieldsForm busy={store.busy} draft={draft} only={ASKED} readOnly={!runs} last={whole.plan?.ufTarget == null ? {} : { ufVolume: whole.plan.ufTarget }} />
      {runs && (
        <div className="ds-acts ds-acts-fixed">
          <Button size="large" theme="solid" type="primary" loading={store.busy} disabled={!isEndComplete(values)} onClick={() => void end()}>
            {t('bed.end')}
          </Button>
        </div>
      )}
      {(whole.state === 1 || whole.state === 2 || whole.state === 3) && store.may('btn_end') && !whole.guards.abort?.includes('running-longer') && !giving && (
        <div className="ds-acts">
          <Button size="large" type="danger" onClick={() => setGiving(true)}>
            {t('bed.abort')}
          </Button>
        </div>
      )}
      {giving && (
        <ReasonField
          label={t('bed.ask')}
          okText={t('bed.abort')}
          danger
          onBack={() => setGiving(false)}
          onOk={(reason) => void store.now('abort', { id: whole.id }, { reason }).then(() => setGiving(false))}
        />
      )}
    </section>
  );
});
