import type { FindingKind } from '../../contract/money/finding-kinds.ts';
import { byKey } from '../by-key.ts';

/** A treatment of the month. Days are `YYYY-MM-DD`, moments milliseconds. */
export interface AuditedSession {
  readonly sessionId: string;
  readonly patientId: string;
  readonly day: string;
  readonly mode: string;
  readonly state: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly minutes: number | null;
  readonly prescribedMinutes: number | null;
  readonly endReason: string;
  readonly check1At: number | null;
  readonly check2At: number | null;
  /** Of the prescription that it wrote; `none` where it wrote none. */
  readonly written: 'none' | 'stands' | 'void';
}
/** A line that is charged. */
export interface AuditedLine {
  readonly kind: 'drug' | 'material' | 'item';
  readonly drugId: string;
  readonly name: string;
  /** Of the insurer's catalogue. */
  readonly code: string;
  readonly isTest: boolean;
  /** Why, as somebody wrote it beside the line. */
  readonly remark: string;
}
/** A prescription of the month. */
export interface AuditedPrescription {
  readonly dpId: string;
  readonly dpNumber: string;
  readonly patientId: string;
  readonly day: string;
  /** Treatment items: which, and how many. */
  readonly treatments: readonly { readonly drugId: string; readonly name: string; readonly quantity: number }[];
  readonly dialysers: number;
  readonly lines: readonly AuditedLine[];
}
export interface Finding {
  readonly kind: FindingKind;
  readonly patientId: string;
  readonly day: string;
  readonly sessionId: string;
  readonly dpId: string;
  readonly dpNumber: string;
  readonly params: Readonly<Record<string, string | number>>;
}

/** Findings as they are kept: names of patients are looked up when they are shown. */
export interface StoredFindings {
  readonly held: number;
  readonly written: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly list: readonly Finding[];
}

const HELD: readonly number[] = [5];
const UNFINISHED: readonly number[] = [1, 2, 3, 4];
const MINUTE_MS = 60_000;

/** @param tolerance minutes that a treatment may be shorter without a reason */
export const isShort = ({ minutes, prescribedMinutes }: Pick<AuditedSession, 'minutes' | 'prescribedMinutes'>, tolerance: number): boolean =>
  minutes !== null && (prescribedMinutes ?? 0) - minutes > tolerance;

/** @param tolerance see `isShort` */
export function findingsOf(
  sessions: readonly AuditedSession[],
  prescriptions: readonly AuditedPrescription[],
  today: string,
  tolerance: number,
): readonly Finding[] {
  const found: Finding[] = [];
  const ofSession = (kind: FindingKind, one: AuditedSession, params: Finding['params'] = {}): void =>
    void found.push({ kind, patientId: one.patientId, day: one.day, sessionId: one.sessionId, dpId: '', dpNumber: '', params });
  for (const one of sessions) {
    if (one.day < today && UNFINISHED.includes(one.state)) ofSession('sheet-open', one);
    if (!HELD.includes(one.state)) continue;
    if (one.written === 'none') ofSession('not-written', one);
    if (one.written === 'void') ofSession('void', one);
    if (isShort(one, tolerance) && one.endReason.trim() === '') ofSession('short', one, { minutes: one.minutes ?? 0, prescribed: one.prescribedMinutes ?? 0 });
    if (one.check2At === null) ofSession('second-check-missing', one);
  }
  for (const { first, count } of sameTimes(sessions)) ofSession('same-times', first, { count });
  found.push(...ofPrescriptions(sessions, prescriptions, today));
  return inOrder(found);
}

/** The order of days, ids and kinds: no words of a language, so their signs are compared. */
export const inTurn = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
/** Newest day first. */
export const inOrder = (found: readonly Finding[]): readonly Finding[] =>
  found.toSorted((a, b) => inTurn(b.day, a.day) || inTurn(a.patientId, b.patientId) || inTurn(a.kind, b.kind));

/** How many were found of each kind; what was not found is absent. */
export function countsOf(found: readonly Finding[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of found) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Sheets that were filled in afterwards show the same steps to the minute: three or more of a day, told once at the first of them. */
function sameTimes(sessions: readonly AuditedSession[]): readonly { readonly first: AuditedSession; readonly count: number }[] {
  // Of thousands that were held few are alike: what is common to a group is counted, and the group looked at when it is one.
  const alike = new Map<string, { first: AuditedSession; count: number }>();
  for (const one of sessions) {
    const steps = HELD.includes(one.state) ? stepsOf(one) : null;
    if (steps === null) continue;
    const key = `${one.day} ${one.state} ${steps}`;
    const known = alike.get(key);
    if (!known) alike.set(key, { first: one, count: 1 });
    else {
      known.count += 1;
      if (one.sessionId < known.first.sessionId) known.first = one;
    }
  }
  return [...alike.values()].filter(({ count }) => count >= 3);
}
const stepsOf = ({ check1At, startedAt, check2At, endedAt }: AuditedSession): string | null => {
  if (check1At === null || startedAt === null || check2At === null || endedAt === null) return null;
  const minutes = (ms: number): number => Math.round(ms / MINUTE_MS);
  return `${minutes(startedAt - check1At)},${minutes(check2At - startedAt)},${minutes(endedAt - startedAt)}`;
};

function ofPrescriptions(sessions: readonly AuditedSession[], prescriptions: readonly AuditedPrescription[], today: string): readonly Finding[] {
  const heldOn = new Map<string, number>();
  for (const { patientId, day, state } of sessions) {
    if (!HELD.includes(state)) continue;
    const key = `${patientId} ${day}`;
    heldOn.set(key, (heldOn.get(key) ?? 0) + 1);
  }
  const found: Finding[] = [];
  for (const [key, ofDay] of byKey(prescriptions, ({ patientId, day }) => `${patientId} ${day}`))
    found.push(...findingsOfDay(ofDay, heldOn.get(key) ?? 0, today));
  return found;
}

const NOTHING: readonly Finding[] = [];
/** @param ofDay prescriptions of a patient and day @param held treatments of that day */
function findingsOfDay(ofDay: readonly AuditedPrescription[], held: number, today: string): readonly Finding[] {
  const first = ofDay.find(({ treatments }) => treatments.length > 0) ?? ofDay[0];
  if (!first) return NOTHING;
  const treatments = ofDay.length === 1 ? first.treatments : ofDay.flatMap((one) => one.treatments);
  const charged = treatments.reduce((sum, { quantity }) => sum + quantity, 0);
  const dialysers = ofDay.reduce((sum, one) => sum + one.dialysers, 0);
  const names = new Set(treatments.map(({ name }) => name));
  // Most are as they should be.
  if (charged === held && (dialysers === held || dialysers === 0) && names.size < 2) return NOTHING;
  const { patientId, day, dpId, dpNumber } = first;
  const finding = (kind: FindingKind, params: Finding['params']): Finding => ({ kind, patientId, day, sessionId: '', dpId, dpNumber, params });
  return [
    // What is written ahead, or of a day that is not over, may still be held.
    ...(charged > 0 && held === 0 && day < today ? [finding('lines-without-session', { n: charged })] : []),
    ...(held > 0 && charged > held ? [finding('two-treatments', { charged, held })] : []),
    ...(names.size > 1 ? [finding('not-together', { names: [...names].join('、') })] : []),
    ...(held > 0 && dialysers !== held && dialysers > 0 ? [finding('dialysers-differ', { dialysers, held })] : []),
  ];
}
