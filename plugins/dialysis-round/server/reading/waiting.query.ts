import { dialysisRound } from '../../../dialysis-file/contract/index.ts';
import { MAX_WAITING } from '../../contract/limits.ts';
import type { WaitingItem } from '../../contract/round.schema.ts';
import { noteTable, type NoteStored } from '../tables/note.table.ts';
import { proposalTable, type ProposalStored } from '../tables/proposal.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { visiblePatients } from './visible.ts';

const NOTHING = { prescription: null, standing: null, dryWeight: null, dryWeightNow: null, order: null, note: null };

/** Notes that wait: those that were corrected before they were signed do not. */
const unsigned = (ctx: Ctx) => {
  const later = noteTable.as(ctx, 'later');
  return noteTable
    .select(ctx, 'n')
    .where('n.signedAt', 'is', null)
    .where((eb) => eb.not(eb.exists(eb.selectFrom(later).select('later.id').whereRef('later.corrects', '=', 'n.id'))))
    .orderBy('n.writtenAt')
    .orderBy('n.id')
    .limit(MAX_WAITING);
};
const proposed = (ctx: Ctx) => proposalTable.select(ctx, 'p').where('p.state', '=', 'waiting').orderBy('p.proposedAt').orderBy('p.id').limit(MAX_WAITING);

/** Proposals and notes that wait, by patient. */
export async function waitingByPatient(ctx: Ctx, patientIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  if (patientIds.length === 0) return found;
  const ids = [...patientIds];
  const rows = [...(await proposed(ctx).where('p.patientId', 'in', ids).execute()), ...(await unsigned(ctx).where('n.patientId', 'in', ids).execute())];
  for (const { patientId } of rows) found.set(patientId, (found.get(patientId) ?? 0) + 1);
  return found;
}

const noteItem = (row: NoteStored): Omit<WaitingItem, 'patientName'> => ({
  ...{ ...NOTHING, kind: 'note', id: row.id, patientId: row.patientId, byName: row.authorName, at: row.writtenAt.getTime(), version: row.version },
  note: row.content,
});
const proposalItem = (row: ProposalStored, dryWeightNow: number | null): Omit<WaitingItem, 'patientName'> => ({
  ...{ ...NOTHING, kind: row.kind, id: row.id, patientId: row.patientId, byName: row.byName, at: row.proposedAt.getTime(), version: row.version },
  ...{ dryWeight: row.content.dryWeight, order: row.content.order, dryWeightNow: row.kind === 'dry-weight' ? dryWeightNow : null },
});

/** What waits for a signature, in the order in which it came. @param patientId of one patient alone */
export async function waitingItems(ctx: Ctx, patientId?: string): Promise<WaitingItem[]> {
  const { orgIds } = ctx.user;
  const round = ctx.service(dialysisRound);
  const drafts = (await round.drafts(orgIds)).filter((draft) => patientId === undefined || draft.patientId === patientId);
  const proposals = await (patientId === undefined ? proposed(ctx) : proposed(ctx).where('p.patientId', '=', patientId)).execute();
  const notes = await (patientId === undefined ? unsigned(ctx) : unsigned(ctx).where('n.patientId', '=', patientId)).execute();
  const weighed = proposals.filter(({ kind }) => kind === 'dry-weight').map((one) => one.patientId);
  const facts = weighed.length === 0 ? new Map() : await round.facts([...new Set(weighed)], orgIds, ctx.clock.today(), 0);
  const items: Omit<WaitingItem, 'patientName'>[] = [
    ...drafts.map((draft) => ({
      ...{ ...NOTHING, kind: 'prescription' as const, id: draft.prescriptionId, patientId: draft.patientId, byName: draft.byName, at: draft.at },
      ...{ version: draft.version, prescription: draft.content, standing: draft.standing },
    })),
    ...proposals.map((row) => proposalItem(row, facts.get(row.patientId)?.dryWeight?.kg ?? null)),
    ...notes.map(noteItem),
  ];
  const patients = await visiblePatients(
    ctx,
    items.map((item) => item.patientId),
  );
  return items
    .flatMap((item) => {
      const patient = patients.get(item.patientId);
      return patient ? [{ ...item, patientName: patient.patientName }] : [];
    })
    .toSorted((one, other) => one.at - other.at);
}

/** How much waits. */
export const waitingCount = async (ctx: Ctx): Promise<number> => (await waitingItems(ctx)).length;
