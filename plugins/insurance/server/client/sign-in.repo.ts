import type { Kysely } from '@nephra/plugin-sdk/server';
import type { InsuranceTables } from '../insurance-tables.ts';

type Db = Kysely<InsuranceTables>;

export interface SignInKey {
  readonly orgId: string;
  readonly operatorNo: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
}

/** Number of the operator's sign-in of this day. */
export async function readSignIn(db: Db, { orgId, operatorNo, day }: SignInKey): Promise<string | undefined> {
  // rows: of the facility and the operator that is called for
  const row = await db
    .selectFrom('insurance.sign_in')
    .select('sign_no')
    .where('org_id', '=', orgId)
    .where('operator_no', '=', operatorNo)
    .where('business_day', '=', day)
    .where('signed_out_at', 'is', null)
    .executeTakeFirst();
  return row?.sign_no;
}

export async function writeSignIn(db: Db, { orgId, operatorNo, day }: SignInKey, signNo: string, now: Date): Promise<void> {
  await db
    .insertInto('insurance.sign_in')
    .values({ org_id: orgId, operator_no: operatorNo, business_day: day, sign_no: signNo, signed_at: now, signed_out_at: null })
    .onConflict((conflict) => conflict.columns(['org_id', 'operator_no', 'business_day']).doUpdateSet({ sign_no: signNo, signed_at: now, signed_out_at: null }))
    .execute();
}

/** The platform does not know this number any more; one that was renewed meanwhile stays. */
export async function forgetSignIn(db: Db, { orgId, operatorNo, day }: SignInKey, signNo: string): Promise<void> {
  // rows: of the facility and the operator that is called for
  await db
    .deleteFrom('insurance.sign_in')
    .where('org_id', '=', orgId)
    .where('operator_no', '=', operatorNo)
    .where('business_day', '=', day)
    .where('sign_no', '=', signNo)
    .execute();
}

export async function markSignedOut(db: Db, { orgId, operatorNo, day }: SignInKey, now: Date): Promise<void> {
  // rows: of the facility and the operator that is called for
  await db
    .updateTable('insurance.sign_in')
    .set({ signed_out_at: now })
    .where('org_id', '=', orgId)
    .where('operator_no', '=', operatorNo)
    .where('business_day', '=', day)
    .execute();
}
