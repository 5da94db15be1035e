import { AppError, EnvelopeCode, type OrgId } from '@nephra/plugin-sdk/contract';
import type { Ctx } from '../settlement/ledger/settlement-context.ts';
import { type VisitStored, visitTable } from '../tables/visit.table.ts';
import { wholeCharacters } from '../tables/whole-characters.ts';

export type VisitRecord = VisitStored;

/** Columns of a statement over `insurance.visit`; `visitTable.fromSql` reads what it gives. */
export const VISIT_COLUMNS = visitTable.sqlColumns('insurance.visit');

// rows: whoever works on a visit says for which organisations; jobs work on all
const select = (ctx: Ctx) => ctx.db.selectFrom('insurance.visit').select(VISIT_COLUMNS);

export async function findVisit(ctx: Ctx, id: string, orgIds: readonly OrgId[]): Promise<VisitRecord | undefined> {
  const row = await select(ctx)
    .where('id', '=', id)
    .where('org_id', 'in', [...orgIds])
    .executeTakeFirst();
  return row && visitTable.fromSql(row);
}

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
export const fittingVisit = async (ctx: Ctx, { orgId, patientIds, medType, diseaseCode, insutype, since }: Fitting): Promise<VisitRecord | undefined> => {
  let query = select(ctx)
    .where('org_id', '=', orgId)
    .where('patient_id', 'in', [...patientIds])
    .where('med_type', '=', medType)
    .where('state', '=', 'open');
  if (diseaseCode !== undefined) query = query.where('dise_codg', '=', diseaseCode);
  if (insutype !== undefined) query = query.where('insutype', '=', insutype);
  if (since !== undefined) query = query.where('begntime', '>=', since);
  const row = await query.orderBy('begntime', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row && visitTable.fromSql(row);
};

/** What is decided of a visit before the platform knows it; the rest is as the database fills it in. */
type NewVisit = Omit<
  VisitRecord,
  | 'state'
  | 'mdtrtId'
  | 'cancelTime'
  | 'cancelReason'
  | 'reportedAt'
  | 'lastLine'
  | 'mainCondDscr'
  | 'nextTryAt'
  | 'leaseOwner'
  | 'leaseUntil'
  | 'problem'
  | 'problemParams'
  | `tidy${string}`
>;

export async function insertVisit(ctx: Ctx, visit: NewVisit): Promise<VisitRecord> {
  await ctx.db
    .insertInto('insurance.visit')
    .values(visitTable.toSql(wholeCharacters({ ...visit, state: 'registering' })))
    .execute();
  return await requireVisit(ctx, visit.id, [visit.orgId]);
}

// rows: a visit that was found (`findVisit`)
const updating = (ctx: Ctx) => ctx.db.updateTable('insurance.visit');

export async function changeVisit(ctx: Ctx, visit: Pick<VisitRecord, 'id' | 'orgId'>, changes: Partial<VisitRecord>): Promise<VisitRecord> {
  await updating(ctx)
    .set(visitTable.toSql(wholeCharacters(changes)))
    .where('id', '=', visit.id)
    .execute();
  return await requireVisit(ctx, visit.id, [visit.orgId]);
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
  // rows: of a visit that was found for the organisations of whoever works on it
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
