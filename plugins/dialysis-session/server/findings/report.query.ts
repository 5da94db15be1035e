import { totalOf } from '@nephra/plugin-sdk/server';
import type { ReplyOf } from '@nephra/plugin-sdk/contract';
import type { findingContract } from '../../contract/money/finding.contract.ts';
import { type AuditedMonth, daysOfMonth, findingsOfMonth, namedFindings } from '../money/findings.query.ts';
import { findingRunTable } from '../tables/finding-run.table.ts';
import { sessionTable } from '../tables/session.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { askedBy, monthOf, runToWire } from './finding-run.ts';

type Report = ReplyOf<typeof findingContract.routes.list>;

/** Treatments of a month of several facilities that are looked through while somebody waits: as many as one facility has. */
export const LARGE = 2_000;

/** Whether a month is looked through in the background. That of one facility never is. */
async function isLarge(ctx: Ctx, { orgIds, month }: AuditedMonth): Promise<boolean> {
  if (orgIds.length < 2) return false;
  const treated = sessionTable
    .everywhere(ctx, 'how many treatments the month of the caller’s facilities has', 's')
    .clearSelect()
    .select('s.id')
    .where('s.orgId', 'in', [...orgIds])
    .where('s.day', '>=', `${month}-01`)
    .where('s.day', '<=', `${month}-${daysOfMonth(month)}`);
  return (await totalOf(ctx.db, treated, { list: [], pageSize: 1, offset: 0, countUpTo: LARGE + 1 })) > LARGE;
}

/** What is known of a month in the caller's facilities: found now, or by the run over it that ended last. @throws AppError `dialysis-session.month-too-large` */
export async function reportOfMonth(ctx: Ctx, month: string): Promise<Report> {
  const audit = monthOf(ctx, month);
  if (!(await isLarge(ctx, audit))) {
    const found = await findingsOfMonth(ctx, audit);
    return { month, large: false, madeAt: null, run: null, ...(await namedFindings(ctx, audit.orgIds, found)) };
  }
  const runs = await findingRunTable
    .select(ctx, 'run')
    .where('run.asked', '=', askedBy(ctx, audit))
    .orderBy('run.startedAt', 'desc')
    .orderBy('run.id', 'desc')
    .limit(20)
    .execute();
  const [newest] = runs;
  const done = runs.find(({ state }) => state === 'done');
  return {
    ...{ month, large: true, madeAt: done?.startedAt.getTime() ?? null, run: newest ? runToWire(ctx, newest) : null },
    ...(await namedFindings(ctx, audit.orgIds, done?.found ?? { held: 0, written: 0, counts: {}, list: [] })),
  };
}
