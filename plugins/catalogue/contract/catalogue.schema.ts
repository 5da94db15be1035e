import { type Static, type TSchema, type TUnsafe, Type } from '@nephra/plugin-sdk/contract';
import { MAX_DAYS } from './lines/line-limits.ts';

/** Charge categories (spec 9). The words are wire values. */
export const DRUG_TYPES = ['西药', '中成药', '耗材', '材料', '挂号', '治疗', '检查', '护理', '其他', '化验'] as const;
export type DrugType = (typeof DRUG_TYPES)[number];
export const drugType = Type.Enum(DRUG_TYPES);

/** The three groups that add up to a prescription and to a bill (spec 9, drug type groups). */
export type ChargeGroup = 'west' | 'diagTreat' | 'assay';

/** Group of each category, in the order in which the settlement sheet prints them. */
export const CHARGE_GROUPS: Readonly<Record<DrugType, ChargeGroup>> = {
  西药: 'west',
  中成药: 'west',
  耗材: 'diagTreat',
  挂号: 'diagTreat',
  治疗: 'diagTreat',
  检查: 'diagTreat',
  材料: 'diagTreat',
  护理: 'diagTreat',
  其他: 'diagTreat',
  化验: 'assay',
};

/** Categories whose sum is shown apart although it is part of diagnosis and treatment. */
export const CONSUMABLE_TYPES: readonly DrugType[] = ['耗材', '材料'];

/** Which catalogue a line comes from: drugs 西药 中成药, materials 耗材 材料, items the rest (化验 = laboratory). */
export const KINDS = ['drug', 'material', 'item'] as const;
export const catalogueKind = Type.Enum(KINDS);
export type CatalogueKind = Static<typeof catalogueKind>;

/** Grades of the insurer's list. */
export const GRADES = ['甲', '乙', '丙'] as const;

/** Law class of a drug: ordinary, toxic, psychotropic II, psychotropic I, narcotic. */
export const CONTROL_CLASSES = ['', 'toxic', 'psych2', 'psych1', 'narcotic'] as const;
export const controlClass = Type.Enum(CONTROL_CLASSES);

/** How a dose becomes units: `dose` rounds up each dose (ampoule), `total` rounds up the whole course (tablets, millilitres). */
export const ROUNDING_MODES = ['dose', 'total'] as const;
export const roundingMode = Type.Enum(ROUNDING_MODES);

/** How hard a check stops the doctor: not at all without change, with a reason, or by a hint only. */
export const checkLevel = Type.Enum(['block', 'reason', 'info']);
export type CheckLevel = Static<typeof checkLevel>;
/** A warning of an entry; empty = none. */
export const WARNING_LEVELS = ['', 'info', 'reason', 'block'] as const;

/** Of an ingredient and of a class that an allergy may name. */
export const MAX_INGREDIENT = 60;
/** Whole years. */
export const MAX_AGE = 150;

/**
 * What is written of an entry, each thing described once: what is sent and read, columns, limits, trimming and the control of the form follow. Data alone, so
 * that pages which know of catalogues do not load it.
 */
export const ENTRY_FIELDS = {
  drugName: { kind: 'text', max: 200, filled: true },
  drugSpec: { kind: 'text', max: 200 },
  drugForm: { kind: 'text', max: 60 },
  drugType: { kind: 'choice', choices: DRUG_TYPES },
  drugCategory: { kind: 'text', max: 60 },
  medicalInsCode: { kind: 'text', max: 60 },
  /** Dose in one preparation unit (tablet, ampoule); 0 when no dose is counted (materials, treatments). */
  dMin: { kind: 'dose' },
  dMinUnit: { kind: 'text', max: 20 },
  /** Tablet, capsule, ampoule, piece, time. */
  preparaUnit: { kind: 'text', max: 20, filled: true },
  /** Box, bottle; the unit of the price. */
  stockUnit: { kind: 'text', max: 20, filled: true },
  /** Preparation units in one stock unit. */
  stockDmin: { kind: 'quantity' },
  rounding: { kind: 'choice', choices: ROUNDING_MODES },
  /** May be sold by the preparation unit. */
  splitAllowed: { kind: 'flag' },
  /** Needs stock in the pharmacy. */
  stockKept: { kind: 'flag' },
  /** `甲`, `乙`, `丙` or empty. */
  drugDirectoryType: { kind: 'choice', max: 10 },
  /** The facility's own code; demo codes start with SIM. */
  drugNumber: { kind: 'text', max: 60 },
  approvalNumber: { kind: 'text', max: 60 },
  drugChangjia: { kind: 'text', max: 120 },
  /** 1 when the insurer limits the use to `limitUseScope`. */
  limitUseSign: { kind: 'mark' },
  limitUseScope: { kind: 'text', max: 500 },
  controlClass: { kind: 'choice', choices: CONTROL_CLASSES },
  coldChain: { kind: 'flag' },
  /** What the doctor usually wants; prefilled in a new line. Empty or 0 = nothing usual. */
  usualDose: { kind: 'dose' },
  usualUsage: { kind: 'code', max: 20 },
  usualInterval: { kind: 'code', max: 20 },
  usualDays: { kind: 'int', max: MAX_DAYS },
  /** Specimen of a laboratory item. */
  specimen: { kind: 'text', max: 60 },
  /** Active ingredients without salts; solvents have none. Allergies, duplicates and interactions are found by them. */
  ingredients: { kind: 'words', max: MAX_INGREDIENT },
  /** Classes that an allergy may name: 青霉素, 头孢菌素, 碘. */
  allergyClasses: { kind: 'words', max: MAX_INGREDIENT },
  /** Usual dose of a day in `dMinUnit`; 0 = not limited. */
  dailyDoseMin: { kind: 'dose' },
  dailyDoseMax: { kind: 'dose' },
  /** Warning for dialysis patients; empty = none. */
  renalLevel: { kind: 'choice', choices: WARNING_LEVELS },
  renalAdvice: { kind: 'text', max: 200 },
  /** Warnings for women who are pregnant or breast-feeding, with one sentence for both; empty = none. */
  pregnancyLevel: { kind: 'choice', choices: WARNING_LEVELS },
  lactationLevel: { kind: 'choice', choices: WARNING_LEVELS },
  pregnancyAdvice: { kind: 'text', max: 200 },
  /** Days that may be supplied at once without a reason; 0 = what the rules of its class say. */
  supplyDays: { kind: 'int', max: MAX_DAYS },
  /** Whole years, 0 = no limit. Younger patients need a reason, older ones are pointed out. */
  ageMin: { kind: 'int', max: MAX_AGE },
  ageMax: { kind: 'int', max: MAX_AGE },
  antibiotic: { kind: 'flag' },
  skinTest: { kind: 'flag' },
  /** Pharmacy of the facility that hands it out; empty = the main one. */
  pharmacy: { kind: 'text', max: 40 },
} as const satisfies Readonly<Record<string, EntryField>>;

