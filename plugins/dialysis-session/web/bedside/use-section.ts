import { useEffect, useMemo } from 'react';
import { FIELDS, type Section } from '../../contract/fields.ts';
import { FormDraft } from '../fields/form-draft.ts';
import type { BedsideStore } from './bedside.store.ts';

/** What is being entered into a section of the treatment that is shown; what others write meanwhile comes in where nothing is being entered. */
export function useSection(store: BedsideStore, section: Section): FormDraft {
  const { whole } = store;
  const id = whole?.id ?? '';
  const stored = whole?.sections[section];
  // biome-ignore lint/correctness/useExhaustiveDependencies: another treatment is another form
  const draft = useMemo(() => new FormDraft(FIELDS[section], stored?.fields ?? {}), [id, section]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the stored section is another one
  useEffect(() => draft.rebase(stored?.fields ?? {}), [draft, stored?.version]);
  return draft;
}
