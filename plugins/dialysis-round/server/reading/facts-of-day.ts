import { type HeldTreatment, type RoundFacts, ufTarget } from '../../../dialysis-file/contract/index.ts';
import { type Away, RED_EVENTS, type RoundTreatment } from '../../../dialysis-session/contract/index.ts';
import { type ProblemFacts, ROUND_LABS, type RoundLab } from '../../domain/problem-facts.ts';
import type { LabStored } from '../tables/lab.table.ts';

export interface Around {
  readonly today: string;
  readonly now: number;
  readonly file: RoundFacts | undefined;
  readonly last: HeldTreatment | undefined;
  readonly labs: readonly LabStored[];
  readonly stays: readonly Away[];
  /** What waits for a doctor besides the proposed prescription. */
  readonly waiting: number;
}

/** ml of the treatment: as confirmed, else as the standing prescription says, else what the weight asks for. */
export function plannedUf(treatment: RoundTreatment, file: RoundFacts | undefined): number | null {
  if (treatment.confirmedAt !== null && treatment.ufTarget !== null) return treatment.ufTarget;
  const standing = file?.prescription?.ufTarget ?? null;
  return standing ?? ufTarget({ preWeight: treatment.preWeight, dryWeight: file?.dryWeight?.kg ?? treatment.dryWeight }).value;
}

/** The stay in which today lies, or that ended today: the first treatment after it is looked at closely. */
function lastStay(stays: readonly Away[], today: string): ProblemFacts['stay'] {
  const found = stays.findLast(({ from, to, why }) => why !== 'outcome' && from <= today && (to === null || to >= today));
  return found && found.why !== 'outcome' ? { why: found.why, from: found.from } : null;
}

/** What the rules look at, of a patient of today. */
export function factsOfDay(treatment: RoundTreatment, { today, now, file, last, labs, stays, waiting }: Around): ProblemFacts {
  const labOf = (test: RoundLab) => {
    const own = labs.filter((lab) => lab.test === test).map(({ value, onDay }) => ({ value: Number(value), on: onDay }));
    return own.length === 0 ? {} : { [test]: own };
  };
  return {
    ...{
      today,
      now,
      state: treatment.state,
      confirmed: treatment.confirmedAt !== null,
      startedAt: treatment.startedAt,
      check2Done: treatment.check2At !== null,
    },
    ...{ preWeight: treatment.preWeight, lastPostWeight: last?.postWeight ?? null, lastOn: last?.date ?? null },
    // The one in force: a dry weight that was changed today counts at once, whatever the sheet copied.
    ...{ dryWeight: file?.dryWeight?.kg ?? null, dryWeightReviewOn: file?.dryWeight?.reviewOn ?? null },
    ...{ systolicBefore: treatment.systolicBefore, lastSystolic: treatment.lastReading?.systolic ?? null },
    ...{ ufTarget: plannedUf(treatment, file), minutes: treatment.minutes ?? file?.prescription?.minutes ?? null },
    complications: treatment.complications.map(({ kind, severity }) => ({ kind, severity, red: RED_EVENTS.includes(kind) })),
    ...{ ordersOpen: treatment.ordersOpen.length, signaturesWaiting: waiting },
    ...{ hasPrescription: (file?.prescription ?? null) !== null, draftVersion: file?.draft?.versionNo ?? null, consented: file?.consented === true },
    ...{ hasAccess: (file?.access ?? null) !== null, accessFound: treatment.accessFound, accessEvents: file?.accessEvents ?? [] },
    stay: lastStay(stays, today),
    ...{ serology: file?.serology ?? 'missing', serologyDueOn: file?.serologyDueOn ?? null },
    labs: Object.assign({}, ...ROUND_LABS.map(labOf)),
  };
}
