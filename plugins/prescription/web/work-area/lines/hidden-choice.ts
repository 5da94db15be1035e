import type { Offered } from '@nephra/plugin-sdk/widgets';
import type { OrderCodes } from '../../../../catalogue/contract/index.ts';
import type { DraftLine } from '../../../domain/preview.ts';

const FIELDS = ['drugUsage', 'drugInterval'] as const;
export type HiddenField = (typeof FIELDS)[number];

/**
 * What the server will refuse of a line, said before it is asked: a route or frequency that the site hid is for no new line of a drug, whether it came with the drug,
 * with a package or by hand. On a line that had it, it stays.
 * @param before lines as the server has them
 */
export function hiddenChoice(
  line: Pick<DraftLine, 'kind' | 'drugId' | HiddenField>,
  before: readonly (OrderCodes & Pick<DraftLine, 'drugId'>)[],
  offered: Offered,
): HiddenField | undefined {
  if (line.kind !== 'drug') return undefined;
  return FIELDS.find((field) => {
    const code = line[field];
    const stood = before.some((one) => one.drugId === line.drugId && one[field] === code);
    return code !== '' && !stood && offered(field, [code]).length === 0;
  });
}
