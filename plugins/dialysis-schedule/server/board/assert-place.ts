import { AppError, EnvelopeCode, formatInstant, type OrgId } from '@nephra/plugin-sdk/contract';
import { type PlacedSlot, isFree } from '../../domain/rules/conflicts.ts';
import type { SlotStored } from '../tables/plan.tables.ts';
import type { WorkCtx } from '../tables/tables.ts';
import { type KnownFacts, knownFacts } from './known-facts.ts';
import { placedOf, slotsBetween } from './slot-rows.ts';

const ZONE_CODES: readonly string[] = ['zone-differs', 'observation-not-last-shift'];

/** Who is where somebody wants to be, and since when. */
function taken(other: SlotStored, facts: KnownFacts): AppError {
  const patient = facts.patients.get(other.patientId)?.patientName ?? '';
  const station = facts.stations.find(({ stationId }) => stationId === other.stationId)?.code ?? '';
  const at = formatInstant(other.updatedAt.getTime(), 'MM-dd HH:mm');
  const params = { station, patient, by: other.byName, at };
  return other.byName === ''
    ? new AppError('dialysis-schedule.place-taken-by-plan', { code: EnvelopeCode.Conflict, params })
    : new AppError('dialysis-schedule.place-taken', { code: EnvelopeCode.Conflict, params });
}

const takenByHidden = ({ stationId }: SlotStored, { stations }: KnownFacts): AppError => {
  const station = stations.find((one) => one.stationId === stationId)?.code ?? '';
  return new AppError('dialysis-schedule.place-taken-hidden', { code: EnvelopeCode.Conflict, params: { station } });
};

export interface PlaceOptions {
  /** Places that move away in the same act. */
  readonly leaving?: readonly string[];
  /** Who may let a patient lie in another zone, and why; without a reason nobody does. */
  readonly override?: { readonly may: boolean; readonly reason: string };
  /** Whether the caller's data rights show a place; whom they hide is not named. Without it all are named. */
  readonly sees?: (slotId: string) => Promise<boolean>;
}

/**
 * Refuses a place that the rules forbid. The day must be locked.
 * @returns the reason for another zone that was needed; empty where the zone fits
 * @throws AppError `place-taken`, `place-taken-by-plan` (who and when), `place-taken-hidden` (by somebody whom the caller does not see), `conflict-<code>`, `no-such-shift`, `zone-override-right`
 */
export async function assertPlace(ctx: WorkCtx, orgId: OrgId, slot: PlacedSlot, { leaving = [], override, sees }: PlaceOptions = {}): Promise<string> {
  const rows = (await slotsBetween(ctx, orgId, slot.date, slot.date)).filter(({ id }) => !leaving.includes(id));
  const here = rows.find((row) => row.id !== slot.slotId && !isFree(row.state) && row.shiftId === slot.shiftId && row.stationId === slot.stationId);
  const facts = await knownFacts(ctx, orgId, [slot.patientId, ...(here ? [here.patientId] : [])], slot.date, slot.date);
  if (!facts.shifts.some(({ shiftId }) => shiftId === slot.shiftId)) throw new AppError('dialysis-schedule.no-such-shift', { code: EnvelopeCode.Invalid });
  if (!facts.patients.has(slot.patientId)) throw new AppError('dialysis-schedule.no-such-patient', { code: EnvelopeCode.NotFound });
  if (here) throw !sees || (await sees(here.id)) ? taken(here, facts) : takenByHidden(here, facts);
  const found = facts.against({ ...slot, zoneOverridden: false }, rows.map(placedOf)).filter(({ weight }) => weight === 'stop');
  const [first] = found.filter(({ code }) => !ZONE_CODES.includes(code));
  if (first) throw refusal(first);
  const [zone] = found;
  if (!zone) return '';
  const why = override?.reason.trim() ?? '';
  if (why === '') throw refusal(zone);
  if (!override?.may) throw new AppError('dialysis-schedule.zone-override-right', { code: EnvelopeCode.Forbidden });
  return why;
}

// text: `CONFLICTS` names the codes; each has its sentence below `errors`
const refusal = ({ code, params }: { readonly code: string; readonly params: Readonly<Record<string, string | number>> }): AppError =>
  new AppError(`dialysis-schedule.conflict-${code}`, { code: EnvelopeCode.Conflict, params: { ...params } });
