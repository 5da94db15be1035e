import { MAX_FOUND, toPage } from '@nephra/plugin-sdk/contract';
import { dataRights, pageBounds } from '@nephra/plugin-sdk/server';
import { type BilledPatient, type PatientBilling, patientBilling } from '../contract/index.ts';
import type { PatientListFilter, PatientRepo } from './patient.repo.ts';
import { type Ctx, repoOf } from './patient-call.ts';

type Filter = Omit<PatientListFilter, 'orgIds'>;

/** Files looked at in one go, and at most; whoever keeps the bills knows which of them have some. */
const FILES_AT_ONCE = 2_000;
const MAX_FILES = 20_000;

/** GET bill/list: patients who have bills, in the order of the list, counted to `MAX_FOUND`. Looks at the first 20,000 files that the filter finds. */
export async function patientsWithBills(ctx: Ctx, query: Filter) {
  const billing = ctx.optionalService(patientBilling);
  if (!billing) return toPage<BilledPatient>([], 0, query);
  const { pageSize, offset } = pageBounds(query);
  const filter = { ...query, orgIds: ctx.user.orgIds };
  const repo = repoOf(ctx);
  const wanted: { id: string; billCount: number }[] = [];
  let total = 0;
  for (let start = 0; start < MAX_FILES && total < MAX_FOUND; start += FILES_AT_ONCE) {
    const ids = await repo.idsInOrder(filter, FILES_AT_ONCE, start);
    const counts = await billsOf(ctx, billing, repo, ids);
    for (const id of ids) {
      const billCount = counts.get(id) ?? 0;
      if (billCount === 0 || total >= MAX_FOUND) continue;
      if (total >= offset && wanted.length < pageSize) wanted.push({ id, billCount });
      total += 1;
    }
    if (ids.length < FILES_AT_ONCE) break;
  }
  const files = new Map(
    (
      await repo.findMany(
        wanted.map(({ id }) => id),
        ctx.user.orgIds,
      )
    ).map((row) => [row.id, row]),
  );
  const list = wanted.flatMap(({ id, billCount }): BilledPatient[] => {
    const row = files.get(id);
    if (!row) return [];
    return [{ patientId: id, patientName: row.patient_name, outpatientCode: row.outpatient_code, reimWay: row.reim_way, billCount }];
  });
  return toPage(list, total, query);
}

/** Numbers of bills by the file that is left: those of files that were merged away count for it. */
async function billsOf(ctx: Ctx, billing: PatientBilling, repo: PatientRepo, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const gone = new Map((await repo.mergedInto(ids)).map(({ id, left }) => [id, left]));
  const counts = await billing.billCounts({ patientIds: [...ids, ...gone.keys()], orgIds: ctx.user.orgIds, rightsOn: (menu) => dataRights(ctx, menu) });
  const bills = new Map<string, number>();
  for (const { patientId, billCount } of counts) {
    const left = gone.get(patientId) ?? patientId;
    bills.set(left, (bills.get(left) ?? 0) + billCount);
  }
  return bills;
}
