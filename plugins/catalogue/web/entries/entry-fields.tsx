import { matching } from '@nephra/plugin-sdk/contract';
import type { FieldControl, FormItem } from '@nephra/plugin-sdk/widgets';
import { ENTRY_LENGTHS, MAX_AGE } from '../../contract/catalogue.schema.ts';
import type { EntryGroup, EntryWords } from '../../contract/catalogue-entry.schema.ts';
import { MAX_DAYS } from '../../contract/lines/line-limits.ts';
import { entryFaults } from '../../domain/entry-facts.ts';
import { controlOptions, frequencyOptions, gradeOptions, levelTable, type Text, typeOptions, usageOptions } from '../catalogue-words.ts';
import { type EntryForm, factsOf, warnsWomen } from './entry-form.ts';
import { unitSentences } from './units-sentence.ts';
import { WordInput, WordsInput } from './word-inputs.tsx';

export const NO_WORDS: EntryWords = { categories: [], forms: [], makers: [], units: [], specimens: [], ingredients: [], allergyClasses: [] };
/** Units that doses are written in; the rules can convert between them. */
const DOSE_UNITS = ['µg', 'mg', 'g', 'ml', 'U', 'IU', 'mmol'];
const DOSE = /^\d{1,8}(\.\d{1,6})?$/;

type OneWord = 'drugForm' | 'drugCategory' | 'drugChangjia' | 'dMinUnit' | 'preparaUnit' | 'stockUnit' | 'specimen';

interface Around {
  readonly t: Text;
  readonly group: EntryGroup;
  readonly words: EntryWords;
  /** New entries have a first price; later prices have a list of their own. */
  readonly isNew: boolean;
}

