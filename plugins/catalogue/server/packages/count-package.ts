import { AppError, EnvelopeCode, type Money, type Quantity } from '@nephra/plugin-sdk/contract';
import type { PackageLineInput } from '../../contract/catalogue-package.schema.ts';
import type { CatalogueFacts } from '../../contract/catalogue.service.ts';
import { isGroupLeader, mayGroup, normaliseGroups } from '../../contract/lines/groups.ts';
import { lineAmounts } from '../../contract/lines/line.ts';
import { inputFault } from '../../contract/lines/line-input.ts';
import type { QuantityFault } from '../../contract/lines/quantity.ts';

/** A line of a package as a prescription of today would take it. */
export interface CountedLine {
  readonly drugName: string;
  readonly drugNum: Quantity;
  readonly subTotal: Money;
  /** Why the quantity is 0. */
  readonly fault?: QuantityFault;
}

const refuse = (key: string, index: number, name: string, code: EnvelopeCode = EnvelopeCode.Invalid): never => {
  throw new AppError(`catalogue.${key}`, { code, params: { line: index + 1, name }, fields: [{ path: `lines.${index}`, msg: '' }] });
};

/**
 * Counts the lines of a package for somebody who pays alone, by the rules of prescriptions.
 * @throws AppError naming the line: `catalogue.item-unknown` (404), `catalogue.group-route`, `catalogue.quantity-…` or `catalogue.dose-too-large` for what nobody can mean
 */
export function countPackage(choices: readonly PackageLineInput[], entries: ReadonlyMap<string, CatalogueFacts>): CountedLine[] {
  const ordered = normaliseGroups(choices.map((choice) => ({ ...choice, kind: entries.get(choice.drugId)?.kind ?? 'item' })));
  return ordered.map((line, index) => {
    const entry = entries.get(line.drugId);
    if (!entry) return refuse('item-unknown', index, line.drugId, EnvelopeCode.NotFound);
    const wrong = inputFault(line) ?? (line.isGroup > 0 && !mayGroup(line) ? 'group-route' : undefined);
    if (wrong) return refuse(wrong, index, entry.drugName);
    const amounts = lineAmounts(entry, { ...line, approvalMark: 0 }, { reimWay: '0', groupLeader: isGroupLeader(ordered, index) });
    return { drugName: entry.drugName, drugNum: amounts.drugNum, subTotal: amounts.subTotal, ...(amounts.fault ? { fault: amounts.fault } : {}) };
  });
}
