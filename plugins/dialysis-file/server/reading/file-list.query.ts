import { toPage } from '@nephra/plugin-sdk/contract';
import { dataRights } from '@nephra/plugin-sdk/server';
import type { FileFilter, FileRow } from '../../contract/file.schema.ts';
import { MAX_FILES } from '../../contract/limits.ts';
import type { Zone } from '../../contract/zones.ts';
import { type PatientRow, patientDirectory } from '../../../patient/contract/index.ts';
import { accessInUse, onDayOrNext } from '../../domain/in-force.ts';
import { fileTable } from '../tables/file.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { limitsByOrg } from './directory.ts';
import { dryWeightFacts, infectionOf, lackingOf } from './facts.ts';
import type { InfectionLimits } from './limits.ts';
import { draftOf, type Parts, partsOf, signedOf } from './parts.query.ts';
import { PATIENT_MENU } from './visible-file.ts';
import { patternView, personOf } from './whole-file.query.ts';

export interface FileQuery {
  readonly keyword?: string;
  readonly filter?: FileFilter;
  readonly zone?: Zone | '';
  readonly state?: '' | 'active' | 'ended';
  readonly currentPage?: number;
  readonly pageSize?: number;
}

function rowOf(patient: PatientRow, parts: Parts, today: string, limits: InfectionLimits): FileRow {
  const { file, patterns, accesses } = parts;
  const { worked, zone, worst } = infectionOf(parts, today, limits);
  const pattern = onDayOrNext(
    patterns.map((row) => ({ row, from: row.fromDay, to: row.toDay })),
    today,
  )?.row;
  const [weight, access] = [dryWeightFacts(parts, today), accessInUse(accesses)];
  return {
    ...personOf(patient),
    orgId: file.orgId,
    transient: file.transient,
    zone,
    zoneOverridden: file.zoneOverride !== null,
    infections: [...worked.infections],
    serology: worst.state,
    serologyDueOn: worst.dueOn,
    mode: signedOf(parts)?.content.mode ?? null,
    hasDraft: draftOf(parts) !== undefined,
    pattern: pattern ? patternView(pattern) : null,
    dryWeight: weight && { kg: weight.kg, reviewOn: weight.reviewOn, overdue: weight.overdue },
    access: access ? { kind: access.kind, side: access.side, site: access.site } : null,
    consentsLacking: [...lackingOf(parts, today)],
    outcome: file.outcome && { kind: file.outcome.kind, on: file.outcome.on },
  };
}

const PASSES: Readonly<Record<Exclude<FileFilter, ''>, (row: FileRow) => boolean>> = {
  markers: ({ serology }) => serology === 'overdue' || serology === 'missing',
  'dry-weight': ({ dryWeight }) => dryWeight === null || dryWeight.overdue,
  prescription: ({ mode }) => mode === null,
  pattern: ({ pattern }) => pattern === null,
  access: ({ access }) => access === null,
  draft: ({ hasDraft }) => hasDraft,
  consent: ({ consentsLacking }) => consentsLacking.length > 0,
};

/** Files of the organisations, as far as the caller's rights to patients reach: ids that are narrowed in the statement, never afterwards. */
async function visibleIds(ctx: Ctx, { keyword, state = 'active' }: FileQuery): Promise<readonly string[]> {
  const directory = ctx.service(patientDirectory);
  const rights = dataRights(ctx, PATIENT_MENU);
  let found = fileTable.select(ctx, 'row').clearSelect().select('row.id');
  if (state === 'active') found = found.where('row.outcomeOn', 'is', null);
  if (state === 'ended') found = found.where('row.outcomeOn', 'is not', null);
  const word = keyword?.trim() ?? '';
  if (word !== '') {
    const named = await directory.idsFound(word, ctx.user.orgIds, rights, MAX_FILES);
    if (named.length === 0) return [];
    found = found.where('row.id', 'in', [...named]);
  } else {
    const seen = await directory.seenIds(ctx.user.orgIds, rights);
    if (seen?.length === 0) return [];
    if (seen) found = found.where('row.id', 'in', [...seen]);
  }
  return (await found.orderBy('row.id').limit(MAX_FILES).execute()).map(({ id }) => id);
}

/**
 * Patients on dialysis. What is due follows from rules over a patient's parts and not from a column, so all files of the centre are worked out (some hundred; at most
 * `MAX_FILES`), then narrowed and paged.
 */
export async function listFiles(ctx: Ctx, query: FileQuery) {
  const ids = await visibleIds(ctx, query);
  const parts = await partsOf(ctx, ids, ctx.user.orgIds);
  const [limits, today] = [await limitsByOrg(ctx, parts.values()), ctx.clock.today()];
  const patients = await ctx.service(patientDirectory).list(ids, ctx.user.orgIds);
  const rows = patients
    .flatMap((patient) => {
      const own = parts.get(patient.patientId);
      return own ? [rowOf(patient, own, today, limits(own.file.orgId))] : [];
    })
    .filter((row) => !query.filter || PASSES[query.filter](row))
    .filter((row) => !query.zone || row.zone === query.zone)
    .sort((one, other) => (one.dialysisNo < other.dialysisNo ? -1 : 1));
  const { currentPage = 1, pageSize = 20 } = query;
  return toPage(rows.slice((currentPage - 1) * pageSize, currentPage * pageSize), rows.length, query);
}

/** Dialysis patients of the own facility that have no dialysis file yet. */
export async function candidates(ctx: Ctx, keyword: string) {
  const { list } = await ctx.service(patientDirectory).search({
    orgIds: [ctx.user.orgId],
    keyword,
    patientType: 'dialysis',
    rights: dataRights(ctx, PATIENT_MENU),
    currentPage: 1,
    pageSize: 500,
  });
  const have = new Set(
    (
      await partsOf(
        ctx,
        list.map(({ patientId }) => patientId),
        [ctx.user.orgId],
      )
    ).keys(),
  );
  return {
    list: list
      .filter(({ patientId, enableMark, mergedInto }) => !have.has(patientId) && enableMark === 1 && mergedInto === null)
      .slice(0, 50)
      .map(({ patientId, patientName, outpatientCode }) => ({ patientId, patientName, outpatientCode })),
  };
}
