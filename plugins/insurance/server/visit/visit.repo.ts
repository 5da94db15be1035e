import { AppError, EnvelopeCode, type OrgId } from '@nephra/plugin-sdk/contract';
import type { Ctx } from '../settlement/ledger/settlement-context.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import type { VisitDiagnosis, visitTable } from '../tables/visit.table.ts';

export const VISIT_COLUMNS = [
  'id',
  'org_id',
  'patient_id',
  'patient_name',
  'psn_no',
  'insutype',
  'insuplc_admdvs',
  'med_type',
  'dise_codg',
  'dise_name',
  'mdtrt_id',
  'ipt_otp_no',
  'state',
  'begntime',
  'cancel_time',
  'cancel_reason',
  'doctor_no',
  'doctor_name',
  'department_code',
  'department_name',
  'dp_ids',
  'main_cond_dscr',
  'diagnosis',
  'reported_at',
  'last_line',
  'simulated',
  'created_at',
  'tidy',
  'tidy_step',
  'tidy_exchange_id',
  'tidy_reason',
  'tidy_by_id',
  'tidy_by_name',
  'tidy_rounds',
  'next_try_at',
  'problem',
  'problem_params',
] as const satisfies readonly (keyof InsuranceTables['insurance.visit'])[];

const select = (ctx: Ctx) => ctx.db.selectFrom('insurance.visit').select(VISIT_COLUMNS);
export type VisitRecord = NonNullable<Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirst']>>>;

export const findVisit = (ctx: Ctx, id: string, orgIds: readonly OrgId[]): Promise<VisitRecord | undefined> =>
  select(ctx)
    .where('id', '=', id)
    .where('org_id', 'in', [...orgIds])
    .executeTakeFirst();

/** @throws AppError `insurance.visit-not-found` (404) */
export async function requireVisit(ctx: Ctx, id: string, orgIds: readonly OrgId[]): Promise<VisitRecord> {
  const visit = await findVisit(ctx, id, orgIds);
  if (!visit) throw new AppError('insurance.visit-not-found', { code: EnvelopeCode.NotFound });
  return visit;
}

/** What a visit must be like so that fees may go under it. */
export interface Fitting {
  readonly orgId: OrgId;
  readonly patientIds: readonly string[];
  readonly medType: string;
  /** Any disease when it is not given: it is not known yet. */
  readonly diseaseCode?: string;
  readonly insutype?: string;
  /** Only one that began at this moment or later. */
  readonly since?: Date;
}

/** The newest open visit that fits. */
export const fittingVisit = (ctx: Ctx, { orgId, patientIds, medType, diseaseCode, insutype, since }: Fitting): Promise<VisitRecord | undefined> => {
  let query = select(ctx)
    .where('org_id', '=', orgId)
    .where('patient_id', 'in', [...patientIds])
    .where('med_type', '=', medType)
    .where('state', '=', 'open');
  if (diseaseCode !== undefined) query = query.where('dise_codg', '=', diseaseCode);
  if (insutype !== undefined) query = query.where('insutype', '=', insutype);
  if (since !== undefined) query = query.where('begntime', '>=', since);
  return query.orderBy('begntime', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst();
};

type NewVisit = Omit<
  VisitRecord,
  | 'state'
  | 'mdtrt_id'
  | 'cancel_time'
  | 'cancel_reason'
  | 'reported_at'
  | 'last_line'
  | 'main_cond_dscr'
  | 'dp_ids'
  | 'diagnosis'
  | 'next_try_at'
  | 'problem'
  | 'problem_params'
  | `tidy${string}`
> & {
  readonly dp_ids: readonly string[];
  readonly diagnosis: readonly VisitDiagnosis[];
};

export async function insertVisit(ctx: Ctx, visit: NewVisit): Promise<VisitRecord> {
  const { dp_ids, diagnosis, ...rest } = visit;
  await ctx.db
    .insertInto('insurance.visit')
    .values({ ...rest, state: 'registering', dp_ids: JSON.stringify(dp_ids), diagnosis: JSON.stringify(diagnosis) })
    .execute();
  return await requireVisit(ctx, visit.id, [visit.org_id as OrgId]);
}

const updating = (ctx: Ctx) => ctx.db.updateTable('insurance.visit');

export async function changeVisit(ctx: Ctx, visit: Pick<VisitRecord, 'id' | 'org_id'>, changes: ReturnType<typeof visitTable.toSql>): Promise<VisitRecord> {
  await updating(ctx).set(changes).where('id', '=', visit.id).execute();
  return await requireVisit(ctx, visit.id, [visit.org_id as OrgId]);
}

/** Takes so many fee line numbers of a visit; they are given out once. @returns the first of them */
export async function takeLineNumbers(ctx: Ctx, visitId: string, count: number): Promise<number> {
  const row = await updating(ctx)
    .set((visit) => ({ last_line: visit('last_line', '+', count) }))
    .where('id', '=', visitId)
    .returning('last_line')
    .executeTakeFirstOrThrow();
  return Number(row.last_line) - count + 1;
}

/** Unsettled or settled fees are on record for this visit. */
export async function visitInUse(ctx: Ctx, visitId: string, exceptSettlement = ''): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('insurance.settlement')
    .select('id')
    .where('visit_id', '=', visitId)
    .where('id', '<>', exceptSettlement)
    .where('state', 'not in', ['abandoned', 'cancelled'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
