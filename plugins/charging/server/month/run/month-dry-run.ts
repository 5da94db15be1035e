import { addMoney, type Money, moneyToWire, type OrgId, ZERO } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { PatientRow } from '../../../../patient/contract/index.ts';
import type { DryRun, SettleWay } from '../../../contract/index.ts';
import { type Blocker, monthBlockers, hasBlock } from '../../../domain/month/month-blockers.ts';
import { insurerBlockers } from './insurer-blockers.query.ts';
import { digest, fingerprintOf, type MonthHead, monthHeads, priceChangesOf, withLines } from '../month-entries.ts';
import { monthPatients } from '../month-patients.query.ts';
import { blockerToWire } from '../month-present.ts';
import type { ChargingTables } from '../../charging-tables.ts';
import { amountOf } from './settle-month.command.ts';

export interface RunPlan {
  readonly orgId: OrgId;
  readonly month: string;
  readonly settleWay: SettleWay;
  readonly takeIn: boolean;
  /** Everybody who has something open unless told. */
  readonly patientIds?: readonly string[];
}

/** One patient of a run to be. */
export interface Candidate {
  readonly patient: PatientRow;
  readonly heads: readonly MonthHead[];
  readonly fingerprint: string;
  readonly amount: Money;
  readonly blockers: readonly Blocker[];
}

/** Patients whose lines are read together. */
const CHUNK = 40;

async function people(ctx: ServerContext<ChargingTables>, plan: RunPlan): Promise<Omit<Candidate, 'blockers'>[]> {
  const wanted = plan.patientIds && new Set(plan.patientIds);
  const open = (await monthPatients(ctx, [plan.orgId], plan.month)).filter(
    (one) => one.state !== 'settled' && (wanted === undefined || wanted.has(one.patient.patientId)),
  );
  const ownerOf = new Map(open.flatMap((one) => one.ids.map((id) => [id, one.patient.patientId])));
  const heads = new Map<string, MonthHead[]>(open.map((one) => [one.patient.patientId, []]));
  // One read of the month serves everybody; a handful is asked for by name.
  const patientIds = wanted && wanted.size <= CHUNK ? [...ownerOf.keys()] : undefined;
  for (const head of await monthHeads(ctx, { orgId: plan.orgId, month: plan.month, patientIds })) heads.get(ownerOf.get(head.patientId) ?? '')?.push(head);
  return open.map(({ patient }) => {
    const mine = heads.get(patient.patientId) ?? [];
    return { patient, heads: mine, fingerprint: fingerprintOf(mine), amount: amountOf(mine, plan.takeIn) };
  });
}

/** Proof of everything that a run would settle, in this way. */
export const planFingerprint = (plan: RunPlan, candidates: readonly Pick<Candidate, 'patient' | 'fingerprint'>[]): string =>
  digest(
    [
      plan.orgId,
      plan.month,
      plan.settleWay,
      String(plan.takeIn),
      ...candidates.map(({ patient, fingerprint }) => `${patient.patientId}=${fingerprint}`).sort(),
    ].join('\n'),
  );

const optionsFor = (plan: RunPlan, patient: PatientRow) => ({
  takeIn: plan.takeIn,
  insuredBySelfPay: plan.settleWay === 'selfpay' && patient.reimWay !== '0',
});

/** Who would be settled, judged by the prescriptions' states alone; lines are looked at when each patient's turn comes. */
export async function quickCandidates(ctx: ServerContext<ChargingTables>, plan: RunPlan): Promise<Candidate[]> {
  const everybody = await people(ctx, plan);
  const insurers = await insurerBlockers(ctx, plan, everybody);
  return everybody.map((one) => ({
    ...one,
    blockers: [
      ...monthBlockers(
        one.heads.map((head) => ({ ...head, lines: [] })),
        { ...optionsFor(plan, one.patient), priceChanges: new Map() },
      ).filter((blocker) => blocker.kind !== 'sumWrong'),
      ...(insurers.get(one.patient.patientId) ?? []),
    ],
  }));
}

/** The same with every line checked. */
export async function checkedCandidates(ctx: ServerContext<ChargingTables>, plan: RunPlan): Promise<Candidate[]> {
  const everybody = await people(ctx, plan);
  const insurers = await insurerBlockers(ctx, plan, everybody);
  const checked: Candidate[] = [];
  for (let start = 0; start < everybody.length; start += CHUNK) {
    const chunk = everybody.slice(start, start + CHUNK);
    const entries = await withLines(
      ctx,
      plan.orgId,
      chunk.flatMap((one) => one.heads),
    );
    const priceChanges = await priceChangesOf(ctx, entries);
    const byId = new Map(entries.map((entry) => [entry.dpId, entry]));
    for (const one of chunk) {
      const mine = one.heads.flatMap((head) => byId.get(head.dpId) ?? []);
      checked.push({
        ...one,
        blockers: [...monthBlockers(mine, { ...optionsFor(plan, one.patient), priceChanges }), ...(insurers.get(one.patient.patientId) ?? [])],
      });
    }
  }
  return checked;
}

/** A run to be as calls send it: those that stand in the way first. */
export function dryRunToWire(plan: RunPlan, candidates: readonly Candidate[]): DryRun {
  const [runs, blocked] = [candidates.filter((one) => !hasBlock(one.blockers)), candidates.filter((one) => hasBlock(one.blockers))];
  const sum = (list: readonly Candidate[]): number => moneyToWire(addMoney(ZERO, ...list.map((one) => one.amount)));
  return {
    fingerprint: planFingerprint(plan, candidates),
    patients: [...blocked, ...runs].map((one) => ({
      patientId: one.patient.patientId,
      patientName: one.patient.patientName,
      outpatientCode: one.patient.outpatientCode,
      reimWay: one.patient.reimWay,
      prescriptionCount: one.heads.length,
      amount: moneyToWire(one.amount),
      runs: !hasBlock(one.blockers),
      blockers: one.blockers.map(blockerToWire),
    })),
    runCount: runs.length,
    runPrice: sum(runs),
    blockedCount: blocked.length,
    blockedPrice: sum(blocked),
    warnCount: runs.filter((one) => one.blockers.length > 0).length,
  };
}
