import type { OrgId } from '@nephra/plugin-sdk/contract';
import { serveRecord } from '@nephra/plugin-sdk/server';
import { positionContract } from '../../contract/index.ts';
import { assertMayGive, hasItself } from '../access/giver.ts';
import { placeAsked } from '../org-place.ts';
import { assertAdministers, type PermissionDb } from '../permission-call.ts';
import { placePaths, placesOfTexts } from '../places-named.ts';
import { namesOf } from '../user/place-names.ts';
import { visibleUsers } from '../access/user-scope.ts';
import { assertNobodyHolds, holdersOf } from './holders.query.ts';
import { allPositions, isBelow } from './position.query.ts';
import { positionTable } from '../tables/position.table.ts';

/** Places that the template of an import offers. */
const MAX_CHOICES = 5_000;

const RIGHTS = { create: 'add', edit: 'edit', state: 'edit', remove: 'delete' } as const;

export const positionRoutes = serveRecord<PermissionDb>()(positionContract, positionTable, {
  fields: {
    organizeId: {
      read: ({ orgId, departmentId }) => departmentId ?? orgId,
      write: async (ctx, id) => await placeAsked(ctx, id, 'organizeId'),
      narrow: isBelow,
      text: async (ctx, rows) => {
        const names = await namesOf(ctx, rows);
        return rows.map((row) => names.text(row));
      },
      parse: async (ctx, texts) =>
        (await placesOfTexts(ctx, texts)).map((place) => place && { value: place.departmentId ?? place.orgId, columns: { orgId: place.orgId as OrgId } }),
      choices: (ctx) => placePaths(ctx, MAX_CHOICES),
    },
  },
  async shown(ctx, rows) {
    const ids = rows.map(({ id }) => id);
    const [names, people] = await Promise.all([namesOf(ctx, rows), holdersOf(ctx, ids, visibleUsers(ctx))]);
    return rows.map((row) => ({ companyId: row.orgId, department: names.text(row), userCount: people.get(row.id) ?? 0 }));
  },
  async allow(ctx, act, before) {
    if (before) await assertAdministers(ctx, RIGHTS[act], before.orgId);
  },
  async check(ctx, { before, after, turnsOn }) {
    if (after && after.orgId !== before?.orgId) await assertAdministers(ctx, 'add', after.orgId);
    // Into another organisation it moves only while nobody holds it: people would keep it where they do not work.
    if (before && after?.orgId !== before.orgId) await assertNobodyHolds(ctx, before);
    // Back into use only by somebody who holds all that it grants.
    if (before && after && turnsOn('enabled'))
      await assertMayGive(ctx, 'position', [before.id], { isGiver: await hasItself(ctx, 'position', before.id), orgIds: [after.orgId] });
  },
  messages: { disabled: 'position.disabled' },
  more: { all: async (_input, ctx) => ({ list: await allPositions(ctx) }) },
});
