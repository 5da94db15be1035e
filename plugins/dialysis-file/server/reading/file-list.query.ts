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
import { draftOf, type PartName, type Parts, partsOf, signedOf, somePartsOf } from './parts.query.ts';
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
  const { file, accesses } = parts;
  const { worked, zone, worst } = infectionOf(parts, today, limits);
  const pattern = patternFrom(parts, today);
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

/** What is narrowed by: parts that its rule needs, and the rule. */
interface Narrowing<N extends PartName> {
  readonly needs: readonly N[];
  readonly passes: (parts: Pick<Parts, N | 'file'>, today: string, limits: InfectionLimits) => boolean;
}
type Filter = (ctx: Ctx, ids: readonly string[], today: string) => Promise<ReadonlySet<string>>;

const narrowedBy =
  <N extends PartName>({ needs, passes }: Narrowing<N>): Filter =>
  async (ctx, ids, today) => {
    const parts = await somePartsOf(ctx, ids, ctx.user.orgIds, needs);
    const limits = await limitsByOrg(ctx, parts.values());
    return new Set([...parts].filter(([, one]) => passes(one, today, limits(one.file.orgId))).map(([id]) => id));
  };

const patternFrom = ({ patterns }: Pick<Parts, 'patterns'>, today: string) =>
  onDayOrNext(
    patterns.map((row) => ({ row, from: row.fromDay, to: row.toDay })),
    today,
  )?.row;

const FILTERS: Readonly<Record<Exclude<FileFilter, ''>, Filter>> = {
  markers: narrowedBy({ needs: ['results'], passes: (parts, today, limits) => ['overdue', 'missing'].includes(infectionOf(parts, today, limits).worst.state) }),
  'dry-weight': narrowedBy({ needs: ['weights'], passes: (parts, today) => dryWeightFacts(parts, today)?.overdue ?? true }),
  prescription: narrowedBy({ needs: ['prescriptions'], passes: (parts) => signedOf(parts) === undefined }),
  pattern: narrowedBy({ needs: ['patterns'], passes: (parts, today) => patternFrom(parts, today) === undefined }),
  access: narrowedBy({ needs: ['accesses'], passes: ({ accesses }) => !accessInUse(accesses) }),
  draft: narrowedBy({ needs: ['prescriptions'], passes: (parts) => draftOf(parts) !== undefined }),
  consent: narrowedBy({ needs: ['accesses', 'prescriptions', 'consents'], passes: (parts, today) => lackingOf(parts, today).length > 0 }),
};
const ofZone = (zone: Zone): Filter => narrowedBy({ needs: ['results'], passes: (parts, today, limits) => infectionOf(parts, today, limits).zone === zone });

/** Files of the organisations, as far as the caller's rights to patients reach: ids. */
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
  }
  const rowFilter = word === '' ? directory.rowFilter(ctx.user.orgIds, rights) : undefined;
  const seen: string[] = [];
  for (let after = ''; seen.length < MAX_FILES; ) {
    const ids = (await found.where('row.id', '>', after).orderBy('row.id').limit(MAX_FILES).execute()).map(({ id }) => id);
    // Whose files are seen is asked of the files that there are: a group has many more patients.
    const visible = await rowFilter?.among(ids);
    seen.push(...(visible ? ids.filter((id) => visible.has(id)) : ids));
    if (ids.length < MAX_FILES) break;
    after = ids.at(-1) ?? after;
  }
  return seen.slice(0, MAX_FILES);
}

/** In the order of their dialysis numbers; a file whose patient is not of these organisations is left out. */
async function inOrder(ctx: Ctx, ids: readonly string[]): Promise<readonly string[]> {
  const known = await ctx.service(patientDirectory).kinds(ids, ctx.user.orgIds);
  const numbered = [...known].map(([id, { dialysisNo }]) => ({ id, no: dialysisNo }));
  return numbered.sort((one, other) => compareText(one.no, other.no) || compareText(one.id, other.id)).map(({ id }) => id);
}
const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/**
 * Patients on dialysis. What is due follows from rules over a patient's parts and not from a column: the parts that a filter's rule needs are read of
 * all files of the centre (some hundred; at most `MAX_FILES`), whole files of the page alone.
 */
export async function listFiles(ctx: Ctx, query: FileQuery) {
  const { currentPage = 1, pageSize = 20, filter, zone } = query;
  const today = ctx.clock.today();
  let ids = await inOrder(ctx, await visibleIds(ctx, query));
  for (const narrow of [...(filter ? [FILTERS[filter]] : []), ...(zone ? [ofZone(zone)] : [])]) {
    const left = await narrow(ctx, ids, today);
    ids = ids.filter((id) => left.has(id));
  }
  const shown = ids.slice((currentPage - 1) * pageSize, currentPage * pageSize);
  const parts = await partsOf(ctx, shown, ctx.user.orgIds);
  const limits = await limitsByOrg(ctx, parts.values());
  const rows = (await ctx.service(patientDirectory).list(shown, ctx.user.orgIds)).flatMap((patient) => {
    const own = parts.get(patient.patientId);
    return own ? [rowOf(patient, own, today, limits(own.file.orgId))] : [];
  });
  return toPage(rows, ids.length, query);
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