/** The fields of an entry, grouped. Each rule of the catalogue stands at its field, in the words the server would use. */
export function entryFields({ t, group, words, isNew }: Around): FormItem<EntryForm>[] {
  const label = (name: string): string => t(`catalogue.field.${name}`);
  const check = (name: keyof EntryForm) => (form: EntryForm) => {
    const fault = entryFaults(factsOf(form, group)).find((one) => one.field === name);
    return fault && t(`errors.catalogue.${fault.key}`);
  };
  const word = (name: OneWord, known: readonly string[], more: { required?: boolean; help?: string } = {}): FormItem<EntryForm> => ({
    kind: 'custom',
    name,
    label: label(name),
    required: more.required,
    help: more.help,
    check: check(name),
    render: ({ id, values, disabled, invalid, onChange }: FieldControl<EntryForm>) => (
      <WordInput
        id={id}
        label={label(name)}
        value={values[name]}
        words={known}
        disabled={disabled}
        invalid={invalid}
        maxLength={ENTRY_LENGTHS[name]}
        onChange={onChange}
      />
    ),
  });
  const wordList = (name: 'ingredients' | 'allergyClasses', known: readonly string[]): FormItem<EntryForm> => ({
    kind: 'custom',
    name,
    label: label(name),
    help: t(`catalogue.help.${name}`),
    render: ({ id, values, disabled, onChange }: FieldControl<EntryForm>) => (
      <WordsInput id={id} label={label(name)} value={values[name]} words={known} disabled={disabled} onChange={onChange} />
    ),
  });
  const dose = (name: 'dMin' | 'usualDose' | 'dailyDoseMin' | 'dailyDoseMax'): FormItem<EntryForm> => ({
    kind: 'text',
    name,
    label: label(name),
    maxLength: 15, // limit: as many signs as DOSE lets through
    rules: [matching(DOSE, t('catalogue.help.doseRule'))],
    check: check(name),
  });
  const toggle = (name: 'splitAllowed' | 'stockKept' | 'coldChain' | 'antibiotic' | 'skinTest'): FormItem<EntryForm> => ({
    kind: 'switch',
    name,
    label: label(name),
    check: check(name),
  });
  const isDrug = group === 'drug';
  const isGoods = isDrug || group === 'material';
  const sentence: FormItem<EntryForm> = {
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

  return [
    { kind: 'group', label: t('catalogue.section.base') },
    { kind: 'text', name: 'drugName', label: label('drugName'), required: true, maxLength: ENTRY_LENGTHS.drugName },
    { kind: 'text', name: 'drugSpec', label: label('drugSpec'), maxLength: ENTRY_LENGTHS.drugSpec },
    ...(isGoods ? [word('drugForm', words.forms)] : []),
    { kind: 'select', name: 'drugType', label: label('drugType'), required: true, options: typeOptions(t, group), check: check('drugType') },
    word('drugCategory', words.categories),
    ...(isGoods ? [word('drugChangjia', words.makers)] : []),
    {
      kind: 'text',
      name: 'drugNumber',
      label: label('drugNumber'),
      maxLength: ENTRY_LENGTHS.drugNumber,
      ...(isNew ? { placeholder: t('catalogue.help.number') } : {}),
    },
    ...(group === 'lab' ? [word('specimen', words.specimens)] : []),
    ...(isGoods ? [{ kind: 'text', name: 'approvalNumber', label: label('approvalNumber'), maxLength: ENTRY_LENGTHS.approvalNumber } as const] : []),

    { kind: 'group', label: t('catalogue.section.units') },
    ...(isDrug ? [dose('dMin'), word('dMinUnit', DOSE_UNITS)] : []),
    ...(isGoods
      ? [
          word('preparaUnit', words.units, { required: true }),
          word('stockUnit', words.units, { required: true }),
          { kind: 'quantity', name: 'stockDmin', label: label('stockDmin'), required: true, check: check('stockDmin') } as const,
        ]
      : [word('stockUnit', words.units, { required: true })]),
    ...(isDrug
      ? [
          {
            kind: 'select',
            name: 'rounding',
            label: label('rounding'),
            required: true,
            options: [
              { value: 'dose', text: t('catalogue.rounding.dose') },
              { value: 'total', text: t('catalogue.rounding.total') },
            ],
          } as const,
        ]
      : []),
    ...(isNew ? [{ kind: 'unitPrice', name: 'price', label: label('price'), required: true, help: t('catalogue.help.price') } as const] : []),
    ...(isGoods ? [toggle('splitAllowed'), toggle('stockKept')] : []),
    sentence,

    { kind: 'group', label: t('catalogue.section.insurance') },
    { kind: 'text', name: 'medicalInsCode', label: label('medicalInsCode'), maxLength: ENTRY_LENGTHS.medicalInsCode },
    { kind: 'select', name: 'drugDirectoryType', label: label('grade'), required: true, options: gradeOptions(t) },
    { kind: 'switch', name: 'limitUse', label: label('limitUse') },
    {
      kind: 'textarea',
      name: 'limitUseScope',
      label: label('limitUseScope'),
      span: 3,
      rows: 2,
      maxLength: ENTRY_LENGTHS.limitUseScope,
      visible: (form) => form.limitUse === true,
      required: true,
    },
    ...(isDrug ? drugOnly() : isGoods ? [{ kind: 'group', label: t('catalogue.section.control') } as const, toggle('coldChain')] : []),
  ];

  function levelOf(name: 'renalLevel' | 'pregnancyLevel' | 'lactationLevel'): FormItem<EntryForm> {
    return { kind: 'select', name, label: label(name), required: true, options: [{ value: 'none', text: t('catalogue.level.none') }, ...levelTable(t)] };
  }

  function drugOnly(): FormItem<EntryForm>[] {
    return [
      { kind: 'group', label: t('catalogue.section.control') },
      {
        kind: 'select',
        name: 'controlClass',
        label: label('controlClass'),
        required: true,
        options: [{ value: 'none', text: t('catalogue.control.none') }, ...controlOptions(t)],
      },
      { kind: 'number', name: 'supplyDays', label: label('supplyDays'), min: 0, max: MAX_DAYS, help: t('catalogue.help.supplyDays') },
      { kind: 'text', name: 'pharmacy', label: label('pharmacy'), maxLength: ENTRY_LENGTHS.pharmacy, placeholder: t('catalogue.help.pharmacy') },
      toggle('coldChain'),
      toggle('antibiotic'),
      toggle('skinTest'),

      { kind: 'group', label: t('catalogue.section.usual') },
      dose('usualDose'),
      { kind: 'select', name: 'usualUsage', label: label('usualUsage'), options: usageOptions(t) },
      { kind: 'select', name: 'usualInterval', label: label('usualInterval'), options: frequencyOptions(t) },
      { kind: 'number', name: 'usualDays', label: label('usualDays'), min: 0, max: MAX_DAYS },

      { kind: 'group', label: t('catalogue.section.safety') },
      wordList('ingredients', words.ingredients),
      wordList('allergyClasses', words.allergyClasses),
      dose('dailyDoseMin'),
      dose('dailyDoseMax'),
      { kind: 'number', name: 'ageMin', label: label('ageMin'), min: 0, max: MAX_AGE },
      { kind: 'number', name: 'ageMax', label: label('ageMax'), min: 0, max: MAX_AGE, check: check('ageMax') },
      levelOf('renalLevel'),
      {
        kind: 'text',
        name: 'renalAdvice',
        label: label('renalAdvice'),
        span: 2,
        maxLength: ENTRY_LENGTHS.renalAdvice,
        visible: (form) => form.renalLevel !== 'none',
        check: check('renalAdvice'),
        required: true,
      },
      levelOf('pregnancyLevel'),
      levelOf('lactationLevel'),
      {
        kind: 'text',
        name: 'pregnancyAdvice',
        label: label('pregnancyAdvice'),
        span: 2,
        maxLength: ENTRY_LENGTHS.pregnancyAdvice,
        visible: warnsWomen,
        check: check('pregnancyAdvice'),
        required: true,
      },
    ];
  }
}
