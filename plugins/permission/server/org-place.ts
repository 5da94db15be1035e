import { sql } from '@nephra/plugin-sdk/server';
import { departmentTable } from './tables/department.table.ts';
import { orgTable } from './tables/org.table.ts';
import { type Ctx, refusedAt } from './permission-call.ts';

/** Where a department, a position or a person belongs: in an organisation, mostly in a department of it. */
export interface OrgPlace {
  readonly orgId: string;
  readonly departmentId: string | null;
}

async function visibleUnits(ctx: Ctx, id: string) {
  const department = await departmentTable.find(ctx, id);
  const org = await orgTable.find(ctx, department?.orgId ?? id);
  return org && { org, department };
}

/** The place that an id names, a department or an organisation; undefined when there is none visible. */
export async function visiblePlace(ctx: Ctx, id: string): Promise<OrgPlace | undefined> {
  const units = await visibleUnits(ctx, id);
  return units && { orgId: units.org.id, departmentId: units.department?.id ?? null };
}

/** One change at a time to what hangs in an organisation, and nobody deletes it meanwhile. */
export async function holdOrganisation(ctx: Ctx, orgId: string): Promise<void> {
  // rows: a lock of the organisation that a change hangs in; nothing of it is told
  await sql`select id from core.org where id = ${orgId} for no key update`.execute(ctx.db);
}

/**
 * The place that a record shall move to; held until the transaction ends.
 * @throws AppError at `field` when there is none visible, or it is disabled
 */
export async function placeAsked(ctx: Ctx, id: string, field: string): Promise<OrgPlace> {
  const found = await visiblePlace(ctx, id);
  if (!found) throw refusedAt(field, 'no-such-place');
  await holdOrganisation(ctx, found.orgId);
  const units = await visibleUnits(ctx, id);
  if (!units) throw refusedAt(field, 'no-such-place');
  const off = [units.org, units.department].find((unit) => unit?.enabled === false);
  if (off) throw refusedAt(field, 'place-disabled', { name: off.fullName });
  return { orgId: units.org.id, departmentId: units.department?.id ?? null };
}
