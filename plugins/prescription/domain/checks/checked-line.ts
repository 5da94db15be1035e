import type { Quantity } from '@nephra/plugin-sdk/contract';
import type { CatalogueKind, CheckLevel, InputFault, QuantityFault } from '../../../catalogue/contract/index.ts';
import type { CheckCode } from '../../contract/index.ts';
import type { LineWritten } from '../../contract/line-content.ts';
import type { InfectionRules, Serology } from './infection.ts';

/** A line with today's catalogue facts, as the checks look at it. */
export interface CheckedLine
  extends Pick<LineWritten, 'onceUsing' | 'onceUsingUnit' | 'drugUsage' | 'drugInterval' | 'drugDays' | 'approvalMark' | 'manualNum'> {
  readonly kind: CatalogueKind;
  readonly drugId: string;
  /** Empty when the catalogue does not know it. */
  readonly drugName: string;
  readonly drugForm: string;
  readonly sale: 'sold' | 'disabled' | 'unknown';
  readonly ingredients: readonly string[];
  readonly allergyClasses: readonly string[];
  readonly dMin: number;
  readonly dMinUnit: string;
  readonly preparaUnit: string;
  readonly dailyDoseMin: number;
  readonly dailyDoseMax: number;
  readonly pregnancyLevel: '' | CheckLevel;
  readonly lactationLevel: '' | CheckLevel;
  readonly pregnancyAdvice: string;
  /** Days without a reason; 0 = what the rules of its class say. */
  readonly supplyDays: number;
  readonly renalLevel: '' | CheckLevel;
  readonly renalAdvice: string;
  readonly ageMin: number;
  readonly ageMax: number;
  readonly antibiotic: boolean;
  readonly skinTest: boolean;
  readonly controlClass: '' | 'toxic' | 'psych2' | 'psych1' | 'narcotic';
  readonly limitUseSign: number;
  readonly limitUseScope: string;
  readonly stockKept: boolean;
  /** A number that nobody can mean. */
  readonly inputFault?: InputFault;
  /** Why no quantity could be computed. */
  readonly fault?: QuantityFault;
  readonly drugNum: Quantity;
  /** What is sold, in tablets or ampoules. */
  readonly soldPrepUnits: Quantity;
}

/** A drug of another prescription whose course has not ended. */
export interface ActiveDrug {
  readonly dpId: string;
  readonly dpNumber: string;
  readonly drugName: string;
  readonly ingredients: readonly string[];
  /** Whole days that the course still lasts, today included. */
  readonly daysLeft: number;
}

/** A treatment or material of another prescription of the same day. */
export interface SameDayLine {
  readonly dpId: string;
  readonly dpNumber: string;
  readonly kind: CatalogueKind;
  readonly drugName: string;
  /** Its doctor has signed it; else it is a draft. */
  readonly signed: boolean;
}

export interface InteractionPair {
  readonly ingredientA: string;
  readonly ingredientB: string;
  readonly level: CheckLevel;
  readonly note: string;
}

/** Everything a check may look at; nothing is read from anywhere else. */
export interface CheckedCase {
  readonly lines: readonly CheckedLine[];
  readonly patient: {
    readonly allergies: readonly string[];
    /** null while the birthday is unknown. */
    readonly age: number | null;
    /** Empty: nobody has asked; `unasked`: somebody should have. */
    readonly pregnancy: '' | 'unasked' | 'none' | 'pregnant' | 'lactating';
    /** Day on which it was said, `YYYY-MM-DD`. */
    readonly pregnancyOn: string;
    readonly isDialysis: boolean;
  };
  /** What a dialysis asks of the patient's file; left out where nothing of it is to be looked at. */
  readonly dialysis?: {
    readonly serology: Serology;
    readonly rules: InfectionRules;
    readonly bed: string;
    /** There is such a bed, or nobody knows which there are. */
    readonly isBed: boolean;
    /** Day of treatment, `YYYY-MM-DD`. */
    readonly day: string;
  };
  readonly reimWay: string;
  readonly dpType: number;
  readonly active: readonly ActiveDrug[];
  /** What else is prescribed for this day; left out where nothing of it is to be looked at. */
  readonly sameDay?: readonly SameDayLine[];
  readonly interactions: readonly InteractionPair[];
  /** Usable preparation units by drug; undefined = nobody keeps stock or it is not to be looked at. */
  readonly stock?: ReadonlyMap<string, Quantity>;
  /** How a shortage counts. */
  readonly stockLevel: CheckLevel;
}

export interface Finding {
  readonly key: string;
  readonly code: CheckCode;
  readonly level: CheckLevel;
  readonly lines: readonly number[];
  readonly params: Readonly<Record<string, string | number>>;
}

/** The lines that are drugs of the catalogue, with their places. */
export const drugsOf = (lines: readonly CheckedLine[]): { line: CheckedLine; index: number }[] =>
  lines.map((line, index) => ({ line, index })).filter(({ line }) => line.kind === 'drug' && line.sale !== 'unknown');

/** What every sentence about one line says. */
export const named = (line: CheckedLine, index: number) => ({ line: index + 1, name: line.drugName });
