import { AppError, EnvelopeCode, type OrgId } from '@nephra/plugin-sdk/contract';
import type { FileMerge, MergeFollower } from '../../contract/index.ts';
import { mergeFollowers } from '../../contract/index.ts';
import type { Ctx } from '../files/patient-call.ts';

/** Whoever moves records with a merge, in the order in which they do. */
export const followersOf = (ctx: Ctx): readonly MergeFollower[] =>
  ctx
    .extensions(mergeFollowers)
    .map(({ value }) => value)
    .toSorted((a, b) => a.order - b.order || a.name.localeCompare(b.name));

/** What moves, by the kind that people see. */
export async function countFollowed(ctx: Ctx, patientIds: readonly string[], orgId: OrgId): Promise<{ kind: string; count: number }[]> {
  const counted: { kind: string; count: number }[] = [];
  for (const follower of followersOf(ctx)) counted.push({ kind: follower.name, count: await follower.count(patientIds, orgId) });
  return counted;
}

/** Key of the sentence that says why records cannot follow; undefined: they can. */
export async function followObstacle(ctx: Ctx, merge: FileMerge): Promise<string | undefined> {
  for (const follower of followersOf(ctx)) {
    const obstacle = await follower.obstacle(merge);
    if (obstacle) return `patient.merge-${obstacle}`;
  }
  return undefined;
}

/** @throws AppError `patient.merge-…` (409) */
export async function assertFollowable(ctx: Ctx, merge: FileMerge, params: { readonly name: string; readonly code: string }): Promise<void> {
  const obstacle = await followObstacle(ctx, merge);
  if (obstacle) throw new AppError(obstacle, { code: EnvelopeCode.Conflict, params });
}

/** Whether something was written that followed, since a moment. */
export async function followedSince(ctx: Ctx, patientIds: readonly string[], orgId: OrgId, since: Date): Promise<boolean> {
  for (const follower of followersOf(ctx)) {
    const last = await follower.lastWrittenAt(patientIds, orgId);
    if (last !== null && last >= since.getTime()) return true;
  }
  return false;
}
