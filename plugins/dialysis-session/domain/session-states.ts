import { PASSABLE, SESSION_STATE as S, type Guard, type SessionAct, type SessionState } from '../contract/states.ts';
import { daysBetween } from './days.ts';

/** What the guards look at. Moments are milliseconds by the server's clock. */
export interface SessionFacts {
  readonly state: SessionState;
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly today: string;
  /** The shift ends on the day after its date, so that the day after counts, too. */
  readonly overMidnight: boolean;
  readonly now: number;
  readonly patientActive: boolean;
  readonly consented: boolean;
  /** Another treatment of the patient runs. */
  readonly runningElsewhere: boolean;
  /** A weight, or the reason why there is none. */
  readonly weighed: boolean;
  readonly pressureTaken: boolean;
  readonly accessLookedAt: boolean;
  /** There is a signed prescription to copy. */
  readonly hasPrescription: boolean;
  readonly hasAccess: boolean;
  readonly ufRateHigh: boolean;
  readonly confirmed: boolean;
  readonly check1ById: string | null;
  readonly check1Fine: boolean;
  readonly check2Done: boolean;
  /** Who would sign the second check. */
  readonly secondId: string | null;
  readonly zoneFits: boolean;
  readonly machine: 'none' | 'ready' | 'not-ready';
  readonly modeOffered: boolean;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly prescribedMinutes: number | null;
  readonly endTolerance: number;
  readonly readings: number;
  /** Bleeding of the end, clots and the volume taken are written down. */
  readonly endComplete: boolean;
  readonly afterComplete: boolean;
  readonly postAbovePre: boolean;
  readonly ordersOpen: number;
  readonly reasonGiven: boolean;
}

export interface Move {
  readonly from: readonly SessionState[];
  /** Absent: the state stays, the act leaves a mark. */
  readonly to?: SessionState;
  readonly guards: readonly Guard[];
}

/** Minutes in which a start by mistake may be taken back, and in which a treatment that ends was aborted rather than shortened. */
export const UNDO_START_MINUTES = 10;
export const ABORT_MINUTES = 30;

const { planned, arrived, assessed, running, off, closed, aborted, cancelled, absent } = S;

/** Every move there is; what is not here is refused. */
export const MOVES: Readonly<Record<SessionAct, Move>> = {
  checkIn: { from: [planned], to: arrived, guards: ['not-today', 'running-elsewhere', 'patient-inactive'] },
  undoCheckIn: { from: [arrived], to: planned, guards: ['reason-missing'] },
  assess: { from: [arrived], to: assessed, guards: ['weight-missing', 'pressure-missing', 'access-missing'] },
  confirm: { from: [assessed, running], guards: ['no-prescription', 'no-access', 'consent-missing', 'uf-rate-high'] },
  check1: { from: [assessed], guards: ['zone-differs', 'machine-missing', 'machine-not-ready', 'mode-not-offered'] },
  start: {
    from: [assessed],
    to: running,
    guards: [
      'no-prescription',
      'not-confirmed',
      'check1-missing',
      'check1-failed',
      'running-elsewhere',
      'zone-differs',
      'machine-missing',
      'machine-not-ready',
      'mode-not-offered',
    ],
  },
  undoStart: { from: [running], to: assessed, guards: ['reason-missing', 'readings-exist', 'started-too-long-ago'] },
  check2: { from: [running, off], guards: ['same-person'] },
  record: { from: [running, off], guards: [] },
  adjust: { from: [running], guards: [] },
  end: { from: [running], to: off, guards: ['end-before-start', 'end-missing', 'early-end'] },
  abort: { from: [arrived, assessed, running], to: aborted, guards: ['reason-missing', 'running-longer'] },
  close: { from: [off], to: closed, guards: ['after-missing', 'post-above-pre', 'check2-missing', 'orders-open'] },
  reopen: { from: [closed], to: off, guards: ['reason-missing'] },
  cancel: { from: [planned, arrived], to: cancelled, guards: ['reason-missing'] },
  absent: { from: [planned], to: absent, guards: ['reason-missing'] },
};

