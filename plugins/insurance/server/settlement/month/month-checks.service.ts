import { dayOf, type OrgId, type RegionAdapter } from '@nephra/plugin-sdk/contract';
import type { InsuredMonthBlocker, InsuredMonthChecks } from '../../../../charging/contract/index.ts';
import { patientDirectory } from '../../../../patient/contract/index.ts';
import { type LedgerPrescription, prescriptionLedger } from '../../../../prescription/contract/index.ts';
import { type FilingAnswer, filingVerdict, spansOf } from '../../../domain/settlement/filing-check.ts';
import { CHRONIC } from '../../../domain/settlement/settle-checks.ts';
import { DOUBTFUL_STATES } from '../../../domain/settlement/settlement-states.ts';
import { withMappedCodes } from '../../catalogue/mapping/mapped-lines.query.ts';
import { adapterOf } from '../../client/connection-reader.ts';
import { answered, askFilings } from '../../visit/person.query.ts';
import { filingsOf } from '../../visit/filing.repo.ts';
import type { ClientOf, Ctx } from '../ledger/settlement-context.ts';

type Asked = Parameters<InsuredMonthChecks['blockersOf']>[0];
type Whole = Pick<InsuredMonthBlocker, 'key' | 'level' | 'params'>;

/** What keeps everybody's month from the platform: no way there, or a line that is down now and may be back when the run starts. */
async function lineOf(ctx: Ctx, orgId: OrgId): Promise<{ readonly adapter: RegionAdapter | undefined; readonly blocker: Whole | undefined }> {
  // rows: of the facility that is asked for; whoever asks works for it
  const row = await ctx.db
    .selectFrom('insurance.connection as connection')
    .leftJoin('insurance.line as line', 'line.org_id', 'connection.org_id')
    .select(['connection.region', 'connection.enabled', 'line.open_until'])
    .where('connection.org_id', '=', orgId)
    .executeTakeFirst();
  const adapter = row?.enabled ? adapterOf(ctx, row.region) : undefined;
  if (!row || !adapter) return { adapter: undefined, blocker: { key: 'not-connected', level: 'block', params: {} } };
  return { adapter, blocker: row.open_until ? { key: 'line-down', level: 'warn', params: {} } : undefined };
}

/** Patients, under any of a person's numbers, with a settlement that nobody is certain about. The month's own is asked for again by the run. */
async function doubtful(ctx: Ctx, orgId: OrgId, month: string): Promise<ReadonlyMap<string, InsuredMonthBlocker['level']>> {
  // rows: of the facility that is asked for; whoever asks works for it
  const rows = await ctx.db
    .selectFrom('insurance.settlement')
    .select(['patient_id as patientId', 'month', 'state'])
    .where('org_id', '=', orgId)
    .where('state', 'in', [...DOUBTFUL_STATES])
    .execute();
  const directory = ctx.service(patientDirectory);
  const found = new Map<string, InsuredMonthBlocker['level']>();
  for (const row of rows) {
    const level = row.month === month && row.state !== 'review' ? 'warn' : 'block';
    for (const id of await directory.idsOfPerson(row.patientId, [orgId])) if (found.get(id) !== 'block') found.set(id, level);
  }
  return found;
}

/** Patients whose lines are read at a time. */
const CHUNK = 50;

/** Whether the chronic disease is filed for the month, as far as the platform's stored answers tell. */
async function filingOf(
  ctx: Ctx,
  { orgId, patientId, adapter }: { orgId: OrgId; patientId: string; adapter: RegionAdapter },
  prescriptions: readonly LedgerPrescription[],
): Promise<Whole | undefined> {
  const days = prescriptions.filter((one) => String(one.dpType) === CHRONIC).map((one) => dayOf(one.dpDate));
  if (days.length === 0) return undefined;
  const numbers = await ctx.service(patientDirectory).idsOfPerson(patientId, [orgId]);
  let answer: FilingAnswer | undefined;
  for (const one of (await filingsOf(ctx, orgId, numbers)).values()) if (!answer || one.askedAt > answer.askedAt) answer = one;
  return filingVerdict(answer, { spans: spansOf(days, adapter.rules.monthVisit), usual: adapter.rules.dialysisDisease, now: ctx.clock.now() });
}

/** First line that the insurer has no code for and how many there are, and the chronic filing, by patient. */
async function patientBlockers(ctx: Ctx, { orgId, patients }: Asked, adapter: RegionAdapter | undefined): Promise<ReadonlyMap<string, readonly Whole[]>> {
  const found = new Map<string, Whole[]>();
  for (let start = 0; start < patients.length; start += CHUNK) {
    const chunk = patients.slice(start, start + CHUNK);
    const ids = chunk.flatMap((one) => one.dpIds);
    const mapped = await withMappedCodes(ctx, orgId, await ctx.service(prescriptionLedger).getMany(ids, [orgId]));
    const byId = new Map(mapped.map((one) => [one.dpId, one]));
    for (const { patientId, dpIds } of chunk) {
      const mine = dpIds.flatMap((dpId) => byId.get(dpId) ?? []);
      const bare = mine.flatMap((one) => one.lines).filter((line) => line.medicalInsCode === '');
      const [first] = bare;
      const filing = adapter && (await filingOf(ctx, { orgId, patientId, adapter }, mine));
      found.set(patientId, [
        ...(first ? [{ key: 'unmapped', level: 'block', params: { count: bare.length, name: first.drugName } } as const] : []),
        ...(filing ? [filing] : []),
      ]);
    }
  }
  return found;
}

async function blockersOf(ctx: Ctx, asked: Asked): Promise<InsuredMonthBlocker[]> {
  const { adapter, blocker: line } = await lineOf(ctx, asked.orgId);
  const doubts = await doubtful(ctx, asked.orgId, asked.month);
  const own = await patientBlockers(ctx, asked, adapter);
  return asked.patients.flatMap(({ patientId }) => {
    const doubt = doubts.get(patientId);
    const found: (Whole | undefined)[] = [line, doubt && { key: 'doubt', level: doubt, params: {} }, ...(own.get(patientId) ?? [])];
    return found.flatMap((one) => (one ? [{ patientId, ...one }] : []));
  });
}

type Question = Parameters<NonNullable<InsuredMonthChecks['ask']>>[0];

/** 5301 for each of the patients; one whom the platform refuses keeps nobody else from being asked. */
async function ask(ctx: Ctx, clientOf: ClientOf, { orgId, patientIds, by }: Question) {
  const client = clientOf(ctx);
  const refused: { patientId: string; reason: string }[] = [];
  for (const patientId of patientIds) {
    const file = await ctx.service(patientDirectory).get(patientId, [orgId]);
    if (!file || file.psn_no === '') {
      refused.push({ patientId, reason: '' });
      continue;
    }
    const area = file.insuplc_admdvs === '' ? {} : { insuplcAdmdvs: file.insuplc_admdvs };
    const outcome = await askFilings({ ctx, client }, { orgId, operator: by, patientId, patientName: file.patientName, ...area }, file.psn_no);
    if (outcome.kind === 'unknown') answered(outcome);
    if (outcome.kind === 'refused') refused.push({ patientId, reason: outcome.reason.slice(0, 200) });
  }
  return { asked: patientIds.length - refused.length, refused };
}

/** Service `charging.insured-month-checks@1`. */
export const monthChecksOf = (ctx: Ctx, clientOf: ClientOf): InsuredMonthChecks => ({
  blockersOf: (asked) => blockersOf(ctx, asked),
  ask: (question) => ask(ctx, clientOf, question),
});
