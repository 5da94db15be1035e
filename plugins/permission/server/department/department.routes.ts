import { type SqlBool, serveRecord, sql } from '@nephra/plugin-sdk/server';
import { departmentContract } from '../../contract/index.ts';
import { NAME_REFUSALS } from '../../domain/organize-rules.ts';
import { holdOrganisation, placeAsked } from '../org-place.ts';
import { assertAdministers, assertUnused, type PermissionDb, refusedAt } from '../permission-call.ts';
import { departmentTable } from '../tables/department.table.ts';
import { orgTable } from '../tables/org.table.ts';
import { leaderAsked, leaderNames, peopleByDepartment, usesOfDepartment } from './department.query.ts';

const RIGHTS = { create: 'add', edit: 'edit', state: 'edit', remove: 'delete' } as const;
/** What older clients write in place of a parent. */
const NOWHERE: readonly string[] = ['-1', '0'];

export const departmentRoutes = serveRecord<PermissionDb>()(departmentContract, departmentTable, {
  fields: {
    parentId: {
      read: ({ orgId, parentId }) => parentId ?? orgId,
      async write(ctx, id, { organizeId }) {
        const asked = NOWHERE.includes(id) && typeof organizeId === 'string' && organizeId !== '' ? organizeId : id;
        const { orgId, departmentId } = await placeAsked(ctx, asked, 'parentId');
        return { orgId, parentId: departmentId };
      },
      async narrow(ctx, id) {
        const { id: orgId } = await orgTable.one(ctx, id);
        return sql<SqlBool>`row."orgId" = ${orgId}`;
      },
    },
    managerId: { read: ({ managerId }) => managerId ?? '', write: async (ctx, id) => ({ managerId: await leaderAsked(ctx, id) }) },
  },
  async shown(ctx, rows) {
    const [leaders, people] = await Promise.all([
      leaderNames(
        ctx,
        rows.map(({ managerId }) => managerId),
      ),
      peopleByDepartment(
        ctx,
        rows.map(({ id }) => id),
      ),
    ]);
    return rows.map(({ id, orgId, managerId }) => {
      const manager = leaders.get(managerId ?? '') ?? '';
      return { organizeId: orgId, manager, ...(manager === '' && { managerId: '' }), userCount: people.get(id) ?? 0 };
    });
  },
  async allow(ctx, act, before) {
    if (before) await assertAdministers(ctx, RIGHTS[act], before.orgId);
  },
  async check(ctx, { before, after, sent }) {
    if (before && after && after.orgId !== before.orgId) throw refusedAt('parentId', 'department-other-organize', { name: before.fullName });
    // Older clients send back the organisation, too: one that was changed is not passed over.
    if (after && sent.organizeId && sent.organizeId !== after.orgId) throw refusedAt('organizeId', 'department-place-differs');
    if (after && !before) await assertAdministers(ctx, 'add', after.orgId);
    if (!before || after) return;
    // Nothing comes to hang on it meanwhile.
    await holdOrganisation(ctx, before.orgId);
    assertUnused(ctx, before.fullName, await usesOfDepartment(ctx, before.id));
  },
  refused(field, complaint, before) {
    if (complaint === 'ownBranch') return refusedAt(field, 'department-loop', { name: before?.fullName ?? '' });
    const key = NAME_REFUSALS[`${field} ${complaint}`];
    return key === undefined ? undefined : refusedAt(field, key);
  },
});
