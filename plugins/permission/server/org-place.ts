import { sql } from '@nephra/plugin-sdk/server';
import { type Ctx, refusedAt, sees } from './permission-call.ts';

/** Where a department, a position or a person belongs: in an organisation, mostly in a department of it. */
export interface OrgPlace {
  readonly orgId: string;
  readonly departmentId: string | null;
}

/** The place that an id names, a department or an organisation; undefined when there is none in sight. */
export async function visiblePlace(ctx: Ctx, id: string): Promise<OrgPlace | undefined> {
  const department = await ctx.db
    .selectFrom('core.department')
    .select(['id', 'org_id'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const orgId = department?.org_id ?? id;
  if (!sees(ctx, orgId)) return undefined;
  const org = await ctx.db.selectFrom('core.org').select('id').where('id', '=', orgId).where('deleted_at', 'is', null).executeTakeFirst();
  return org && { orgId, departmentId: department?.id ?? null };
}

/** One change at a time to what hangs in an organisation, and nobody deletes it meanwhile. */
export async function holdOrganisation(ctx: Ctx, orgId: string): Promise<void> {
  await sql`select id from core.org where id = ${orgId} for no key update`.execute(ctx.db);
}

/**
 * The place that a record shall move to; held until the transaction ends.
 * @throws AppError at `field` when there is none in sight, or it is disabled
 */
export async function placeAsked(ctx: Ctx, id: string, field: string): Promise<OrgPlace> {
  const found = await visiblePlace(ctx, id);
  if (!found) throw refusedAt(field, 'no-such-place');
  await holdOrganisation(ctx, found.orgId);
  const place = await visiblePlace(ctx, id);
  if (!place) throw refusedAt(field, 'no-such-place');
  const org = ctx.db.selectFrom('core.org').select('full_name').where('id', '=', place.orgId).where('enabled', '=', false);
  const department = ctx.db.selectFrom('core.department').select('full_name').where('id', '=', place.departmentId).where('enabled', '=', false);
  const off = (await org.executeTakeFirst()) ?? (await department.executeTakeFirst());
  if (off) throw refusedAt(field, 'place-disabled', { name: off.full_name });
  return place;
}
