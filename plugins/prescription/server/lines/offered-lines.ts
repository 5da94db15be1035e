import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { hiddenCodes, type RequestContext } from '@nephra/plugin-sdk/server';
import { type CatalogueFacts, chosenCodes, type OrderCodes } from '../../../catalogue/contract/index.ts';
import type { CompiledLine } from './compile-lines.ts';

/** A line as it stood. */
export type LineBefore = OrderCodes & Pick<CompiledLine, 'drugId'>;

const FIELDS = ['drugUsage', 'drugInterval'] as const;

/**
 * A route or frequency that the site hid is for no new line, and for none that had another one; what stands on a line stays.
 * @param before lines that the prescription or package had, whatever their order
 * @throws AppError `prescription.code-hidden` naming line, drug and what the site calls the entry
 */
export async function assertOfferedLines(
  ctx: Pick<RequestContext<unknown>, 'optionalService' | 'language'>,
  lines: readonly (LineBefore & Pick<CompiledLine, 'drugName'>)[],
  entries: ReadonlyMap<string, CatalogueFacts>,
  before: readonly LineBefore[] = [],
): Promise<void> {
  for (const field of FIELDS) {
    const asked = lines.map((line) => {
      const code = chosenCodes(line, entries.get(line.drugId))[field];
      return before.some((one) => one.drugId === line.drugId && one[field] === code) ? '' : code;
    });
    const hidden = await hiddenCodes(ctx, field, new Set(asked.filter((code) => code !== '')));
    const at = asked.findIndex((code) => hidden.has(code));
    if (at < 0) continue;
    throw new AppError('prescription.code-hidden', {
      code: EnvelopeCode.Invalid,
      params: { line: at + 1, name: lines[at]?.drugName ?? '', entry: hidden.get(asked[at] ?? '') ?? '' },
      fields: [{ path: `prescriptionDetailList.${at}.${field}`, msg: '' }],
    });
  }
}
