import { implement, matchesKeyword, selectPage, sql } from '@nephra/plugin-sdk/server';
import { membersContract } from '../../contract/members.contract.ts';
import { departmentTable } from '../tables/department.table.ts';
import { orgTable } from '../tables/org.table.ts';
import { type PermissionDb, sees } from '../permission-call.ts';
import { flagOf } from '../../contract/wire-parts.ts';
import { changeMembersOf, replaceMembersOf } from './change-members.command.ts';
import { orgsOfGiving } from './giving-places.query.ts';
import { assertMayMember, requireMemberObject } from './member-object.ts';
import { userTable } from '../tables/user.table.ts';
import { isMember, membersOf } from './members.repo.ts';

export const membersRoutes = implement<PermissionDb>()(membersContract, {
  async ids({ params }, ctx) {
    const object = await requireMemberObject(ctx, params.objectId);
    assertMayMember(ctx, object);
    const members = await membersOf(ctx, object);
    return { ids: members.filter((member) => member.visible).map((member) => member.id) };
  },

  replace: ({ params, body }, ctx) => replaceMembersOf(ctx, params.objectId, body.objectType, body.userIds),

  async people({ params, query }, ctx) {
    const object = await requireMemberObject(ctx, params.objectId);
    assertMayMember(ctx, object);
    const joined = isMember(object);
    // Somebody seen may work elsewhere too; where, is for those who see that organisation.
    let rows = userTable
      .select(ctx, 'person')
      .leftJoin(orgTable.as(ctx, 'org'), 'org.id', 'person.orgId')
      .leftJoin(departmentTable.as(ctx, 'department'), 'department.id', 'person.departmentId')
      .select(['org.fullName as organize', 'department.fullName as department'])
      .select(joined.as('joined'));
    const giveableAt = await orgsOfGiving(ctx, object);
    if (query.joined === false && giveableAt !== undefined) {
      // rows: where people work, for a condition over people who came through their door
      rows = rows.where(
        sql<boolean>`not exists (select 1 from core.user_org as link where link.user_id = person.id and not (link.org_id = any(${giveableAt})))`,
      );
      rows = rows.where('person.orgId', '=', sql<string>`any(${giveableAt})`);
    }
    if (query.joined !== undefined) rows = rows.where(query.joined ? joined : sql<boolean>`not ${joined}`);
    if (query.organizeId) rows = rows.where('person.orgId', '=', sees(ctx, query.organizeId) ? query.organizeId : '');
    const found = matchesKeyword('person.searchGrams', query.keyword);
    if (found) rows = rows.where(found);
    const page = await selectPage(rows, {
      db: ctx.db,
      request: query,
      sorts: { realName: 'person.realName', account: 'person.account' },
      byDefault: ['person.realName', 'asc'],
      tieBreaker: 'person.id',
    });
    const members = await membersOf(ctx, object);
    return {
      ...page,
      list: page.list.map((row) => ({
        id: row.id,
        account: row.account,
        realName: row.realName,
        organize: row.organize ?? '',
        department: row.department ?? '',
        enabledMark: flagOf(row.enabled),
        joined: row.joined === true,
      })),
      objectName: object.name,
      mayAdd: giveableAt === undefined || giveableAt.length > 0,
      beyond: members.filter((member) => !member.visible).length,
    };
  },

  change: ({ params, body }, ctx) => changeMembersOf(ctx, params.objectId, body.objectType, body),
});
