import type { CatalogueKind } from '../../catalogue/contract/index.ts';
import type { SplitRule } from '../contract/index.ts';

/** Drugs on one western sheet (rules for prescriptions). */
export const MAX_DRUGS = 5;
const SLICES = '饮片';

/** The part of a stored line that splitting looks at. */
export interface SplitLine {
  readonly id: string;
  readonly kind: CatalogueKind;
  readonly drugForm: string;
  readonly controlClass: '' | 'toxic' | 'psych2' | 'psych1' | 'narcotic';
  /** 0 = stands alone. */
  readonly isGroup: number;
  /** Empty = the prescription's first diagnosis. */
  readonly diseCodg: string;
  /** 0 = the prescription's own category. */
  readonly medType: number;
  readonly pharmacy: string;
  readonly stockKept: boolean;
  /** The patient certainly pays the whole line alone. */
  readonly ownPay: boolean;
}

export interface SplitHead {
  readonly reimWay: string;
  readonly dpType: number;
  /** Code of the first diagnosis; empty when there is none. */
  readonly mainDisease: string;
}

/** Which paper the law asks for: narcotics and psychotropics I share the red one. */
export type ControlSheet = '' | 'narcotic' | 'psych2' | 'toxic';

/** One prescription after the split. Lines keep their order, injection groups stand whole. */
export interface SplitPart<L extends SplitLine> {
  readonly lines: readonly L[];
  readonly control: ControlSheet;
  readonly slices: boolean;
  readonly diseCodg: string;
  readonly dpType: number;
  readonly reimWay: string;
  readonly pharmacy: string;
}

interface Unit<L extends SplitLine> {
  readonly lines: readonly L[];
  readonly drugs: number;
  readonly control: ControlSheet;
  readonly slices: boolean;
  readonly diseCodg: string;
  readonly dpType: number;
  readonly reimWay: string;
  /** undefined = comes from no pharmacy and goes along with any. */
  readonly pharmacy: string | undefined;
}

const STRICTNESS: readonly ControlSheet[] = ['narcotic', 'psych2', 'toxic'];
const sheetOf = ({ kind, controlClass }: SplitLine): ControlSheet => (kind !== 'drug' ? '' : controlClass === 'psych1' ? 'narcotic' : controlClass);

/** Lines that may not be parted: an injection group, or a line alone. The strictest member decides for all. */
function unitsOf<L extends SplitLine>(lines: readonly L[], head: SplitHead): Unit<L>[] {
  const groups = new Map<string, L[]>();
  for (const line of lines) {
    const key = line.isGroup > 0 ? `group ${line.isGroup}` : `line ${line.id}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()].map((members): Unit<L> => {
    const [first] = members as [L, ...L[]];
    const sheets = members.map(sheetOf);
    const fromPharmacy = members.find((line) => line.stockKept);
    return {
      lines: members,
      drugs: members.filter((line) => line.kind === 'drug').length,
      control: STRICTNESS.find((sheet) => sheets.includes(sheet)) ?? '',
      slices: members.some((line) => line.kind === 'drug' && line.drugForm.includes(SLICES)),
      diseCodg: first.diseCodg || head.mainDisease,
      dpType: first.medType || head.dpType,
      reimWay: members.every((line) => line.ownPay) ? '0' : head.reimWay,
      pharmacy: fromPharmacy?.pharmacy,
    };
  });
}

/** Parts a list by a fact, in the order in which its values first appear. */
function partBy<T>(items: readonly T[], factOf: (item: T) => string): T[][] {
  const parts = new Map<string, T[]>();
  for (const item of items) parts.set(factOf(item), [...(parts.get(factOf(item)) ?? []), item]);
  return [...parts.values()];
}

/** What comes from no pharmacy stays with the first that does. */
function partByPharmacy<L extends SplitLine>(units: readonly Unit<L>[]): Unit<L>[][] {
  const home = units.find((unit) => unit.pharmacy !== undefined)?.pharmacy ?? '';
  return partBy(units, (unit) => unit.pharmacy ?? home);
}

/** Fills sheets of five drugs in order; a unit that holds no drug rides on the first sheet, one with more than five has a sheet of its own. */
function partBySize<L extends SplitLine>(units: readonly Unit<L>[]): Unit<L>[][] {
  const sheets: { units: Unit<L>[]; drugs: number }[] = [];
  for (const unit of units) {
    if (unit.drugs === 0) continue;
    const open = sheets.at(-1);
    if (open && open.drugs + unit.drugs <= MAX_DRUGS) {
      open.units.push(unit);
      open.drugs += unit.drugs;
    } else sheets.push({ units: [unit], drugs: unit.drugs });
  }
  const riders = units.filter((unit) => unit.drugs === 0);
  const [first, ...rest] = sheets.map((sheet) => sheet.units);
  if (!first) return riders.length > 0 ? [riders] : [];
  return [[...first, ...riders], ...rest];
}

type Step = <L extends SplitLine>(units: readonly Unit<L>[]) => Unit<L>[][];

/** The rules in their order. Slices hold many herbs on one sheet, so the limit of five is not for them. */
const STEPS: readonly (readonly [SplitRule, Step])[] = [
  ['control', (units) => partBy(units, (unit) => unit.control)],
  ['slices', (units) => partBy(units, (unit) => String(unit.slices))],
  ['disease', (units) => partBy(units, (unit) => unit.diseCodg)],
  ['category', (units) => partBy(units, (unit) => String(unit.dpType))],
  ['insurance', (units) => partBy(units, (unit) => unit.reimWay)],
  ['pharmacy', partByPharmacy],
  ['size', (units) => (units[0]?.slices ? [[...units]] : partBySize(units))],
];

export interface SplitPlan<L extends SplitLine> {
  /** In the order of their first lines; the first one holds the first line of the whole. */
  readonly parts: readonly SplitPart<L>[];
  /** The rules that fire, in their order. */
  readonly rules: readonly SplitRule[];
}

/**
 * Splits a prescription by the order of the rules: narcotic and psychotropic I, psychotropic II and toxic drugs each alone; slices; disease and
 * medical category; insured and self-pay; pharmacy; at most five drugs per sheet with injection groups whole. Splitting a part again changes
 * nothing, and no line is lost or doubled.
 */
export function planSplit<L extends SplitLine>(lines: readonly L[], head: SplitHead): SplitPlan<L> {
  const place = new Map(lines.map((line, index) => [line.id, index]));
  const placeOf = (line: L | undefined): number => (line ? (place.get(line.id) ?? 0) : 0);
  let parts: Unit<L>[][] = lines.length > 0 ? [unitsOf(lines, head)] : [];
  const rules: SplitRule[] = [];
  for (const [rule, step] of STEPS) {
    const next = parts.flatMap((units) => step(units));
    if (next.length > parts.length) rules.push(rule);
    parts = next;
  }
  const made = parts.map((units): SplitPart<L> => {
    const [first] = units as [Unit<L>, ...Unit<L>[]];
    const inOrder = units.flatMap((unit) => [...unit.lines]).sort((a, b) => placeOf(a) - placeOf(b));
    return {
      lines: inOrder,
      control: first.control,
      slices: first.slices,
      diseCodg: first.diseCodg,
      dpType: first.dpType,
      reimWay: first.reimWay,
      pharmacy: units.find((unit) => unit.pharmacy !== undefined)?.pharmacy ?? '',
    };
  });
  return { parts: made.sort((a, b) => placeOf(a.lines[0]) - placeOf(b.lines[0])), rules };
}

export const mustSplit = (plan: SplitPlan<SplitLine>): boolean => plan.parts.length > 1;
