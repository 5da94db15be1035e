import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { assertVersion, dataRights } from '@nephra/plugin-sdk/server';
import { billingRecords, type MergePreview, type MergeRecord, type PatientRecords, prescriptionRecords } from '../../contract/index.ts';
import { changesBetween } from '../../domain/file/file-content.ts';
import { shownValue } from '../../domain/file/masked-change.ts';
import { type MergeParty, mergedContent, mergeFields, mergeObstacle } from '../../domain/file/merge-files.ts';
import { contentOf } from '../files/file-content.ts';
import { FileWriteRepo } from '../files/file-write.repo.ts';
import { assertFollowable, countFollowed, followedSince, followersOf, followObstacle } from './merge-followers.ts';
import { MergeRepo } from './merge.repo.ts';
import { type MergeStored, mergeTable } from './merge.table.ts';
import { assertNotMerged, type Ctx, demand, NAMELESS, repoOf } from '../files/patient-call.ts';
import { presentRow } from '../files/patient.present.ts';
import type { PatientStored } from '../files/patient.table.ts';
import { noteChange, type SavedFile } from '../files/save-file.command.ts';
import { shownFields, shownRow } from '../files/shown-columns.ts';

const partyOf = (row: PatientStored): MergeParty => ({
  id: row.id,
  orgId: row.orgId,
  enabled: row.enabled,
  mergedInto: row.mergedInto,
  content: contentOf(row),
});

/** Whoever keeps records about persons, by the kind that people see. */
const keepers = (ctx: Ctx): [kind: string, PatientRecords][] => {
  const known: [string, PatientRecords | undefined][] = [
    ['prescription', ctx.optionalService(prescriptionRecords)],
    ['bill', ctx.optionalService(billingRecords)],
  ];
  return known.flatMap(([kind, keeper]) => (keeper ? [[kind, keeper] as [string, PatientRecords]] : []));
};

const rightsOn = (ctx: Ctx) => (menu: string) => dataRights(ctx, menu);

/** What would become of both files. Numbers of identity are masked. */
export async function previewMerge(ctx: Ctx, id: string, from: string): Promise<MergePreview> {
  const left = await demand(ctx, id);
  const going = await demand(ctx, from);
  const [one, other] = [partyOf(left), partyOf(going)];
  const goingIds = await repoOf(ctx).idsOfPerson(from, [going.orgId]);
  const records = [];
  for (const [kind, keeper] of keepers(ctx)) records.push({ kind, count: (await keeper.summary(goingIds, rightsOn(ctx))).count });
  records.push(...(await countFollowed(ctx, goingIds, going.orgId)));
  const today = ctx.clock.today();
  return {
    left: shownRow(ctx)(presentRow(left, today)),
    going: shownRow(ctx)(presentRow(going, today)),
    fields: shownFields(ctx, mergeFields(one.content, other.content)).map(({ field, ...sides }) => ({
      field,
      left: shownValue(field, sides.left),
      going: shownValue(field, sides.going),
      result: shownValue(field, sides.result),
    })),
    records,
    obstacle: mergeObstacle(one, other) ?? (await followObstacle(ctx, { orgId: left.orgId, from, into: id, by: ctx.user })) ?? '',
  };
}

/** Merges `from` into `id`. Records of the file that goes stay where they are; lists find them through `idsOfPerson`. */
export async function mergeFiles(ctx: Ctx, id: string, body: { from: string; version: number; fromVersion: number; reason: string }): Promise<SavedFile> {
  const asked = await demand(ctx, id);
  const writes = new FileWriteRepo(ctx);
  await writes.lockFacility(asked.orgId);
  const going = await demand(ctx, body.from);
  const left = await demand(ctx, id);
  await assertNotMerged(ctx, left);
  await assertNotMerged(ctx, going);
  assertVersion(left.version, body.version, 'patient.stale', { name: left.patientName });
  assertVersion(going.version, body.fromVersion, 'patient.stale', { name: going.patientName });
  const [one, other] = [partyOf(left), partyOf(going)];
  const obstacle = mergeObstacle(one, other);
  if (obstacle) throw new AppError(obstacle, { params: { name: left.patientName, code: left.outpatientCode } });
  const merge = { orgId: left.orgId, from: going.id, into: left.id, by: ctx.user };
  await assertFollowable(ctx, merge, { name: left.patientName, code: left.outpatientCode });
  const merges = new MergeRepo(ctx.db);
  const now = ctx.clock.now();
  const content = mergedContent(one.content, other.content);
  const carried = await merges.carriedBy(going.id);
  await writes.update(left, { content });
  await writes.update(going, { mergedInto: left.id });
  await merges.repoint(carried, left.id);
  const followed: Record<string, unknown> = {};
  for (const follower of followersOf(ctx)) followed[follower.name] = await follower.follow(merge);
  // Those who follow may write what follows from theirs into the file that is left.
  const { version } = await demand(ctx, left.id);
  await mergeTable.insert(ctx, {
    orgId: left.orgId,
    fromId: going.id,
    intoId: left.id,
    mergedAt: now,
    userId: ctx.user.userId,
    userName: ctx.user.userName,
    reason: body.reason,
    fromBefore: other.content,
    intoBefore: one.content,
    intoVersion: version,
    carried,
    followed,
    undoneAt: null,
    undoneBy: '',
  });
  const { reason } = body;
  await noteChange(ctx, { patientId: going.id, orgId: left.orgId, act: 'merged', reason, otherId: left.id, fields: [] });
  await noteChange(ctx, {
    patientId: left.id,
    orgId: left.orgId,
    act: 'absorbed',
    reason,
    otherId: going.id,
    fields: changesBetween(one.content, content),
  });
  ctx.message('patient.merged', { name: left.patientName, code: left.outpatientCode });
  return { patientId: left.id, outpatientCode: left.outpatientCode, version };
}

