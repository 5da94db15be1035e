import type { OrgId } from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import type { BatchReply } from '../../../contract/index.ts';
import type { ExchangeSubject, NationalClient } from '../../client/national-client.ts';
import type { InsuranceTables } from '../../insurance-tables.ts';
import { facilityItemTable, mappingTable } from '../../tables/mapping.table.ts';
import { type LineVerdict, tellLines } from './line-results.ts';

type Ctx = RequestContext<InsuranceTables>;

/** Lines of one message; one that is refused among them is found by sending them alone. */
const CHUNK = 50;
const OPEN_END = '2099-12-31';

const COLUMNS = ['m.id', 'm.drugId', 'm.listType', 'm.code', 'm.begnDate', 'm.endDate', 'm.knownThere', 'm.version'] as const;

const standing = (ctx: Ctx, drugIds: readonly string[]) =>
  ctx.db
    .selectFrom(mappingTable.as(ctx, 'm'))
    .innerJoin(facilityItemTable.as(ctx, 'f'), (join) => join.onRef('f.orgId', '=', 'm.orgId').onRef('f.drugId', '=', 'm.drugId'))
    .select([...COLUMNS, 'm.state', 'f.drugName', 'f.drugSpec', 'f.drugForm', 'f.approvalNumber'])
    .where('m.orgId', '=', ctx.user.orgId)
    .where('m.drugId', 'in', [...new Set(drugIds)])
    .where('m.endedAt', 'is', null)
    .orderBy('m.drugId')
    .execute();
type Standing = Awaited<ReturnType<typeof standing>>[number];

/** Ended here, but the platform was not told yet. */
const leftBehind = (ctx: Ctx, drugIds: readonly string[]) =>
  ctx.db
    .selectFrom(mappingTable.as(ctx, 'm'))
    .select(COLUMNS)
    .where('m.orgId', '=', ctx.user.orgId)
    .where('m.drugId', 'in', [...new Set(drugIds)])
    .where('m.endedAt', 'is not', null)
    .where('m.knownThere', '=', true)
    .orderBy('m.createdAt')
    .execute();
type Left = Awaited<ReturnType<typeof leftBehind>>[number];

const subjectOf = (ctx: Ctx): ExchangeSubject => ({ orgId: ctx.user.orgId, operator: { userId: ctx.user.userId, userName: ctx.user.userName } });

const wireOf = (row: Standing) => ({
  fixmedins_hilist_id: row.drugId,
  fixmedins_hilist_name: row.drugName,
  list_type: row.listType,
  med_list_codg: row.code,
  begndate: row.begnDate,
  enddate: row.endDate || OPEN_END,
  aprvno: row.approvalNumber,
  dosform: row.drugForm,
  spec: row.drugSpec,
  prcunt: '',
  pacspec: '',
  memo: '',
});

/** 3302 of one mapping. Answers what went wrong, nothing when the platform has forgotten it. */
async function revokeThere(ctx: Ctx, client: NationalClient, row: Left): Promise<Pick<LineVerdict, 'error' | 'said'>> {
  const { connection } = await client.connectionOf(ctx.user.orgId);
  const data = { fixmedins_code: connection.fixmedinsCode, fixmedins_hilist_id: row.drugId, list_type: row.listType, med_list_codg: row.code };
  const outcome = await client.call('3302', { data }, subjectOf(ctx));
  if (outcome.kind === 'refused') return { error: 'insurance.map-revoke-refused', said: outcome.reason };
  if (outcome.kind === 'unknown') return { error: 'insurance.map-silent' };
  // rows: a mapping of the caller’s facility (`standing`, `leftBehind`)
  await ctx.db.updateTable('insurance.mapping').set({ known_there: false }).where('id', '=', row.id).execute();
  return {};
}

// rows: mappings of the caller’s facility (`standing`)
const noteReported = (ctx: Ctx, rows: readonly Standing[]) =>
  ctx.db
    .updateTable('insurance.mapping')
    .set(({ eb }) => ({ state: 'reported', refusal: '', known_there: true, reported_at: ctx.clock.now(), version: eb('version', '+', 1) }))
    .where(
      'id',
      'in',
      rows.map((row) => row.id),
    )
    .execute();

