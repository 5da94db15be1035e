import type { ServerContext } from '@nephra/plugin-sdk/server';
import { insuredMonthChecks } from '../../../contract/index.ts';
import { isInsured } from '../../../domain/settlement-title.ts';
import { partOf } from '../../../domain/month/month-account.ts';
import type { Blocker } from '../../../domain/month/month-blockers.ts';
import type { Candidate, RunPlan } from './month-dry-run.ts';
import type { ChargingTables } from '../../charging-tables.ts';

const OPEN: readonly string[] = ['waiting', 'account'];

/** What an insurer would stop at, by patient; nothing for a run that he takes no part in. */
export async function insurerBlockers(
  ctx: ServerContext<ChargingTables>,
  plan: RunPlan,
  people: readonly Pick<Candidate, 'patient' | 'heads'>[],
): Promise<ReadonlyMap<string, readonly Blocker[]>> {
  const checks = plan.settleWay === 'insured' ? ctx.optionalService(insuredMonthChecks) : undefined;
  const patients = people
    .filter((one) => isInsured(one.patient.reimWay))
    .map((one) => ({ patientId: one.patient.patientId, dpIds: one.heads.filter((head) => OPEN.includes(partOf(head))).map((head) => head.dpId) }))
    .filter((one) => one.dpIds.length > 0);
  if (!checks || patients.length === 0) return new Map();
  const found = new Map<string, Blocker[]>();
  for (const { patientId, key, level, params } of await checks.blockersOf({ orgId: plan.orgId, month: plan.month, patients })) {
    const list = found.get(patientId) ?? [];
    list.push({ kind: 'insurer', level, dpId: '', dpNumber: '', name: '', insurer: { key, params } });
    found.set(patientId, list);
  }
  return found;
}