/** True while neither the file that is left nor anything recorded for the person changed after the merge. */
async function isUntouched(ctx: Ctx, merge: MergeStored, left: PatientStored): Promise<boolean> {
  if (merge.undoneAt !== null || left.mergedInto !== null || left.version !== merge.intoVersion) return false;
  const ids = await repoOf(ctx).idsOfPerson(left.id, [left.orgId]);
  for (const [, keeper] of keepers(ctx)) {
    const { lastWrittenAt } = await keeper.summary(ids, rightsOn(ctx));
    if (lastWrittenAt !== null && lastWrittenAt >= merge.mergedAt.getTime()) return false;
  }
  return !(await followedSince(ctx, ids, left.orgId, merge.mergedAt));
}

/** Merges of one file that are listed, the newest. */
const MAX_MERGES = 200;

/** One of the two files as it was then; one that is hidden by now has neither name nor number. */
const sideOf = (id: string, before: MergeStored['fromBefore'], seen: ReadonlySet<string>) =>
  seen.has(id) ? { id, name: before.patientName, code: before.outpatientCode } : { id: '', name: NAMELESS, code: NAMELESS };

export async function mergesOf(ctx: Ctx, id: string): Promise<{ list: MergeRecord[] }> {
  await demand(ctx, id);
  const merges = await mergeTable
    .select(ctx, 'm')
    .where(({ eb, or }) => or([eb('m.intoId', '=', id), eb('m.fromId', '=', id)]))
    .orderBy('m.mergedAt', 'desc')
    .orderBy('m.id', 'desc')
    .limit(MAX_MERGES)
    .execute();
  const ids = [...new Set(merges.flatMap((merge) => [merge.fromId, merge.intoId]))];
  const files = await repoOf(ctx).findMany(ids, ctx.user.orgIds);
  const seen = new Set(await repoOf(ctx).visibleIds(ctx.user.orgIds, ids));
  const byId = new Map(files.map((file) => [file.id, file]));
  const list: MergeRecord[] = [];
  for (const merge of merges) {
    const into = byId.get(merge.intoId);
    const [from, left] = [sideOf(merge.fromId, merge.fromBefore, seen), sideOf(merge.intoId, merge.intoBefore, seen)];
    list.push({
      id: merge.id,
      from: from.id,
      fromName: from.name,
      fromOutpatientCode: from.code,
      into: left.id,
      intoName: into?.patientName ?? left.name,
      intoOutpatientCode: into?.outpatientCode ?? left.code,
      mergedAt: merge.mergedAt.getTime(),
      userName: merge.userName,
      reason: merge.reason,
      undoneAt: merge.undoneAt?.getTime() ?? null,
      undoneBy: merge.undoneBy,
      canUndo: into !== undefined && (await isUntouched(ctx, merge, into)),
    });
  }
  return { list };
}

/** Takes a merge back: both files become what they were. Refused as soon as something was written, for nobody could say whose it is. */
export async function separateFiles(ctx: Ctx, mergeId: string, reason: string): Promise<SavedFile> {
  const merges = new MergeRepo(ctx.db);
  const merge = await mergeTable.find(ctx, mergeId);
  if (!merge) throw new AppError('patient.merge-not-found', { code: EnvelopeCode.NotFound });
  const writes = new FileWriteRepo(ctx);
  await writes.lockFacility(merge.orgId);
  const left = await demand(ctx, merge.intoId);
  const gone = await demand(ctx, merge.fromId);
  if (merge.undoneAt !== null) throw new AppError('patient.separate-done', { code: EnvelopeCode.Conflict });
  if (!(await isUntouched(ctx, merge, left))) throw new AppError('patient.separate-late', { params: { name: left.patientName, code: left.outpatientCode } });
  await merges.markUndone(merge.id, ctx.clock.now(), ctx.user.userName);
  const before = contentOf(left);
  await writes.update(left, { content: merge.intoBefore });
  await writes.update(gone, { mergedInto: null });
  await merges.repoint(merge.carried, gone.id);
  const files = { orgId: merge.orgId, from: gone.id, into: left.id, by: ctx.user };
  for (const follower of followersOf(ctx).toReversed()) if (follower.name in merge.followed) await follower.undo(files, merge.followed[follower.name]);
  const { version } = await demand(ctx, left.id);
  const fields = changesBetween(before, merge.intoBefore);
  await noteChange(ctx, { patientId: gone.id, orgId: left.orgId, act: 'separated', reason, otherId: left.id, fields: [] });
  await noteChange(ctx, { patientId: left.id, orgId: left.orgId, act: 'separated', reason, otherId: gone.id, fields });
  ctx.message('patient.separated', { name: gone.patientName, code: gone.outpatientCode });
  return { patientId: left.id, outpatientCode: left.outpatientCode, version };
}
