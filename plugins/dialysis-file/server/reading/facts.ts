import type { AccessFacts, BedsideFacts, PlanningFacts, PrescriptionFacts } from '../../contract/index.ts';
import { serologyDue, worstSerology } from '../../contract/rules/serology-due.ts';
import { zoneOf } from '../../contract/rules/zone-of.ts';
import { type ConsentLack, consentsLacking } from '../../contract/consent/consents.ts';
import { accessInUse, weightOn } from '../../domain/in-force.ts';
import type { AccessStored, PrescriptionStored } from '../tables/part.tables.ts';
import type { InfectionLimits } from './limits.ts';
import { markersOf, type Parts, signedOf, weightsOf } from './parts.query.ts';

/** Zone and due tests of a patient on a day. */
export function infectionOf(parts: Pick<Parts, 'file' | 'results'>, today: string, limits: InfectionLimits) {
  const results = markersOf(parts);
  const worked = zoneOf(results, today, limits);
  const { firstHereOn, transient, zoneOverride } = parts.file;
  const dues = serologyDue(results, { firstHereOn, transient }, today, limits);
  return { worked, zone: zoneOverride ?? worked.zone, dues, worst: worstSerology(dues) };
}

/** Ended by an outcome until that day. */
export const hasEnded = ({ outcomeOn }: Pick<Parts['file'], 'outcomeOn'>, day: string): boolean => outcomeOn !== null && outcomeOn <= day;

/** Consents that somebody needs on a day and that do not hold. */
export function lackingOf(parts: Pick<Parts, 'accesses' | 'prescriptions' | 'consents'>, day: string): readonly ConsentLack[] {
  const kind = accessInUse(parts.accesses)?.kind;
  return consentsLacking(parts.consents, { mode: signedOf(parts)?.content.mode ?? null, catheter: kind === 'TCC' || kind === 'NCC' }, day);
}

export function planningFacts(parts: Parts, day: string, limits: InfectionLimits): PlanningFacts {
  const { file } = parts;
  const { worked, zone, worst } = infectionOf(parts, day, limits);
  const mode = signedOf(parts)?.content.mode ?? null;
  const lacking = lackingOf(parts, day);
  return {
    patientId: file.id,
    active: !hasEnded(file, day),
    outcomeOn: file.outcomeOn,
    zone,
    zoneReasons: worked.infections,
    serology: worst.state,
    serologyDueOn: worst.dueOn,
    mode,
    consented: !lacking.some(({ kind }) => kind === 'dialysis'),
    consentsLacking: lacking,
    transient: file.transient,
    dryWeight: dryWeightFacts(parts, day),
  };
}

export const prescriptionFacts = (row: PrescriptionStored): PrescriptionFacts => ({
  prescriptionId: row.id,
  versionNo: row.versionNo,
  ...row.content,
  signedById: row.signedById,
  signedByName: row.signedByName,
  signedAt: row.signedAt?.getTime() ?? 0,
});

const accessFacts = (row: AccessStored): AccessFacts => ({
  accessId: row.id,
  kind: row.kind,
  side: row.side,
  site: row.site,
  state: row.state,
  needleGauge: row.needleGauge,
  punctureMethod: row.punctureMethod,
  lockVolume: row.lockArterial !== null && row.lockVenous !== null ? { arterial: Number(row.lockArterial), venous: Number(row.lockVenous) } : null,
});

/** The dry weight in force on a day, and whether its review is overdue. */
export function dryWeightFacts(parts: Pick<Parts, 'weights'>, day: string): PlanningFacts['dryWeight'] {
  const weight = weightOn(weightsOf(parts), day)?.row;
  return weight ? { kg: Number(weight.kg), from: weight.fromDay, reviewOn: weight.reviewOn, overdue: weight.reviewOn < day } : null;
}

export function bedsideFacts(parts: Parts, day: string, limits: InfectionLimits): BedsideFacts {
  const [signed, access] = [signedOf(parts), accessInUse(parts.accesses)];
  return {
    ...planningFacts(parts, day, limits),
    prescription: signed ? prescriptionFacts(signed) : null,
    access: access ? accessFacts(access) : null,
    dialyserAllergies: parts.file.dialyserAllergies,
  };
}
