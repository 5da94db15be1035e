import { addMoney, type Money, ZERO } from '@nephra/plugin-sdk/contract';
import { type CatalogueKind, type DrugType, type GroupMark, groupMark } from '../../../catalogue/contract/index.ts';
import type { SheetColour, SheetKind } from '../../contract/index.ts';
import { chargeGroup } from '../lines/totals.ts';

/** Rows of drugs on a sheet of paper (rules for prescriptions). */
export const RX_ROWS = 5;
const ROWS: Readonly<Record<SheetKind, number>> = { rx: RX_ROWS, slices: 24, treatment: 12, assay: 12 };
const EMERGENCY = 13;
/** Younger than this the paper is green. */
const CHILD = 14;
const SLICES = '饮片';

/** The part of a line that printing looks at. */
export interface PrintLine {
  readonly kind: CatalogueKind;
  readonly drugType: DrugType;
  readonly drugForm: string;
  readonly controlClass: '' | 'toxic' | 'psych2' | 'psych1' | 'narcotic';
  readonly isGroup: number;
  readonly drugUsage: string;
  readonly drugInterval: string;
  readonly drugDays: number;
  readonly subTotal: Money;
}

export interface PrintedSheet<L extends PrintLine> {
  readonly kind: SheetKind;
  readonly colour: SheetColour;
  readonly controlClass: '' | 'toxic' | 'psych2' | 'psych1' | 'narcotic';
  readonly rows: readonly { readonly line: L; readonly mark: GroupMark }[];
  readonly blankRows: number;
  readonly subTotal: Money;
}

const kindOf = (line: PrintLine): SheetKind => {
  if (line.kind === 'drug') return line.drugForm.includes(SLICES) ? 'slices' : 'rx';
  return chargeGroup(line.drugType) === 'assay' ? 'assay' : 'treatment';
};

/** Lines that stay together on paper: an injection group, or a line alone. A group that no sheet can hold is printed in whole sheets. */
function blocksOf<L extends PrintLine>(lines: readonly L[], rows: number): L[][] {
  const blocks: L[][] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    if (last && line.isGroup > 0 && last[0]?.isGroup === line.isGroup && last.length < rows) last.push(line);
    else blocks.push([line]);
  }
  return blocks;
}

function fill<L extends PrintLine>(lines: readonly L[], rows: number): L[][] {
  const sheets: L[][] = [];
  for (const block of blocksOf(lines, rows)) {
    const open = sheets.at(-1);
    if (open && open.length + block.length <= rows) open.push(...block);
    else sheets.push([...block]);
  }
  return sheets;
}

const CLASSES: readonly PrintLine['controlClass'][] = ['', 'toxic', 'psych2', 'psych1', 'narcotic'];
const KINDS: readonly SheetKind[] = ['rx', 'slices', 'treatment', 'assay'];

/** The class of a group is that of its strictest member. */
function classOf<L extends PrintLine>(line: L, lines: readonly L[]): PrintLine['controlClass'] {
  const members = line.isGroup > 0 ? lines.filter((other) => other.isGroup === line.isGroup) : [line];
  return members.reduce<PrintLine['controlClass']>(
    (worst, { controlClass }) => (CLASSES.indexOf(controlClass) > CLASSES.indexOf(worst) ? controlClass : worst),
    '',
  );
}

function colourOf(controlClass: PrintLine['controlClass'], head: { dpType: number; age: number | null }): SheetColour {
  if (controlClass === 'narcotic' || controlClass === 'psych1') return 'red';
  if (head.dpType === EMERGENCY) return 'yellow';
  return head.age !== null && head.age < CHILD ? 'green' : 'white';
}

/**
 * A prescription as sheets of paper: drugs five rows each, treatments and laboratory items on sheets of their own, controlled classes apart.
 * An injection group is never broken; every line is on exactly one sheet, so the sheets add up to the whole.
 */
export function printSheets<L extends PrintLine>(lines: readonly L[], head: { readonly dpType: number; readonly age: number | null }): PrintedSheet<L>[] {
  return KINDS.flatMap((kind) => {
    const ofKind = lines.filter((line) => kindOf(line) === kind);
    return CLASSES.flatMap((controlClass) =>
      fill(
        ofKind.filter((line) => classOf(line, lines) === controlClass),
        ROWS[kind],
      ).map(
        (sheet): PrintedSheet<L> => ({
          kind,
          controlClass,
          colour: colourOf(controlClass, head),
          rows: sheet.map((line, index) => ({ line, mark: groupMark(sheet, index) })),
          blankRows: kind === 'rx' ? Math.max(0, RX_ROWS - sheet.length) : 0,
          subTotal: sheet.reduce<Money>((sum, line) => addMoney(sum, line.subTotal), ZERO),
        }),
      ),
    );
  });
}
