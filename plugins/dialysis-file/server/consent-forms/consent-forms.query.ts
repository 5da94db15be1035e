import type { OrgId } from '@nephra/plugin-sdk/contract';
import type { WholeFile } from '../../contract/file.schema.ts';
import { consentFormTable } from '../tables/consent-form.table.ts';
import type { Ctx } from '../tables/tables.ts';

/** Versions that a facility keeps; more than this nobody reads through. */
const MAX_FORMS = 500;

/** Texts of consents of a facility, the newest first. */
export async function consentFormsOf(ctx: Ctx, orgId: OrgId): Promise<WholeFile['consentForms']> {
  const rows = await consentFormTable
    .select(ctx, 'f')
    .where('f.orgId', '=', orgId)
    .orderBy('f.fromDay', 'desc')
    .orderBy('f.versionNo', 'desc')
    .limit(MAX_FORMS)
    .execute();
  return rows.map(({ kind, versionNo, fromDay, toDay }) => ({ kind, versionNo, from: fromDay, to: toDay }));
}
