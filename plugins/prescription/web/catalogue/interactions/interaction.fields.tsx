import type { FieldControl, FormItem } from '@nephra/plugin-sdk/widgets';
import { MAX_INTERACTION_NOTE } from '../../../contract/catalogue/catalogue-interaction.contract.ts';
import { MAX_INGREDIENT } from '../../../contract/catalogue/catalogue.schema.ts';
import { levelTable, type Text } from '../catalogue-words.ts';
import type { InteractionForm } from './interaction.store.ts';
import { WordInput } from '../entries/word-inputs.tsx';

/** Fields of a pair; the ingredients of the drug catalogue are proposed. */
export function interactionFields(t: Text, ingredients: readonly string[]): FormItem<InteractionForm>[] {
  const ingredient = (name: 'ingredientA' | 'ingredientB', label: string): FormItem<InteractionForm> => ({
    kind: 'custom',
    name,
    label,
    required: true,
    help: t('catalogue.interaction.help'),
    check: ({ ingredientA, ingredientB }) =>
      name === 'ingredientB' && ingredientA.trim() !== '' && ingredientA.trim() === ingredientB.trim() ? t('errors.catalogue.interaction-same') : undefined,
    render: ({ id, values, invalid, onChange }: FieldControl<InteractionForm>) => (
      <WordInput id={id} label={label} value={values[name]} words={ingredients} invalid={invalid} maxLength={MAX_INGREDIENT} onChange={onChange} />
    ),
  });
  return [
    ingredient('ingredientA', t('catalogue.interaction.a')),
    ingredient('ingredientB', t('catalogue.interaction.b')),
    { kind: 'radio', name: 'level', label: t('catalogue.interaction.level'), required: true, span: 2, options: levelTable(t) },
    { kind: 'textarea', name: 'note', label: t('catalogue.interaction.note'), required: true, span: 2, rows: 3, maxLength: MAX_INTERACTION_NOTE },
  ];
}
