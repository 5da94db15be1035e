import { AppError, EnvelopeCode, type OrgId } from '@nephra/plugin-sdk/contract';
import { organizationNames, staffSync, type SyncedPerson } from '@nephra/plugin-sdk/server';
import { kindOf, MAX_SYNC_KEY, MAX_SYNC_NAME, type SyncAct, type SyncDirection, type SyncSource } from '../../contract/sync/sync-limits.ts';
import { planPush } from '../../domain/sync/plan-push.ts';
import { planSync, prefixOf } from '../../domain/sync/plan-sync.ts';
import { syncItemTable, syncRunTable } from '../tables/sync.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { readDingDirectory } from '../ding/read-ding-directory.ts';
import { dingUserIds } from '../ding/ding-members.ts';
import { departmentLinks } from '../push/department-links.ts';
import { openBook } from '../push/open-book.ts';
import { readDirectory } from './read-directory.ts';

const ROWS_AT_ONCE = 500;

/** Everybody here, with the member of that directory that they are. */
async function peopleFor(ctx: Ctx, source: SyncSource): Promise<readonly SyncedPerson[]> {
  const people = await ctx.service(staffSync).people();
  if (source === 'wecom') return people;
  const members = await dingUserIds(ctx);
  return people.map((one) => ({ ...one, workUserId: members.get(one.id) ?? '' }));
}

/** POST Actions/Preview: compares and writes down what would be done; nobody and nothing is changed. */
export async function previewSync(ctx: Ctx, organizeId: string, source: SyncSource, direction: SyncDirection): Promise<{ id: string }> {
  const orgName = (await ctx.service(organizationNames).of([organizeId as OrgId])).get(organizeId as OrgId);
  if (orgName === undefined) throw new AppError('wechat.sync-no-organisation', { code: EnvelopeCode.NotFound, fields: [{ path: 'organizeId', msg: '' }] });
  // What a run is changing at this moment would be out of date before anybody reads it.
  const atWork = await syncRunTable
    .everywhere(ctx, 'whether a run is at work', 'run')
    .where('run.state', 'in', ['waiting', 'running', 'undo-waiting', 'undoing'])
    .executeTakeFirst();
  if (atWork) throw new AppError('wechat.sync-running', { code: EnvelopeCode.Conflict });
  // What cannot be written there need not be compared.
  if (direction === 'out') await openBook(ctx, source);
  const { departments, members } = await (source === 'ding' ? readDingDirectory(ctx) : readDirectory(ctx));
  const staff = ctx.service(staffSync);
  const hereDepartments = await staff.departments(organizeId);
  const herePeople = await peopleFor(ctx, source);
  const both = { orgId: organizeId, departments, members, hereDepartments, herePeople };
  const items =
    direction === 'out'
      ? planPush({ ...both, source, links: await departmentLinks(ctx, source) })
      : planSync({ ...both, prefix: prefixOf(source), byMobile: source === 'ding' });
  const placeBefore = new Map(herePeople.map(({ id, departmentId }) => [String(id), departmentId]));
  const parentBefore = new Map(hereDepartments.map(({ id, parentId }) => [id, parentId]));
  const countOf = (act: SyncAct): number => items.filter((one) => one.act === act).length;
  const id = ctx.newId();
  await ctx.transaction(async () => {
    // rows: previews that nobody agreed to; their lines go with them
    await ctx.db.deleteFrom('wechat.sync_run').where('state', '=', 'preview').execute();
    const now = ctx.clock.now();
    await syncRunTable.insertAll(ctx, [
      {
        ...{ id, kind: kindOf(source, direction), targetId: organizeId, targetName: orgName.slice(0, 100), state: 'preview' },
        ...{ creatorId: ctx.user.userId, creatorUser: ctx.user.userName.slice(0, 100) },
        ...{ adds: countOf('add'), changes: countOf('change'), disables: countOf('disable'), conflicts: countOf('conflict') },
        ...{ total: 0, done: 0, refused: 0, createdAt: now, endedAt: null, leaseOwner: '', leaseUntil: ctx.clock.steady() },
      },
    ]);
    const rows = items.map(({ subject, act, key, name, localId, before, after, conflict }, at) => ({
      ...{ runId: id, lineNo: at + 1, subject, act, itemKey: key.slice(0, MAX_SYNC_KEY), name: name.slice(0, MAX_SYNC_NAME), localId },
      facts: { before, after, placeBefore: (subject === 'person' ? placeBefore : parentBefore).get(localId) ?? null },
      ...{ state: 'planned' as const, reason: conflict },
    }));
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) await syncItemTable.insertAll(ctx, rows.slice(from, from + ROWS_AT_ONCE));
  });
  ctx.audit({
    subject: 'wechat-sync',
    subjectId: id,
    after: { source, direction, organizeId, departments: departments.length, members: members.length, items: items.length },
  });
  return { id };
}
