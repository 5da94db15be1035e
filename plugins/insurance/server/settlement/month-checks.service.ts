import type { OrgId } from '@nephra/plugin-sdk/contract';
import type { InsuredMonthBlocker, InsuredMonthChecks } from '../../../charging/contract/index.ts';
import { patientDirectory } from '../../../patient/contract/index.ts';
import { prescriptionLedger } from '../../../prescription/contract/index.ts';
import { DOUBTFUL_STATES } from '../../domain/settlement-states.ts';
import { withMappedCodes } from '../catalogue/mapped-lines.query.ts';
import { adapterOf } from '../client/connection-reader.ts';
import type { Ctx } from './desk.ts';

type Asked = Parameters<InsuredMonthChecks['blockersOf']>[0];
type Whole = Pick<InsuredMonthBlocker, 'key' | 'level' | 'params'>;

/** What keeps everybody's month from the platform: no way there, or a line that is down now and may be back when the run starts. */
async function lineBlocker(ctx: Ctx, orgId: OrgId): Promise<Whole | undefined> {
  const row = await ctx.db
    .selectFrom('insurance.connection as connection')
    .leftJoin('insurance.line as line', 'line.org_id', 'connection.org_id')
    .select(['connection.region', 'connection.enabled', 'line.open_until'])
    .where('connection.org_id', '=', orgId)
    .executeTakeFirst();
  if (!row?.enabled || !adapterOf(ctx, row.region)) return { key: 'not-connected', level: 'block', params: {} };
  return row.open_until ? { key: 'line-down', level: 'warn', params: {} } : undefined;
}

/** Patients, under any of a person's numbers, with a settlement that nobody is certain about. The month's own is asked for again by the run. */
async function doubtful(ctx: Ctx, orgId: OrgId, month: string): Promise<ReadonlyMap<string, InsuredMonthBlocker['level']>> {
  const rows = await ctx.db
    .selectFrom('insurance.settlement')
    .select(['patient_id', 'month', 'state'])
    .where('org_id', '=', orgId)
    .where('state', 'in', [...DOUBTFUL_STATES])
    .execute();
  const directory = ctx.service(patientDirectory);
  const found = new Map<string, InsuredMonthBlocker['level']>();
  for (const row of rows) {
    const level = row.month === month && row.state !== 'review' ? 'warn' : 'block';
    for (const id of await directory.idsOfPerson(row.patient_id, [orgId])) if (found.get(id) !== 'block') found.set(id, level);
  }
  return found;
}

/** Patients whose lines are read at a time. */
const CHUNK = 50;

/** First line that the insurer has no code for, and how many there are, by patient. */
async function unmappedOf(ctx: Ctx, { orgId, patients }: Asked): Promise<ReadonlyMap<string, Whole>> {
  const found = new Map<string, Whole>();
  for (let start = 0; start < patients.length; start += CHUNK) {
    const chunk = patients.slice(start, start + CHUNK);
    const ids = chunk.flatMap((one) => one.dpIds);
    const mapped = await withMappedCodes(ctx, orgId, await ctx.service(prescriptionLedger).getMany(ids, [orgId]));
    const linesOf = new Map(mapped.map((one) => [one.dpId, one.lines]));
    for (const { patientId, dpIds } of chunk) {
      const bare = dpIds.flatMap((dpId) => linesOf.get(dpId) ?? []).filter((line) => line.medicalInsCode === '');
      const [first] = bare;
      if (first) found.set(patientId, { key: 'unmapped', level: 'block', params: { count: bare.length, name: first.drugName } });
    }
  }
  return found;
}

async function blockersOf(ctx: Ctx, asked: Asked): Promise<InsuredMonthBlocker[]> {
  const line = await lineBlocker(ctx, asked.orgId);
  const doubts = await doubtful(ctx, asked.orgId, asked.month);
  const unmapped = await unmappedOf(ctx, asked);
  return asked.patients.flatMap(({ patientId }) => {
    const doubt = doubts.get(patientId);
    const found: (Whole | undefined)[] = [line, doubt && { key: 'doubt', level: doubt, params: {} }, unmapped.get(patientId)];
    return found.flatMap((one) => (one ? [{ patientId, ...one }] : []));
  });
}

/**
 * Service `charging.insured-month-checks@1`. Filings of chronic diseases are asked from the platform when the month is settled and stored
 * nowhere, so the dry run cannot name a missing one: the run does.
 */
export const monthChecksOf = (ctx: Ctx): InsuredMonthChecks => ({ blockersOf: (asked) => blockersOf(ctx, asked) });
