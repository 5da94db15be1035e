import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { FIELDS, type FieldRule, type Section } from '../../contract/fields.ts';
import { fieldLabel, valueText } from '../fields/field-text.ts';
import type { BedsideStore } from './bedside.store.ts';

/** Fields that somebody else changed while they were being entered: both values, and whose choice it is. */
export const ConflictPanel = observer(function ConflictPanel({ store }: { readonly store: BedsideStore }) {
  const { t } = usePlugin();
  const section = store.conflictSection as Section;
  const rules: Readonly<Record<string, FieldRule>> = FIELDS[section] ?? {};
  const { whole } = store;
  const take = (field: string, mine: unknown, theirs: unknown): void => {
    if (!whole) return;
    void store.keep('save', { id: whole.id, section }, { patch: { [field]: mine }, base: { [field]: theirs } }, t(`section.${section}`));
    store.clearConflicts();
  };
  return (
    <section className="ds-pass" role="alert">
      <p>{t('bed.conflict')}</p>
      {store.conflicts.map(({ field, mine, theirs, byName }) => (
        <div key={field} className="ds-conflict">
          <b>{fieldLabel(t, field)}</b>
          <Button size="large" onClick={() => take(field, mine, theirs)}>
            {t('bed.useMine')} {valueText(t, rules[field], mine)}
          </Button>
          <Button size="large" onClick={() => store.clearConflicts()}>
            {t('bed.theirs', { name: byName })} {valueText(t, rules[field], theirs)}
          </Button>
        </div>
      ))}
    </section>
  );
});
