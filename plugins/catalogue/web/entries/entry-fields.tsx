import { matching } from '@nephra/plugin-sdk/contract';
import type { Choice, FieldControl, FormItem, Offered } from '@nephra/plugin-sdk/widgets';
import { ENTRY_FIELDS, type EntryField, type EntryFieldName, ROUNDING_MODES } from '../../contract/catalogue.schema.ts';
import type { EntryGroup, EntryWords } from '../../contract/catalogue-entry.schema.ts';
import { frequencyOptions, usageOptions } from '../../contract/lines/order-choices.ts';
import { entryFaults } from '../../domain/entry-facts.ts';
import { controlOptions, gradeOptions, levelTable, type Text, typeOptions } from '../catalogue-words.ts';
import { type EntryForm, factsOf, warnsWomen } from './entry-form.ts';
import { DOSE_TEXT, MAX_DOSE_TEXT } from '../../contract/lines/line-limits.ts';
import { unitSentences } from './units-sentence.ts';
import { WordInput, WordsInput } from './word-inputs.tsx';

export const NO_WORDS: EntryWords = { categories: [], forms: [], makers: [], units: [], specimens: [], ingredients: [], allergyClasses: [] };
/** Units that doses are written in; the rules can convert between them. */
const DOSE_UNITS = ['µg', 'mg', 'g', 'ml', 'U', 'IU', 'mmol'];

type Item = FormItem<EntryForm>;
type More = Partial<Pick<Exclude<Item, { readonly kind: 'group' }>, 'help' | 'placeholder' | 'visible' | 'required' | 'span'>>;
interface Around {
  readonly t: Text;
  readonly group: EntryGroup;
  readonly words: EntryWords;
  /** New entries have a first price; later prices have a list of their own. */
  readonly isNew: boolean;
  readonly offered: Offered;
}

/** Words that others typed into a field, to choose from. */
const knownWords = (words: EntryWords): Readonly<Partial<Record<EntryFieldName, readonly string[]>>> => ({
  drugForm: words.forms,
  drugCategory: words.categories,
  drugChangjia: words.makers,
  specimen: words.specimens,
  dMinUnit: DOSE_UNITS,
  preparaUnit: words.units,
  stockUnit: words.units,
  ingredients: words.ingredients,
  allergyClasses: words.allergyClasses,
});

type Choices = readonly Choice[] | ((form: EntryForm) => readonly Choice[]);

function choicesOf(t: Text, group: EntryGroup, offered: Offered): Readonly<Partial<Record<EntryFieldName, Choices>>> {
  const levels = [{ value: 'none', text: t('catalogue.level.none') }, ...levelTable(t)];
  return {
    drugType: typeOptions(t, group),
    rounding: ROUNDING_MODES.map((value) => ({ value, text: t(`catalogue.rounding.${value}`) })),
    drugDirectoryType: gradeOptions(t),
    controlClass: [{ value: 'none', text: t('catalogue.control.none') }, ...controlOptions(t)],
    usualUsage: (form) => usageOptions(t, offered, form.usualUsage ?? ''),
    usualInterval: (form) => frequencyOptions(t, offered, form.usualInterval ?? ''),
    renalLevel: levels,
    pregnancyLevel: levels,
    lactationLevel: levels,
  };
}

