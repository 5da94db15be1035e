import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { MAX_DAYS } from './lines/line-limits.ts';

/** Charge categories (spec 9). The words are wire values. */
export const DRUG_TYPES = ['西药', '中成药', '耗材', '材料', '挂号', '治疗', '检查', '护理', '其他', '化验'] as const;
export type DrugType = (typeof DRUG_TYPES)[number];
export const drugType = Type.Union([
  Type.Literal('西药'),
  Type.Literal('中成药'),
  Type.Literal('耗材'),
  Type.Literal('材料'),
  Type.Literal('挂号'),
  Type.Literal('治疗'),
  Type.Literal('检查'),
  Type.Literal('护理'),
  Type.Literal('其他'),
  Type.Literal('化验'),
]);

/** Which catalogue a line comes from: drugs 西药 中成药, materials 耗材 材料, items the rest (化验 = laboratory). */
export const KINDS = ['drug', 'material', 'item'] as const;
export const catalogueKind = Type.Union([Type.Literal('drug'), Type.Literal('material'), Type.Literal('item')]);
export type CatalogueKind = Static<typeof catalogueKind>;

/** Grades of the insurer's list. */
export const GRADES = ['甲', '乙', '丙'] as const;

/** Law class of a drug: ordinary, toxic, psychotropic II, psychotropic I, narcotic. */
export const CONTROL_CLASSES = ['', 'toxic', 'psych2', 'psych1', 'narcotic'] as const;
export const controlClass = Type.Union([Type.Literal(''), Type.Literal('toxic'), Type.Literal('psych2'), Type.Literal('psych1'), Type.Literal('narcotic')]);

/** How a dose becomes units: `dose` rounds up each dose (ampoule), `total` rounds up the whole course (tablets, millilitres). */
export const ROUNDING_MODES = ['dose', 'total'] as const;
export const roundingMode = Type.Union([Type.Literal('dose'), Type.Literal('total')]);

/** How hard a check stops the doctor: not at all without change, with a reason, or by a hint only. */
export const checkLevel = Type.Union([Type.Literal('block'), Type.Literal('reason'), Type.Literal('info')]);
export type CheckLevel = Static<typeof checkLevel>;
/** A warning of an entry; empty = none. */
export const WARNING_LEVELS = ['', 'info', 'reason', 'block'] as const;

/** Longest texts of an entry, in characters: of forms, of the wire and of the columns. */
export const ENTRY_LENGTHS = {
  drugName: 200,
  drugSpec: 200,
  drugForm: 60,
  drugCategory: 60,
  medicalInsCode: 60,
  dMinUnit: 20,
  preparaUnit: 20,
  stockUnit: 20,
  drugDirectoryType: 10,
  drugNumber: 60,
  approvalNumber: 60,
  drugChangjia: 120,
  limitUseScope: 500,
  usualUsage: 20,
  usualInterval: 20,
  specimen: 60,
  renalAdvice: 200,
  pregnancyAdvice: 200,
  pharmacy: 40,
} as const;
/** Of an ingredient and of a class that an allergy may name. */
export const MAX_INGREDIENT = 60;
/** Whole years. */
export const MAX_AGE = 150;
const text = (name: keyof typeof ENTRY_LENGTHS) => Type.String({ maxLength: ENTRY_LENGTHS[name] });

