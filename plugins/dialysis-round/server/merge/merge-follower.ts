import type { FileMerge, MergeFollower } from '../../../patient/contract/index.ts';
import { movingLabs } from '../../domain/merged-labs.ts';
import { type LabStored, labTable } from '../tables/lab.table.ts';
import { noteTable } from '../tables/note.table.ts';
import { proposalTable } from '../tables/proposal.table.ts';
import type { WorkCtx } from '../tables/tables.ts';

const PARTS = ['note', 'proposal', 'lab'] as const;
/** Ids of rows that moved. */
type Moved = Readonly<Record<(typeof PARTS)[number], readonly string[]>>;
type Facility = Pick<FileMerge, 'orgId'>;

const notesOf = (ctx: WorkCtx, patientIds: readonly string[], { orgId }: Facility) =>
  noteTable
    .everywhere(ctx, 'of two files that the patient plugin merges behind its own door, in their facility', 'n')
    .where('n.patientId', 'in', [...patientIds])
    .where('n.orgId', '=', orgId);
const proposalsOf = (ctx: WorkCtx, patientIds: readonly string[], { orgId }: Facility) =>
  proposalTable
    .everywhere(ctx, 'of two files that the patient plugin merges behind its own door, in their facility', 'p')
    .where('p.patientId', 'in', [...patientIds])
    .where('p.orgId', '=', orgId);
const labsOf = (ctx: WorkCtx, patientIds: readonly string[], { orgId }: Facility) =>
  labTable
    .everywhere(ctx, 'of two files that the patient plugin merges behind its own door, in their facility', 'l')
    .where('l.patientId', 'in', [...patientIds])
    .where('l.orgId', '=', orgId);

const mergingOf = ({ id, test, onDay, withdrawnReason }: LabStored) => ({ id, test, onDay, withdrawn: withdrawnReason !== '' });

/** Rows of one patient become those of another; `updated_at` stays, for nobody wrote in them. */
async function repoint(ctx: WorkCtx, moved: Partial<Moved>, from: string, into: string): Promise<void> {
  for (const part of PARTS) {
    const ids = moved[part] ?? [];
    if (ids.length === 0) continue;
    // Notes, proposals and values of the two files that are merged, or were.
    await ctx.db
      .updateTable(`dialysis_round.${part}`)
      .set({ patient_id: into })
      .where('id', 'in', [...ids])
      .where('patient_id', '=', from)
      .execute();
  }
}

/**
 * What waits for a doctor, round notes and laboratory values move with a merge of patient files: the worklist asks by patient, and what was proposed, told or
 * measured under the file that goes is not to be lost from it. Of a test and a day one value counts (`domain/merged-labs.ts`).
 */
export const roundMerges = (ctx: WorkCtx): MergeFollower => ({
  name: 'dialysisRound',
  // After treatments, which notes and values name.
  order: 40,
  async count(patientIds, orgId) {
    if (patientIds.length === 0) return 0;
    const notes = await notesOf(ctx, patientIds, { orgId }).clearSelect().select('n.id').execute();
    const proposals = await proposalsOf(ctx, patientIds, { orgId }).clearSelect().select('p.id').execute();
    const labs = await labsOf(ctx, patientIds, { orgId }).clearSelect().select('l.id').execute();
    return notes.length + proposals.length + labs.length;
  },
  // Nothing of a round stands against a merge.
  obstacle: async () => undefined,
  async follow(merge): Promise<Moved> {
    // Locked, so that a signature that is under way is written before its row moves.
    const proposals = await proposalsOf(ctx, [merge.from], merge).orderBy('p.id').forUpdate().execute();
    const notes = await notesOf(ctx, [merge.from], merge).orderBy('n.id').forUpdate().execute();
    const labs = await labsOf(ctx, [merge.from, merge.into], merge).orderBy('l.id').forUpdate().execute();
    const labsUnder = (id: string) => labs.filter(({ patientId }) => patientId === id).map(mergingOf);
    const moved: Moved = {
      note: notes.map(({ id }) => id),
      proposal: proposals.map(({ id }) => id),
      lab: movingLabs(labsUnder(merge.from), labsUnder(merge.into)),
    };
    await repoint(ctx, moved, merge.from, merge.into);
    return moved;
  },
  undo: (merge, followed) => repoint(ctx, followed as Partial<Moved>, merge.into, merge.from),
  async lastWrittenAt(patientIds, orgId) {
    if (patientIds.length === 0) return null;
    const newest = [
      await notesOf(ctx, patientIds, { orgId }).clearSelect().select('n.updatedAt').orderBy('n.updatedAt', 'desc').limit(1).executeTakeFirst(),
      await proposalsOf(ctx, patientIds, { orgId }).clearSelect().select('p.updatedAt').orderBy('p.updatedAt', 'desc').limit(1).executeTakeFirst(),
      await labsOf(ctx, patientIds, { orgId }).clearSelect().select('l.updatedAt').orderBy('l.updatedAt', 'desc').limit(1).executeTakeFirst(),
    ].flatMap((row) => (row ? [row.updatedAt.getTime()] : []));
    return newest.length === 0 ? null : Math.max(...newest);
  },
});
