import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { hiddenCode, type RequestContext } from '@nephra/plugin-sdk/server';
import type { OrderCodes } from '../../contract/lines/order-choices.ts';

const DICTIONARIES = ['drugUsage', 'drugInterval'] as const;

/**
 * A route or frequency that the site hid is for no new entry or line, and for none that had another.
 * @param before what stood there, of a package that of all its lines
 * @param paths fields at which it is told
 * @throws AppError `catalogue.code-hidden`
 */
export async function assertOfferedCodes(
  ctx: Pick<RequestContext<unknown>, 'optionalService' | 'language'>,
  before: readonly OrderCodes[],
  after: OrderCodes,
  paths: Readonly<Record<keyof OrderCodes, string>>,
): Promise<void> {
  for (const field of DICTIONARIES) {
    const code = after[field];
    const kept = before.some((one) => one[field] === code) ? code : '';
    const name = await hiddenCode(ctx, field, code, kept);
    if (name !== undefined)
      throw new AppError('catalogue.code-hidden', { code: EnvelopeCode.Invalid, params: { name }, fields: [{ path: paths[field], msg: '' }] });
  }
}