/** Facts that drugs, materials, treatments and laboratory items share. One unit of stock holds `stockDmin` preparation units of `dMin` `dMinUnit` each. */
export const entryFacts = {
  drugId: Type.String({ minLength: 1, maxLength: 64 }),
  drugName: text('drugName'),
  drugSpec: text('drugSpec'),
  drugForm: text('drugForm'),
  drugType,
  drugCategory: text('drugCategory'),
  medicalInsCode: text('medicalInsCode'),
  /** Dose in one preparation unit (tablet, ampoule); 0 when no dose is counted (materials, treatments). */
  dMin: Type.Number({ minimum: 0 }),
  dMinUnit: text('dMinUnit'),
  /** Tablet, capsule, ampoule, piece, time. */
  preparaUnit: text('preparaUnit'),
  /** Box, bottle; the unit of the price. */
  stockUnit: text('stockUnit'),
  /** Preparation units in one stock unit. */
  stockDmin: Type.Number({ exclusiveMinimum: 0 }),
  /** Yuan per stock unit, 4 decimals. */
  price: Type.Number({ minimum: 0 }),
  rounding: roundingMode,
  /** May be sold by the preparation unit. */
  splitAllowed: Type.Boolean(),
  /** Needs stock in the pharmacy. */
  stockKept: Type.Boolean(),
  /** `甲`, `乙`, `丙` or empty. */
  drugDirectoryType: text('drugDirectoryType'),
  /** The facility's own code; demo codes start with SIM. */
  drugNumber: text('drugNumber'),
  approvalNumber: text('approvalNumber'),
  drugChangjia: text('drugChangjia'),
  /** 1 when the insurer limits the use to `limitUseScope`. */
  limitUseSign: Type.Integer({ minimum: 0, maximum: 1 }),
  limitUseScope: text('limitUseScope'),
  controlClass,
  coldChain: Type.Boolean(),
  /** What the doctor usually wants; prefilled in a new line. Empty or 0 = nothing usual. */
  usualDose: Type.Number({ minimum: 0 }),
  usualUsage: text('usualUsage'),
  usualInterval: text('usualInterval'),
  usualDays: Type.Integer({ minimum: 0, maximum: MAX_DAYS }),
  /** Specimen of a laboratory item. */
  specimen: text('specimen'),
  enableMark: Type.Integer({ minimum: 0, maximum: 1 }),
  /** Active ingredients without salts; solvents have none. Allergies, duplicates and interactions are found by them. */
  ingredients: Type.Array(Type.String({ minLength: 1, maxLength: MAX_INGREDIENT }), { maxItems: 12 }),
  /** Classes that an allergy may name: 青霉素, 头孢菌素, 碘. */
  allergyClasses: Type.Array(Type.String({ minLength: 1, maxLength: MAX_INGREDIENT }), { maxItems: 12 }),
  /** Usual dose of a day in `dMinUnit`; 0 = not limited. */
  dailyDoseMin: Type.Number({ minimum: 0 }),
  dailyDoseMax: Type.Number({ minimum: 0 }),
  /** Warning for dialysis patients; empty = none. */
  renalLevel: Type.Union([Type.Literal(''), checkLevel]),
  renalAdvice: text('renalAdvice'),
  /** Warnings for women who are pregnant or breast-feeding, with one sentence for both; empty = none. */
  pregnancyLevel: Type.Union([Type.Literal(''), checkLevel]),
  lactationLevel: Type.Union([Type.Literal(''), checkLevel]),
  pregnancyAdvice: text('pregnancyAdvice'),
  /** Days that may be supplied at once without a reason; 0 = what the rules of its class say. */
  supplyDays: Type.Integer({ minimum: 0, maximum: MAX_DAYS }),
  /** Whole years, 0 = no limit. Younger patients need a reason, older ones are pointed out. */
  ageMin: Type.Integer({ minimum: 0, maximum: MAX_AGE }),
  ageMax: Type.Integer({ minimum: 0, maximum: MAX_AGE }),
  antibiotic: Type.Boolean(),
  skinTest: Type.Boolean(),
  /** Pharmacy of the facility that hands it out; empty = the main one. */
  pharmacy: text('pharmacy'),
};

/** One entry of a catalogue as stored. */
export const catalogueEntry = Type.Object({ ...entryFacts, kind: catalogueKind });
export type CatalogueEntry = Static<typeof catalogueEntry>;

/** One entry as the pickers show it. Stock numbers are null while nobody keeps stock. */
export const catalogueRow = Type.Object({
  ...entryFacts,
  kind: catalogueKind,
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
