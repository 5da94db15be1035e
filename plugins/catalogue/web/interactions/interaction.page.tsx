import { createClient, usePlugin } from '@nephra/plugin-sdk/web';
import { type FieldControl, recordPage, StatusTag } from '@nephra/plugin-sdk/widgets';
import { useEffect, useState } from 'react';
import { MAX_INGREDIENT } from '../../contract/catalogue.schema.ts';
import { interaction, interactionContract } from '../../contract/interaction.contract.ts';
import { levelTable, type Text } from '../catalogue-words.ts';
import { WordInput } from '../entries/word-inputs.tsx';

type Pair = Readonly<Record<'ingredientA' | 'ingredientB', string>>;

/** An ingredient; those of the drug catalogue are proposed. */
function IngredientInput({ id, name, values, invalid, onChange }: FieldControl<Pair> & { readonly name: keyof Pair }) {
  const { http, language } = usePlugin();
  const label = interaction.fields.find((field) => field.name === name)?.label[language] ?? '';
  const [words, setWords] = useState<readonly string[]>([]);
  useEffect(() => {
    const life = new AbortController();
    const asked = createClient(interactionContract, http).ingredients({}, { quiet: true, signal: life.signal });
    // Without proposals one types the whole name.
    asked.then(({ data }) => setWords(data.list)).catch(() => undefined);
    return () => life.abort();
  }, [http]);
  return <WordInput id={id} label={label} value={values[name]} words={words} invalid={invalid} maxLength={MAX_INGREDIENT} onChange={onChange} />;
}

const ingredient = (name: keyof Pair) => ({
  kind: 'custom',
  render: (control: FieldControl<Pair>) => <IngredientInput {...control} name={name} />,
});
const differ = (t: Text) => ({
  check: ({ ingredientA, ingredientB }: Pair) =>
    ingredientA.trim() !== '' && ingredientA.trim() === ingredientB.trim() ? t('errors.catalogue.interaction-same') : undefined,
});

/** Pairs of ingredients that should not be given together: what the checks while prescribing rest on. */
export const Page = recordPage(interactionContract, {
  columns: {
    level: { width: 140, render: (row) => <LevelTag value={row.level} /> },
    note: { minWidth: 260 },
  },
  fields: {
    ingredientA: () => ingredient('ingredientA'),
    ingredientB: (_row, { ctx }) => ({ ...ingredient('ingredientB'), ...differ(ctx.t) }),
    level: () => ({ kind: 'radio' }),
  },
  ask: { disable: ({ ingredientA, ingredientB }, { t }) => t('catalogue.interaction.disableAsk', { a: ingredientA, b: ingredientB }) },
});

function LevelTag({ value }: { readonly value: string }) {
  return <StatusTag value={value} table={levelTable(usePlugin().t)} />;
}
