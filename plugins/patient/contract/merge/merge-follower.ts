import { defineExtension, type OrgId } from '@nephra/plugin-sdk/contract';

/** Two files that become one, or were one. */
export interface FileMerge {
  readonly orgId: OrgId;
  /** The file that goes, and the one that is left. */
  readonly from: string;
  readonly into: string;
  readonly by: { readonly userId: string; readonly userName: string };
}

/** Why it cannot be done now: `patient.merge-<obstacle>` is the sentence. */
export type MergeObstacle = 'running' | 'outcome';

/**
 * Records that move with a merge, because rules count them by patient: a person has one plan, and never two treatments at once. Records that only lie under a patient stay
 * where they are and are found by `idsOfPerson`. Everything works inside the transaction of the merge; those with a lower `order` go first, and take back last.
 */
export interface MergeFollower {
  /** Unique, small letters: `dialysisSession`. */
  readonly name: string;
  readonly order: number;
  /** Records of these files, for the preview; counted by kind, words of which are `merge.kind.<name>`. */
  count(patientIds: readonly string[], orgId: OrgId): Promise<number>;
  /** Asked before, and again under the locks of the merge. */
  obstacle(merge: FileMerge): Promise<MergeObstacle | undefined>;
  /** Moves what is to move. @returns what `undo` needs, as JSON; changes no `updatedAt`, so that the move itself does not count as a write */
  follow(merge: FileMerge): Promise<unknown>;
  /** @param followed what `follow` answered */
  undo(merge: FileMerge, followed: unknown): Promise<void>;
  /** Milliseconds of the newest write about these files, whoever may see it; null: none. A merge is taken back only while nothing new was written. */
  lastWrittenAt(patientIds: readonly string[], orgId: OrgId): Promise<number | null>;
}
export const mergeFollowers = defineExtension<MergeFollower>('patient.merge-follower@1', {
  name: 'text',
  order: 'number',
  count: 'function',
  obstacle: 'function',
  follow: 'function',
  undo: 'function',
  lastWrittenAt: 'function',
});
