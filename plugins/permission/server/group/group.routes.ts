import { serveRecord } from '@nephra/plugin-sdk/server';
import { groupContract } from '../../contract/group.contract.ts';
import { assertMayGive } from '../access/giver.ts';
import { assertCodeFree, countPeople, membersSeen } from '../members/people-set.ts';
import { assertUnused, type PermissionDb } from '../permission-call.ts';
import { assertMayChangeGroup } from './group.repo.ts';
import { groupTable } from '../tables/group.table.ts';

/** Groups are of no organisation: only what the caller holds comes with them. */
const EVERYWHERE = { isGiver: false, orgIds: [] };

export const groupRoutes = serveRecord<PermissionDb>()(groupContract, groupTable, {
  async shown(ctx, rows) {
    const members = await membersSeen(
      ctx,
      'group',
      rows.map(({ id }) => id),
    );
    return rows.map(({ id }) => ({ memberCount: members.get(id) ?? 0 }));
  },
  async allow(ctx, _act, before) {
    if (before) await assertMayChangeGroup(ctx, before.id);
  },
  async check(ctx, { act, before, after, turnsOn }) {
    if (after && after.enCode !== before?.enCode) await assertCodeFree(ctx, 'group', after.enCode, before?.id);
    if (before && turnsOn('enabled')) await assertMayGive(ctx, 'group', [before.id], EVERYWHERE);
    if (before && act === 'remove') assertUnused(ctx, before.fullName, { person: (await countPeople(ctx, 'group', before.id)).all });
  },
});