async function reportChunk(ctx: Ctx, client: NationalClient, rows: readonly Standing[]): Promise<LineVerdict[]> {
  const outcome = await client.call('3301', { data: rows.map(wireOf) }, subjectOf(ctx));
  if (outcome.kind === 'success') {
    await noteReported(ctx, rows);
    return rows.map((row) => ({ drugId: row.drugId }));
  }
  if (outcome.kind === 'unknown') return rows.map((row) => ({ drugId: row.drugId, error: 'insurance.map-silent' }));
  const [only] = rows;
  if (rows.length > 1 || !only) {
    const half = Math.ceil(rows.length / 2);
    return [...(await reportChunk(ctx, client, rows.slice(0, half))), ...(await reportChunk(ctx, client, rows.slice(half)))];
  }
  // rows: a mapping of the caller’s facility (`standing`)
  await ctx.db
    .updateTable('insurance.mapping')
    .set(({ eb }) => ({ state: 'refused', refusal: outcome.reason.slice(0, 300), version: eb('version', '+', 1) }))
    .where('id', '=', only.id)
    .execute();
  return [{ drugId: only.drugId, error: 'insurance.map-refused', said: outcome.reason }];
}

/** Reports standing mappings (3301); codes that an entry had before are taken back first. */
export async function reportMappings(ctx: Ctx, client: NationalClient, drugIds: readonly string[]): Promise<BatchReply> {
  const rows = await standing(ctx, drugIds);
  const verdicts: LineVerdict[] = [...new Set(drugIds)]
    .filter((drugId) => !rows.some((row) => row.drugId === drugId))
    .map((drugId) => ({ drugId, error: 'insurance.map-none' }));
  const stuck = new Set<string>();
  for (const old of await leftBehind(ctx, drugIds)) {
    const { error, said } = await revokeThere(ctx, client, old);
    if (error === undefined || stuck.has(old.drugId)) continue;
    stuck.add(old.drugId);
    verdicts.push({ drugId: old.drugId, error, ...(said ? { said } : {}) });
  }
  const open = rows.filter((row) => row.state !== 'reported' && !stuck.has(row.drugId));
  verdicts.push(...rows.filter((row) => row.state === 'reported' && !stuck.has(row.drugId)).map((row) => ({ drugId: row.drugId })));
  for (let at = 0; at < open.length; at += CHUNK) verdicts.push(...(await reportChunk(ctx, client, open.slice(at, at + CHUNK))));
  noteAct(ctx, 'report', verdicts);
  return tellLines(verdicts);
}

/** Takes standing mappings back: at the platform first when it knows them. */
export async function revokeMappings(ctx: Ctx, client: NationalClient, drugIds: readonly string[]): Promise<BatchReply> {
  const rows = await standing(ctx, drugIds);
  const verdicts: LineVerdict[] = [...new Set(drugIds)]
    .filter((drugId) => !rows.some((row) => row.drugId === drugId))
    .map((drugId) => ({ drugId, error: 'insurance.map-none' }));
  const today = ctx.clock.today();
  for (const row of rows) {
    const failure = row.knownThere ? await revokeThere(ctx, client, row) : {};
    if (failure.error === undefined) {
      // rows: a mapping of the caller’s facility (`standing`, `leftBehind`)
      await ctx.db
        .updateTable('insurance.mapping')
        .set({ ended_at: ctx.clock.now(), ended_by: ctx.user.userName, end_date: [today, row.begnDate].sort().at(-1) ?? today, version: row.version + 1 })
        .where('id', '=', row.id)
        .where('ended_at', 'is', null)
        .execute();
    }
    verdicts.push({ drugId: row.drugId, ...failure });
  }
  noteAct(ctx, 'revoke', verdicts);
  return tellLines(verdicts);
}

function noteAct(ctx: Ctx, act: 'report' | 'revoke', verdicts: readonly LineVerdict[]): void {
  const done = verdicts.filter((one) => one.error === undefined).map((one) => one.drugId);
  ctx.audit({ subject: 'insurance-mapping', subjectId: ctx.user.orgId as OrgId, after: { act, done, failed: verdicts.length - done.length } });
}
