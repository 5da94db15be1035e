import { MAX_FOUND, toPage } from '@nephra/plugin-sdk/contract';
import { dataRights, pageBounds } from '@nephra/plugin-sdk/server';
import { type BilledPatient, type PatientBilling, patientBilling } from '../contract/index.ts';
import type { PatientListFilter, PatientRepo } from './files/patient.repo.ts';
import { type Ctx, repoOf } from './files/patient-call.ts';

type Filter = Omit<PatientListFilter, 'orgIds'>;

/** Files looked at in one go: the first ones fill the page, the next ones count. */
const FILES_AT_ONCE = [200, 1_000] as const;
const MAX_FILES = 20_000;

/** GET bill/list: patients who have bills, in the order of the list, counted to `MAX_FOUND`. Looks at the first 20,000 files that the filter finds. */
export async function patientsWithBills(ctx: Ctx, query: Filter) {
  const billing = ctx.optionalService(patientBilling);
  if (!billing) return toPage<BilledPatient>([], 0, query);
  const { pageSize, offset } = pageBounds(query);
  const filter = { ...query, orgIds: ctx.user.orgIds };
  const repo = repoOf(ctx);
  const billed: string[] = [];
  let slice: Awaited<ReturnType<typeof repo.idsInOrder>> | undefined;
  for (let start = 0, round = 0; start < MAX_FILES && billed.length < MAX_FOUND; round += 1) {
    const limit = FILES_AT_ONCE[Math.min(round, FILES_AT_ONCE.length - 1)] ?? 0;
    slice = await repo.idsInOrder(filter, limit, start, slice);
    const { ids } = slice;
    const some = await billedAmong(ctx, billing, repo, ids);
    billed.push(...ids.filter((id) => some.has(id)));
    if (ids.length < limit) break;
    start += limit;
  }
  const total = Math.min(billed.length, MAX_FOUND);
  const wanted = billed.slice(0, total).slice(offset, offset + pageSize);
  const counts = await billsOf(ctx, billing, repo, wanted);
  const files = new Map((await repo.findMany(wanted, ctx.user.orgIds)).map((row) => [row.id, row]));
  const list = wanted.flatMap((id): BilledPatient[] => {
    const row = files.get(id);
    if (!row) return [];
    return [{ patientId: id, patientName: row.patientName, outpatientCode: row.outpatientCode, reimWay: row.reimWay, billCount: counts.get(id) ?? 0 }];
  });
  return toPage(list, total, query);
}

/** These files and those merged into them, which count for the file that is left. */
async function filesOf(ctx: Ctx, repo: PatientRepo, ids: readonly string[]) {
  const gone = new Map((await repo.mergedInto(ids)).map(({ id, left }) => [id, left]));
  const asked = { patientIds: [...ids, ...gone.keys()], orgIds: ctx.user.orgIds, rightsOn: (menu: string) => dataRights(ctx, menu) };
  return { asked, leftOf: (id: string) => gone.get(id) ?? id };
}

async function billedAmong(ctx: Ctx, billing: PatientBilling, repo: PatientRepo, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { asked, leftOf } = await filesOf(ctx, repo, ids);
  return new Set((await billing.billedAmong(asked)).map(leftOf));
}

async function billsOf(ctx: Ctx, billing: PatientBilling, repo: PatientRepo, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { asked, leftOf } = await filesOf(ctx, repo, ids);
  const bills = new Map<string, number>();
  for (const { patientId, billCount } of await billing.billCounts(asked)) bills.set(leftOf(patientId), (bills.get(leftOf(patientId)) ?? 0) + billCount);
  return bills;
}
