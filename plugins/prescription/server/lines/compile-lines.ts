import { AppError, EnvelopeCode, quantityToWire } from '@nephra/plugin-sdk/contract';
import type { DetailInput } from '../../contract/index.ts';
import { EMPTY_LINE, writtenOn } from '../../contract/line-content.ts';
import {
  inputFault,
  isGroupLeader,
  lineAmounts,
  type CatalogueFacts,
  mayGroup,
  normaliseGroups,
  type QuantityFault,
  type SessionPlan,
} from '../../../catalogue/contract/index.ts';
import { type Totals, totalsOf } from '../../domain/lines/totals.ts';
import { factForm } from '../tables/fact.columns.ts';
import { writtenForm } from '../tables/line.columns.ts';
import type { LineStored } from '../tables/line.table.ts';

/** A line ready to be stored; its place and ids come later. */
export type CompiledLine = Omit<LineStored, 'id' | 'orgId' | 'dpId' | 'sortCode'>;

export interface CompiledLines {
  readonly lines: readonly CompiledLine[];
  readonly faults: readonly { index: number; drugName: string; fault: QuantityFault }[];
  readonly totals: Totals;
}

/** What a line takes over from its entry. */
const factsOn = (entry: CatalogueFacts) => factForm.fromWire({ ...entry, stockDmin: quantityToWire(entry.stockDmin) });

function assertGroups(inputs: readonly DetailInput[]): void {
  const wrong = inputs.findIndex((line) => line.isGroup > 0 && !mayGroup(line));
  if (wrong >= 0) {
    throw new AppError('prescription.group-route', { fields: [{ path: `prescriptionDetailList.${wrong}.isGroup`, msg: '' }], params: { line: wrong + 1 } });
  }
}

/** Numbers that nobody can mean are refused at once, with a sentence that names the line. */
function assertNumbers(inputs: readonly DetailInput[], entries: ReadonlyMap<string, CatalogueFacts>): void {
  inputs.forEach((input, index) => {
    const fault = inputFault(input);
    if (!fault) return;
    throw new AppError(`prescription.${fault}`, {
      code: EnvelopeCode.Invalid,
      params: { line: index + 1, name: entries.get(input.drugId)?.drugName ?? input.drugId },
      fields: [{ path: `prescriptionDetailList.${index}`, msg: '' }],
    });
  });
}

/**
 * Turns what a person chose into lines with the catalogue's facts and the server's amounts; nothing of names, prices or amounts
 * is taken from the caller. A quantity that cannot be computed becomes 0 and is reported (spec 8).
 * @throws AppError `prescription.item-unknown` when the facility has no such item, `prescription.quantity-…` for numbers that nobody can mean.
 */
export function compileLines(
  inputs: readonly DetailInput[],
  entries: ReadonlyMap<string, CatalogueFacts>,
  around: { reimWay: string; plan?: SessionPlan },
): CompiledLines {
  const ordered = normaliseGroups(inputs);
  assertNumbers(ordered, entries);
  assertGroups(ordered);
  const faults: { index: number; drugName: string; fault: QuantityFault }[] = [];
  const lines = ordered.map((input, index): CompiledLine => {
    const entry = entries.get(input.drugId);
    if (!entry || entry.kind !== input.kind) {
      throw new AppError('prescription.item-unknown', {
        code: EnvelopeCode.NotFound,
        params: { line: index + 1 },
        fields: [{ path: `prescriptionDetailList.${index}.drugId`, msg: '' }],
      });
    }
    const amounts = lineAmounts(entry, input, { reimWay: around.reimWay, plan: around.plan, groupLeader: isGroupLeader(ordered, index) });
    if (amounts.fault) faults.push({ index, drugName: entry.drugName, fault: amounts.fault });
    const { fault: _fault, ...worth } = amounts;
    const written = { ...EMPTY_LINE, ...writtenOn(input), drugDays: amounts.drugDays, drugNum: 0 };
    return { ...factsOn(entry), ...writtenForm.fromWire(written), packPrice: entry.price, ...worth };
  });
  return { lines, faults, totals: totalsOf(lines) };
}

/** Sums as columns of the prescription. */
export const totalColumns = ({ total, west, diagTreat, assay, other, consumables, preselfpay, fulamtOwnpay, overlmt }: Totals) => ({
  totalPrice: total,
  westPrice: west,
  diagTreatPrice: diagTreat,
  assayPrice: assay,
  otherPrice: other,
  consumablesPrice: consumables,
  preselfpayAmtTotal: preselfpay,
  fulamtOwnpayAmtTotal: fulamtOwnpay,
  overlmtAmtTotal: overlmt,
});

/** A stored line as the choice that made it, to compute it again. */
export const choiceOf = (line: LineStored): DetailInput => ({ detailId: line.id, kind: line.kind, drugId: line.drugId, ...writtenForm.toWire(line) });