const MINUTE_MS = 60_000;
const minutesBetween = (from: number, to: number): number => (to - from) / MINUTE_MS;

/** The day itself, and after midnight the day after for a shift that ends then. Both are `YYYY-MM-DD`, so that texts compare. */
const isItsDay = ({ date, today, overMidnight }: SessionFacts): boolean => date === today || (overMidnight && daysBetween(date, today) === 1);

/** Of each guard: does it stand against the act? */
const STANDS: Readonly<Record<Guard, (facts: SessionFacts) => boolean>> = {
  'wrong-state': () => false,
  'not-today': (f) => !isItsDay(f),
  'running-elsewhere': (f) => f.runningElsewhere,
  'patient-inactive': (f) => !f.patientActive,
  'consent-missing': (f) => !f.consented,
  'before-missing': (f) => !f.pressureTaken,
  'weight-missing': (f) => !f.weighed,
  'pressure-missing': (f) => !f.pressureTaken,
  'access-missing': (f) => !f.accessLookedAt,
  'no-prescription': (f) => !f.hasPrescription,
  'no-access': (f) => !f.hasAccess,
  'uf-rate-high': (f) => f.ufRateHigh,
  'not-confirmed': (f) => !f.confirmed,
  'check1-missing': (f) => f.check1ById === null,
  'check1-failed': (f) => f.check1ById !== null && !f.check1Fine,
  'zone-differs': (f) => !f.zoneFits,
  'machine-missing': (f) => f.machine === 'none',
  'machine-not-ready': (f) => f.machine === 'not-ready',
  'mode-not-offered': (f) => !f.modeOffered,
  'same-person': (f) => f.secondId === null || f.secondId === f.check1ById,
  'check2-missing': (f) => !f.check2Done,
  'readings-exist': (f) => f.readings > 0,
  'started-too-long-ago': (f) => f.startedAt === null || minutesBetween(f.startedAt, f.now) > UNDO_START_MINUTES,
  'end-missing': (f) => !f.endComplete,
  'end-before-start': (f) => f.startedAt !== null && f.endedAt !== null && f.endedAt <= f.startedAt,
  'early-end': (f) => isOffPlan(f),
  'after-missing': (f) => !f.afterComplete,
  'post-above-pre': (f) => f.postAbovePre,
  'orders-open': (f) => f.ordersOpen > 0,
  'running-longer': (f) => f.startedAt !== null && minutesBetween(f.startedAt, f.now) > ABORT_MINUTES,
  'reason-missing': (f) => !f.reasonGiven,
  // Of a piece that is used, `material/material-rules.ts`.
  'material-expired': () => false,
  'material-differs': () => false,
  'material-unknown': () => false,
  'material-twice': () => false,
};

/** Ended earlier or later than prescribed, by more than is let pass. */
function isOffPlan({ startedAt, endedAt, prescribedMinutes, endTolerance }: SessionFacts): boolean {
  if (startedAt === null || endedAt === null || prescribedMinutes === null) return false;
  return Math.abs(minutesBetween(startedAt, endedAt) - prescribedMinutes) > endTolerance;
}

/** All that stands against an act, in the order in which it is mended; empty: it may be done. */
export function guardsAgainst(act: SessionAct, facts: SessionFacts): readonly Guard[] {
  const { from, guards } = MOVES[act];
  if (!from.includes(facts.state)) return ['wrong-state'];
  return guards.filter((guard) => STANDS[guard](facts));
}

/** What is left when somebody passes some guards with a reason. */
export const notPassed = (against: readonly Guard[], passed: readonly Guard[]): readonly Guard[] =>
  against.filter((guard) => !(PASSABLE.includes(guard) && passed.includes(guard)));

export const stateAfter = (act: SessionAct, state: SessionState): SessionState => MOVES[act].to ?? state;
