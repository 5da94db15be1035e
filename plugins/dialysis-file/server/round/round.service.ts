import { dayOf, type OrgId } from '@nephra/plugin-sdk/contract';
import { addDays, type DialysisRound, type FileHistory, type ProposedPrescription, type RoundFacts } from '../../contract/index.ts';
import { bedsideFacts } from '../reading/facts.ts';
import { limitsByOrg } from '../reading/directory.ts';
import { byPatient, draftOf, partsOf, wholePartsOf } from '../reading/parts.query.ts';
import { accessEventTable, type AccessEventStored, type PrescriptionStored, prescriptionTable } from '../tables/part.tables.ts';
import type { WorkCtx } from '../tables/tables.ts';
import { assessDryWeight } from './assess-weight.ts';

/** Events of the accesses of a few patients; of one patient in ten years there are some dozens. */
const MAX_EVENTS = 5_000;
const MAX_DRAFTS = 500;

const draftFacts = (row: PrescriptionStored): ProposedPrescription => ({
  ...{ prescriptionId: row.id, versionNo: row.versionNo, version: row.version, content: row.content },
  ...{ byName: row.byName, at: row.writtenAt.getTime() },
});

async function eventsOf(ctx: WorkCtx, patientIds: readonly string[], from: string): Promise<ReadonlyMap<string, readonly AccessEventStored[]>> {
  if (patientIds.length === 0) return new Map();
  const rows = await accessEventTable
    .everywhere(ctx, 'events of accesses of files that were found in the organisations that a plugin asks about', 'row')
    .where('row.patientId', 'in', [...patientIds])
    .where('row.onDay', '>=', from)
    .orderBy('row.onDay', 'desc')
    .orderBy('row.id', 'desc')
    .limit(MAX_EVENTS)
    .execute();
  return byPatient(rows);
}
const eventFacts = ({ kind, onDay, note }: AccessEventStored) => ({ kind, on: onDay, note });

async function factsOf(
  ctx: WorkCtx,
  patientIds: readonly string[],
  orgIds: readonly OrgId[],
  day: string,
  accessDays: number,
): Promise<ReadonlyMap<string, RoundFacts>> {
  const found = await partsOf(ctx, patientIds, orgIds);
  const limits = await limitsByOrg(ctx, found.values());
  const events = await eventsOf(ctx, [...found.keys()], addDays(day, -accessDays));
  return new Map(
    [...found].map(([id, parts]) => {
      const draft = draftOf(parts);
      return [
        id,
        {
          ...bedsideFacts(parts, day, limits(parts.file.orgId)),
          fileVersion: parts.file.version,
          draft: draft ? draftFacts(draft) : null,
          accessEvents: (events.get(id) ?? []).map(eventFacts),
        },
      ];
    }),
  );
}

async function historyOf(ctx: WorkCtx, patientId: string, orgIds: readonly OrgId[]): Promise<FileHistory | undefined> {
  const parts = await wholePartsOf(ctx, patientId, orgIds);
  if (!parts) return undefined;
  const { outcome } = parts.file;
  const events = (await eventsOf(ctx, [patientId], '1950-01-01')).get(patientId) ?? [];
  return {
    dryWeights: parts.weights
      .map(({ fromDay, kg, byName }) => ({ from: fromDay, kg: Number(kg), byName }))
      .toSorted((one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : 0)),
    prescriptions: parts.prescriptions.flatMap(({ signedAt, versionNo, content }) =>
      signedAt === null ? [] : [{ on: dayOf(signedAt.getTime()), versionNo, mode: content.mode, minutes: content.minutes }],
    ),
    accesses: parts.accesses.map(({ kind, side, site, firstUsedOn, madeOn, endOn }) => ({ kind, side, site, from: firstUsedOn ?? madeOn, to: endOn })),
    accessEvents: events.map(eventFacts).reverse(),
    outcome: outcome && { on: outcome.on, kind: outcome.kind },
  };
}

async function draftsOf(ctx: WorkCtx, orgIds: readonly OrgId[]): ReturnType<DialysisRound['drafts']> {
  if (orgIds.length === 0) return [];
  const rows = () => prescriptionTable.everywhere(ctx, 'prescriptions of organisations that the asking plugin has checked', 'row');
  const drafts = await rows()
    .where('row.orgId', 'in', [...orgIds])
    .where('row.state', '=', 'draft')
    .orderBy('row.writtenAt')
    .orderBy('row.id')
    .limit(MAX_DRAFTS)
    .execute();
  if (drafts.length === 0) return [];
  const ids = drafts.map(({ patientId }) => patientId);
  const signed = await rows().where('row.patientId', 'in', ids).where('row.state', '=', 'signed').execute();
  const standing = new Map(signed.map(({ patientId, content }) => [patientId, content]));
  return drafts.map((row) => ({ ...draftFacts(row), patientId: row.patientId, standing: standing.get(row.patientId) ?? null }));
}

/** Dialysis files for the doctor's worklist (`dialysis-file.round@1`). */
export const roundOf = (ctx: WorkCtx): DialysisRound => ({
  facts: (patientIds, orgIds, day, accessDays) => factsOf(ctx, patientIds, orgIds, day, accessDays),
  drafts: (orgIds) => draftsOf(ctx, orgIds),
  history: (patientId, orgIds) => historyOf(ctx, patientId, orgIds),
  assessDryWeight: (weight) => assessDryWeight(ctx, weight),
});
