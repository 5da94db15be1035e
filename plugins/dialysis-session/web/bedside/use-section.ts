import { useEffect } from 'react';
import { FIELDS, type FieldValues, type Section } from '../../contract/fields.ts';
import type { FormDraft, Rules } from '../fields/form-draft.ts';
import type { BedsideStore } from './bedside.store.ts';

/** A form of the treatment that is shown, with what was typed into it before. */
export function useForm(store: BedsideStore, name: string, rules: Rules, base?: FieldValues): FormDraft {
  const draft = store.forms.of(store.whole?.id ?? '', name, rules, base);
  useEffect(() => store.forms.show(draft), [store, draft]);
  return draft;
}

/** What is being entered into a section of the treatment that is shown; what others write meanwhile comes in where nothing is being entered. */
export function useSection(store: BedsideStore, section: Section): FormDraft {
  const stored = store.whole?.sections[section];
  const draft = useForm(store, section, FIELDS[section], stored?.fields);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the stored section is another one
  useEffect(() => draft.rebase(stored?.fields ?? {}), [draft, stored?.version]);
  return draft;
}
