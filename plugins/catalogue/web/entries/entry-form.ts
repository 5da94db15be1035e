import { type Quantity, quantityFromWire, quantityToWire, type UnitPrice, unitPriceFromWire, unitPriceToWire } from '@nephra/plugin-sdk/contract';
import { ENTRY_FIELDS, type EntryField, type EntryFieldName, type EntryFields, type EntryValue } from '../../contract/catalogue.schema.ts';
import type { CreateEntryBody, EntryGroup, EntryRow } from '../../contract/catalogue-entry.schema.ts';
import type { EntryFacts } from '../../domain/entry-facts.ts';
import { kindOf, plainNumber, typesOf } from '../catalogue-words.ts';

/** What a field holds while it is typed. Numbers may be empty, doses are texts; the selects know no empty text, so `none` stands for it. */
interface TypedKinds {
  readonly text: string;
  readonly code: string | null;
  readonly dose: string;
  readonly quantity: Quantity | null;
  readonly int: number | null;
  readonly mark: boolean;
  readonly flag: boolean;
  readonly words: readonly string[];
}
type Typed<F extends EntryField> = F['kind'] extends keyof TypedKinds
  ? TypedKinds[F['kind']]
  : Exclude<EntryValue<F>, ''> | ('' extends EntryValue<F> ? 'none' : never);

/** An entry as it is typed. */
export type EntryForm = { -readonly [N in EntryFieldName]: Typed<EntryFields[N]> } & {
  price: UnitPrice | null;
  /** Shows what the units mean; holds nothing. */
  sentence?: undefined;
};

interface Way {
  /** On the wire where nobody has said anything. */
  readonly empty: unknown;
  readonly typed: (wire: never) => unknown;
  readonly wire: (value: never) => unknown;
}
const ONE = quantityFromWire(1);
const asItIs = (empty: unknown): Way => ({ empty, typed: (wire) => wire, wire: (value) => value });
/** Doses are typed as text with up to `DOSE_DECIMALS`; nothing typed is 0. */
const WAYS: Readonly<Record<EntryField['kind'], Way>> = {
  text: asItIs(''),
  code: { empty: '', typed: (wire: string) => wire || null, wire: (value: string | null) => value ?? '' },
  choice: { empty: '', typed: (wire: string) => wire || 'none', wire: (value: string) => (value === 'none' ? '' : value) },
  dose: {
    empty: 0,
    typed: (wire: number) => (wire === 0 ? '' : plainNumber(wire)),
    wire: (value: string) => (value.trim() === '' ? 0 : Number(value)),
  },
  quantity: { empty: 1, typed: (wire: number) => quantityFromWire(wire), wire: (value: Quantity | null) => quantityToWire(value ?? ONE) },
  int: { empty: 0, typed: (wire: number) => wire || null, wire: (value: number | null) => value ?? 0 },
  mark: { empty: 0, typed: (wire: number) => wire === 1, wire: (value: boolean) => (value ? 1 : 0) },
  flag: asItIs(false),
  words: { empty: [], typed: (wire) => wire, wire: (value: readonly string[]) => [...value] },
};
const FIELDS = Object.entries(ENTRY_FIELDS) as readonly (readonly [EntryFieldName, EntryField])[];
const each = (of: (name: EntryFieldName, way: Way) => unknown) => Object.fromEntries(FIELDS.map(([name, { kind }]) => [name, of(name, WAYS[kind])]));

/** A stored entry as the form shows it. */
export const formOf = (row: EntryRow): EntryForm =>
  ({ ...each((name, { typed }) => typed(row[name] as never)), price: unitPriceFromWire(row.price) }) as EntryForm; // each field by the way of its kind

export function emptyEntry(group: EntryGroup): EntryForm {
  const isGoods = group === 'drug' || group === 'material';
  return {
    ...(each((_name, { empty, typed }) => typed(empty as never)) as EntryForm), // as above
    drugType: typesOf(group)[0] ?? '其他',
    preparaUnit: isGoods ? '' : '次',
    stockUnit: isGoods ? '' : '次',
    stockDmin: group === 'drug' ? null : ONE,
    rounding: 'total',
    stockKept: isGoods,
    price: null,
  };
}

/** A new entry like another: same facts, its own number. */
export const copyOf = (row: EntryRow): EntryForm => ({ ...formOf(row), drugNumber: '' });

/** The drug has something to say to women who are pregnant or nursing. */
export const warnsWomen = ({ pregnancyLevel, lactationLevel }: Partial<EntryForm>): boolean => pregnancyLevel !== 'none' || lactationLevel !== 'none';

/** What is typed as the facts that the rules look at. Treatments are counted by one unit only. */
export function factsOf(form: EntryForm, group: EntryGroup): EntryFacts {
  const counted = group === 'item' || group === 'lab';
  return {
    ...(each((name, { wire }) => wire(form[name] as never)) as unknown as EntryFacts), // as above
    kind: kindOf(group),
    ...(counted && { preparaUnit: form.stockUnit, stockDmin: 1 }),
    ...(!form.limitUseSign && { limitUseScope: '' }),
    ...(!warnsWomen(form) && { pregnancyAdvice: '' }),
    ...(form.renalLevel === 'none' && { renalAdvice: '' }),
  };
}

export const createBodyOf = (form: EntryForm, group: EntryGroup): CreateEntryBody => ({
  ...factsOf(form, group),
  price: unitPriceToWire(form.price ?? (0 as UnitPrice)),
});