export type EntryFields = typeof ENTRY_FIELDS;
export type EntryFieldName = keyof EntryFields;
/** Those that are held by a text of limited length. */
export type EntryTextName = { [N in EntryFieldName]: EntryFields[N] extends { kind: 'text' | 'code' | 'choice'; max: number } ? N : never }[EntryFieldName];

/** Values of a kind; a choice without choices is a text. */
interface KindValue {
  readonly text: string;
  readonly code: string;
  readonly choice: string;
  readonly dose: number;
  readonly quantity: number;
  readonly int: number;
  readonly mark: number;
  readonly flag: boolean;
  readonly words: string[];
}

/**
 * `text`: without blanks around it. `code`: one of others' codes, or empty. `choice`: one of its choices. `dose`: up to 6 decimals. `quantity`: up to 4, more than
 * none. `int`: from 0. `mark`: 0 or 1. `words`: a list without doubles.
 */
export interface EntryField {
  readonly kind: keyof KindValue;
  /** Characters of a text, of each word of a list; the largest number. */
  readonly max?: number;
  readonly choices?: readonly string[];
  /** What is sent must say something: blanks alone do not. */
  readonly filled?: true;
}

/** What stands on the wire of a field. */
export type EntryValue<F extends EntryField> = F extends { readonly choices: readonly (infer C)[] } ? C : KindValue[F['kind']];

/** At most so many ingredients or classes. */
const MAX_WORDS = 12;
const SCHEMA_OF: Readonly<Record<keyof KindValue, (max: number) => TSchema>> = {
  text: (max) => Type.String({ maxLength: max }),
  code: (max) => Type.String({ maxLength: max }),
  choice: (max) => Type.String({ maxLength: max }),
  dose: () => Type.Number({ minimum: 0 }),
  quantity: () => Type.Number({ exclusiveMinimum: 0 }),
  int: (max) => Type.Integer({ minimum: 0, maximum: max }),
  mark: () => Type.Integer({ minimum: 0, maximum: 1 }),
  flag: () => Type.Boolean(),
  words: (max) => Type.Array(Type.String({ minLength: 1, maxLength: max }), { maxItems: MAX_WORDS }),
};

/** Schemas of all fields. Called inside `Type.Object(…)`, so that browsers get neither it nor the fields. @param sent with what must be filled in */
export const entrySchemas = (sent?: 'sent') =>
  Object.fromEntries(
    Object.entries<EntryField>(ENTRY_FIELDS).map(([name, { kind, max = 0, choices, filled }]) => {
      if (choices) return [name, Type.Enum([...choices])];
      return [name, sent && filled ? Type.String({ minLength: 1, maxLength: max, pattern: '\\S' }) : SCHEMA_OF[kind](max)];
    }),
  ) as { -readonly [N in EntryFieldName]: TUnsafe<EntryValue<EntryFields[N]>> };

/** One entry of a catalogue as stored. */
export const catalogueEntry = Type.Object({
  drugId: Type.String({ minLength: 1, maxLength: 64 }),
  ...entrySchemas(),
  /** Yuan per stock unit, 4 decimals. */
  price: Type.Number({ minimum: 0 }),
  enableMark: Type.Integer({ minimum: 0, maximum: 1 }),
  kind: catalogueKind,
});
export type CatalogueEntry = Static<typeof catalogueEntry>;

/** One entry as the pickers show it. Stock numbers are null while nobody keeps stock. */
export const catalogueRow = Type.Object({
  ...catalogueEntry.properties,
  /** Stock units that can be dispensed today. */
  stockNumber: Type.Union([Type.Number(), Type.Null()]),
  /** `YYYY-MM-DD` of the lot that expires first. */
  nearestExpiry: Type.Union([Type.String(), Type.Null()]),
});
export type CatalogueRow = Static<typeof catalogueRow>;

export const packageRow = Type.Object({
  packageId: Type.String(),
  packageName: Type.String(),
  note: Type.String(),
  lineCount: Type.Integer(),
  /** Yuan at today's prices. */
  totalPrice: Type.Number(),
});
export type PackageRow = Static<typeof packageRow>;
