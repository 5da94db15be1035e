import { AppError, type DataCondition, type DataRights, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { dataRows, sql } from '@nephra/plugin-sdk/server';
import type { SchemePreview } from '../../contract/data-scheme.contract.ts';
import { membershipState } from '../../domain/membership.ts';
import { membershipsOf, workplaceOf } from '../access/memberships.query.ts';
import { userTable } from '../tables/user.table.ts';
import type { Ctx } from '../permission-call.ts';
import { checkedCondition } from './save-scheme.command.ts';
import { fieldsOf, requireMenu } from './scheme.repo.ts';
import { schemeTable } from './scheme.table.ts';

/** Schemes of a menu that are granted to a person, through whatever counts today. */
async function grantedSchemes(ctx: Ctx, menuCode: string, memberships: readonly { type: string; id: string }[]) {
  if (memberships.length === 0) return [];
  const through = memberships.map(({ type, id }) => sql<boolean>`(held.subject_type = ${type} and held.subject_id = ${id})`);
  // rows: what is granted to a person who came through the door
  return await schemeTable
    .select(ctx, 'scheme')
    .where('scheme.menuCode', '=', menuCode)
    .where('scheme.enabled', '=', true)
    .where(
      sql<boolean>`exists (select 1 from core.permission_grant as held
        where held.kind = 'resource' and held.item_code = scheme.id and (${sql.join(through, sql` or `)}))`,
    )
    .execute();
}

/** The person and everybody who reports to them, directly or further down. */
async function userAndBelow(ctx: Ctx, userId: string): Promise<string[]> {
  // rows: ids below a person, for a condition that counts rows; nobody is told who
  const { rows } = await sql<{ id: string }>`
    with recursive below as (
      select ${userId}::text as id
      union
      select person.id from core.user_account as person join below on person.manager_id = below.id where person.deleted_at is null
    ) select id from below`.execute(ctx.db);
  return rows.map((row) => row.id);
}

/** What a person sees of a menu's data today, and would see. @throws AppError `permission.scheme-no-counts` while the plugin with the rows is off */
export async function previewScheme(
  ctx: Ctx,
  moduleId: string,
  asked: { userId: string; conditionJson?: string; schemeId?: string; isDataAuthorize?: 0 | 1 },
): Promise<SchemePreview> {
  const menu = await requireMenu(ctx, moduleId);
  const fields = await fieldsOf(ctx, menu.enCode);
  const condition = asked.conditionJson === undefined ? undefined : checkedCondition(asked.conditionJson, fields);
  const person = await userTable.one(ctx, asked.userId);
  const counts = ctx.optionalService(dataRows(menu.enCode));
  if (!counts) throw new AppError('permission.scheme-no-counts', { code: EnvelopeCode.Unavailable, params: { menu: menu.fullName } });
  const workplace = await workplaceOf(ctx, person.orgId);
  const memberships = (await membershipsOf(ctx, person.id)).filter((one) => membershipState(one, workplace) === 'counts');
  const granted = await grantedSchemes(ctx, menu.enCode, memberships);
  const below = await userAndBelow(ctx, person.id);
  const base = { menu: menu.enCode, userId: person.id, orgId: person.orgId, orgIds: workplace.below };
  const rights = (authorized: boolean, conditions: readonly DataCondition[]): DataRights => ({
    ...base,
    scope: authorized && !person.isAdministrator ? { kind: 'schemes', conditions, userAndBelow: below } : { kind: 'organisation' },
  });
  const kept = granted.filter(({ id }) => id !== asked.schemeId).map((scheme) => scheme.condition);
  const before = await counts.count(
    rights(
      menu.authorized,
      granted.map((scheme) => scheme.condition),
    ),
  );
  const after = await counts.count(
    condition
      ? rights(asked.isDataAuthorize !== 0, [...kept, condition])
      : rights(
          asked.isDataAuthorize !== 0,
          granted.map((scheme) => scheme.condition),
        ),
  );
  return {
    userId: person.id,
    userName: `${person.realName}/${person.account}`,
    total: before.total,
    before: before.visible,
    after: after.visible,
    hidden: Math.max(0, before.visible - after.visible),
    shown: Math.max(0, after.visible - before.visible),
  };
}