/** The fields of an entry, grouped; each has the control of its kind. Each rule of the catalogue stands at its field, in the words the server would use. */
export function entryFields({ t, group, words, isNew, offered }: Around): Item[] {
  const label = (name: string): string => t(`catalogue.field.${name}`);
  const help = (name: string) => ({ help: t(`catalogue.help.${name}`) });
  const section = (name: string): Item => ({ kind: 'group', label: t(`catalogue.section.${name}`) });
  const known = knownWords(words);
  const choices = choicesOf(t, group, offered);
  const check = (name: EntryFieldName) => (form: EntryForm) => {
    const fault = entryFaults(factsOf(form, group)).find((one) => one.field === name);
    return fault && t(`errors.catalogue.${fault.key}`);
  };
  const controlOf = (name: EntryFieldName): object => {
    const { kind, max = 0 }: EntryField = ENTRY_FIELDS[name];
    const proposed = { label: label(name), words: known[name] ?? [] };
    switch (kind) {
      case 'text':
        if (!known[name]) return { kind, maxLength: max };
        return {
          kind: 'custom',
          render: ({ id, values, disabled, invalid, onChange }: FieldControl<Record<string, string>>) => (
            <WordInput {...proposed} {...{ id, disabled, invalid, onChange }} value={values[name] ?? ''} maxLength={max} />
          ),
        };
      case 'words':
        return {
          kind: 'custom',
          ...help(name),
          render: ({ id, values, disabled, onChange }: FieldControl<Record<string, readonly string[]>>) => (
            <WordsInput {...proposed} {...{ id, disabled, onChange }} value={values[name] ?? []} />
          ),
        };
      case 'dose':
        return { kind: 'text', maxLength: MAX_DOSE_TEXT, rules: [matching(DOSE_TEXT, t('catalogue.help.doseRule'))] };
      case 'quantity':
        return { kind, required: true };
      case 'int':
        return { kind: 'number', min: 0, max };
      case 'choice':
        return { kind: 'select', required: true, options: choices[name] };
      case 'code':
        return { kind: 'select', options: choices[name] };
      default:
        return { kind: 'switch' };
    }
  };
  const item = (name: EntryFieldName, more: More = {}): Item =>
    ({ ...controlOf(name), name, label: label(LABELS[name] ?? name), check: check(name), ...more }) as Item; // the name is one of its kind
  const items = (...names: readonly EntryFieldName[]): Item[] => names.map((name) => item(name));
  const isDrug = group === 'drug';
  const isGoods = isDrug || group === 'material';
  const sentence: Item = {
    kind: 'custom',
    name: 'sentence',
    label: label('sentence'),
    span: 3,
    render: ({ id, values }) => (
      <ul id={id} className="catalogue-sentences" aria-live="polite">
        {unitSentences(t, factsOf(values, group), values.price).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    ),
  };
  const filled = { required: true };

  return [
    section('base'),
    item('drugName', filled),
    ...items('drugSpec', ...when(isGoods, 'drugForm'), 'drugType', 'drugCategory', ...when(isGoods, 'drugChangjia')),
    item('drugNumber', isNew ? { placeholder: t('catalogue.help.number') } : {}),
    ...items(...when(group === 'lab', 'specimen'), ...when(isGoods, 'approvalNumber')),

    section('units'),
    ...items(...when(isDrug, 'dMin', 'dMinUnit')),
    ...(isGoods ? [item('preparaUnit', filled), item('stockUnit', filled), item('stockDmin')] : [item('stockUnit', filled)]),
    ...items(...when(isDrug, 'rounding')),
    ...(isNew ? [{ kind: 'unitPrice', name: 'price', label: label('price'), required: true, ...help('price') } as const] : []),
    ...items(...when(isGoods, 'splitAllowed', 'stockKept')),
    sentence,

    section('insurance'),
    ...items('medicalInsCode', 'drugDirectoryType', 'limitUseSign'),
    { ...item('limitUseScope', { span: 3, visible: (form) => form.limitUseSign, required: true }), kind: 'textarea', rows: 2 } as Item,
    ...(isDrug ? drugOnly() : isGoods ? [section('control'), item('coldChain')] : []),
  ];

  function drugOnly(): Item[] {
    return [
      section('control'),
      item('controlClass'),
      item('supplyDays', help('supplyDays')),
      item('pharmacy', { placeholder: t('catalogue.help.pharmacy') }),
      ...items('coldChain', 'antibiotic', 'skinTest'),

      section('usual'),
      ...items('usualDose', 'usualUsage', 'usualInterval', 'usualDays'),

      section('safety'),
      ...items('ingredients', 'allergyClasses', 'dailyDoseMin', 'dailyDoseMax', 'ageMin', 'ageMax', 'renalLevel'),
      item('renalAdvice', { span: 2, visible: (form) => form.renalLevel !== 'none', required: true }),
      ...items('pregnancyLevel', 'lactationLevel'),
      item('pregnancyAdvice', { span: 2, visible: warnsWomen, required: true }),
    ];
  }
}

/** Names of fields whose text has another. */
const LABELS: Readonly<Partial<Record<EntryFieldName, string>>> = { drugDirectoryType: 'grade', limitUseSign: 'limitUse' };
const when = (holds: boolean, ...names: readonly EntryFieldName[]): readonly EntryFieldName[] => (holds ? names : []);
