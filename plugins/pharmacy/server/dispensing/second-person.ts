import type { RequestContext } from '@nephra/plugin-sdk/server';
import type { LedgerPrescription } from '../../../prescription/contract/index.ts';
import { isDispensable } from '../../domain/dispensing/dispensable-lines.ts';
import { ownPick, type PickedGoods, secondPersonRule } from '../../domain/dispensing/second-person.ts';
import { type AllocationRecord, allocationsOf } from '../stock/allocation.repo.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';
import { stepsOf } from './step.table.ts';

type Ctx = RequestContext<PharmacyTables>;

/**
 * What the caller took from the shelf himself and may therefore not hand out; undefined when nothing is in his way. Lines without a lot leave with the whole
 * prescription: for them whoever picked last counts.
 * @param leaves shares that are about to be handed out
 */
export async function ownPickOf(ctx: Ctx, prescription: LedgerPrescription, leaves: (share: AllocationRecord) => boolean): Promise<PickedGoods | undefined> {
  const rule = secondPersonRule(ctx.settings.secondPersonDispenses);
  if (rule === 'none') return undefined;
  const controlled = new Set(prescription.lines.filter((line) => line.controlClass !== '').map((line) => line.detailId));
  const shares = (await allocationsOf(ctx, prescription.dpId)).filter(leaves);
  const lotless = prescription.lines.filter((line) => isDispensable(line.drugType) && !line.stockKept);
  const last = lotless.length > 0 ? (await stepsOf(ctx, prescription.dpId)).filter((step) => step.action === 'pick').at(-1) : undefined;
  const goods = [...shares, ...lotless.map(({ detailId }) => ({ detailId, pickedBy: last?.operatorId ?? '', pickedByName: last?.operatorName ?? '' }))];
  return ownPick(rule, goods, controlled, ctx.user.userId);
}
