import { AppError, EnvelopeCode, type OrgId } from '@nephra/plugin-sdk/contract';
import type { FileMerge, MergeFollower } from '../../../patient/contract/index.ts';
import { planningChanged } from '../../contract/index.ts';
import { type FileStored, fileTable } from '../tables/file.table.ts';
import { changeTable } from '../tables/part.tables.ts';
import type { WorkCtx } from '../tables/tables.ts';
import { keepInfection } from '../writing/keep-infection.ts';
import { followPlans } from '../writing/follow-plan.ts';
import { type Joined, joinParts, separateParts } from './join-parts.ts';

/** `moved`: the file became the other patient's; `joined`: both had one. */
type Followed = { readonly how: 'none' } | { readonly how: 'moved' } | { readonly how: 'joined'; readonly joined: Joined };

interface TwoFiles {
  readonly going: FileStored | undefined;
  readonly left: FileStored | undefined;
}
/** Both files in the order of their ids. @param locked kept from other writers until the commit */
async function filesOf(ctx: WorkCtx, { from, into, orgId }: FileMerge, locked: boolean): Promise<TwoFiles> {
  const both = fileTable
    .everywhere(ctx, 'of two files that the patient plugin merges behind its own door, in their facility', 'f')
    .where('f.id', 'in', [from, into])
    .where('f.orgId', '=', orgId)
    .orderBy('f.id');
  const rows = await (locked ? both.forUpdate() : both).execute();
  return { going: rows.find(({ id }) => id === from), left: rows.find(({ id }) => id === into) };
}
/** One says that the patient left or died, the other that he is treated: people decide which is true. */
const disagree = ({ going, left }: TwoFiles): boolean => going !== undefined && left !== undefined && (going.outcomeOn === null) !== (left.outcomeOn === null);

/** The file becomes that of another patient, its parts with it. */
// rows: the file of one of the two patients that are merged, or were
const rename = (ctx: WorkCtx, from: string, into: string) => ctx.db.updateTable('dialysis_file.file').set({ id: into }).where('id', '=', from).execute();

/** What follows from the files, where patients' own files and planners look. */
async function tell(ctx: WorkCtx, ids: readonly string[], orgId: OrgId, by: FileMerge['by']): Promise<void> {
  await followPlans(ctx, ids, [orgId], by);
  for (const patientId of ids) {
    await keepInfection(ctx, patientId, orgId, by);
    ctx.publish(planningChanged, { orgId, patientId, from: ctx.clock.today() });
  }
}

/** Dialysis files follow a merge of patient files. Where both have one, `domain/merged-parts.ts` says what joins. */
export const dialysisFileMerges = (ctx: WorkCtx): MergeFollower => ({
  name: 'dialysisFile',
  order: 10,
  count: async (patientIds, orgId) =>
    patientIds.length === 0
      ? 0
      : (
          await fileTable
            .everywhere(ctx, 'of two files that the patient plugin merges behind its own door, in their facility', 'f')
            .clearSelect()
            .select('f.id')
            .where('f.id', 'in', [...patientIds])
            .where('f.orgId', '=', orgId)
            .execute()
        ).length,
  obstacle: async (merge) => (disagree(await filesOf(ctx, merge, false)) ? 'outcome' : undefined),
  async follow(merge): Promise<Followed> {
    const files = await filesOf(ctx, merge, true);
    if (disagree(files)) throw new AppError('patient.merge-outcome', { code: EnvelopeCode.Conflict });
    const { going, left } = files;
    if (!going) return { how: 'none' };
    if (!left) {
      // rows: a file of that patient that was retired, which has no parts that count
      await ctx.db.deleteFrom('dialysis_file.file').where('id', '=', merge.into).where('deleted_at', 'is not', null).execute();
      await rename(ctx, merge.from, merge.into);
      await tell(ctx, [merge.into], merge.orgId, merge.by);
      return { how: 'moved' };
    }
    const joined = await joinParts(ctx, going, left, ctx.clock.today());
    await tell(ctx, [merge.into], merge.orgId, merge.by);
    return { how: 'joined', joined };
  },
  async undo(merge, followed) {
    const { how, ...rest } = followed as Followed;
    if (how === 'none') return;
    if (how === 'moved') await rename(ctx, merge.into, merge.from);
    else await separateParts(ctx, merge, (rest as { joined: Joined }).joined);
    await tell(ctx, [merge.from, merge.into], merge.orgId, merge.by);
  },
  async lastWrittenAt(patientIds, orgId) {
    if (patientIds.length === 0) return null;
    const files = await fileTable
      .everywhere(ctx, 'of two files that the patient plugin merges behind its own door, in their facility', 'f')
      .clearSelect()
      .select('f.updatedAt')
      .where('f.id', 'in', [...patientIds])
      .where('f.orgId', '=', orgId)
      .execute();
    const last = await changeTable
      .everywhere(ctx, 'of two files that the patient plugin merges behind its own door, in their facility', 'c')
      .clearSelect()
      .select('c.writtenAt')
      .where('c.patientId', 'in', [...patientIds])
      .where('c.orgId', '=', orgId)
      .orderBy('c.writtenAt', 'desc')
      .limit(1)
      .executeTakeFirst();
    const moments = [...files.map(({ updatedAt }) => updatedAt), ...(last ? [last.writtenAt] : [])].map((at) => at.getTime());
    return moments.length === 0 ? null : Math.max(...moments);
  },
});
