import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import type { CatalogueKind } from '../../contract/catalogue.schema.ts';
import type { CatalogueDb } from '../tables.ts';

const CODES: Readonly<Record<CatalogueKind, string>> = { drug: 'btn_drug', material: 'btn_material', item: 'btn_item' };

/**
 * Each list has keepers of its own: whoever may change prices or entries may do so only in the lists that are his.
 * @throws AppError `catalogue.kind-forbidden` (403)
 */
export function assertKeeps(ctx: RequestContext<CatalogueDb>, kinds: Iterable<CatalogueKind>): void {
  for (const kind of new Set(kinds)) {
    if (!ctx.can(`his.catalogue:${CODES[kind]}`)) throw new AppError(`catalogue.keeps-not-${kind}`, { code: EnvelopeCode.Forbidden });
  }
}
