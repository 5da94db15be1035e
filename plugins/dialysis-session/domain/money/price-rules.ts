import type { Away } from '../../contract/stays.service.ts';
import { byKey } from '../by-key.ts';
import { daysBetween } from '../days.ts';
import { type AuditedLine, type AuditedPrescription, type AuditedSession, type Finding, inTurn } from './findings.ts';

/** What a region's insurer says from a day on. Days are `YYYY-MM-DD`, `to` included. */
interface DatedRule {
  readonly from: string;
  readonly to: string | null;
}
/** Of treatments of a mode. */
export interface TreatmentPrice extends DatedRule {
  readonly mode: string;
  /** Entry of the catalogue with which it is charged; empty: not said. */
  readonly drugId: string;
  /** Words for materials that the item includes: in the name, or the beginning of the insurer's code. */
  readonly includes: readonly string[];
  /** Treatments of the mode in a month; null: not said. */
  readonly monthlyCap: number | null;
}
/** Of a test: how many days there are between two at least. */
export interface TestInterval extends DatedRule {
  readonly name: string;
  readonly words: readonly string[];
  readonly days: number;
}

const inForce = ({ from, to }: DatedRule, day: string): boolean => from <= day && (to === null || day <= to);

/** The rule of a mode on a day; of several the one that came last. */
export function treatmentPriceOn(rules: readonly TreatmentPrice[], mode: string, day: string): TreatmentPrice | undefined {
  let last: TreatmentPrice | undefined;
  for (const rule of rules) if (rule.mode === mode && inForce(rule, day) && (!last || last.from < rule.from)) last = rule;
  return last;
}

/** The same for whoever looks through a month: each mode and day is looked up once. */
function pricesOf(rules: readonly TreatmentPrice[]): (mode: string, day: string) => TreatmentPrice | undefined {
  const known = new Map<string, TreatmentPrice | undefined>();
  return (mode, day) => {
    const key = `${day} ${mode}`;
    if (!known.has(key)) known.set(key, treatmentPriceOn(rules, mode, day));
    return known.get(key);
  };
}

/** Whether an item includes a material, by its name or its code. */
export const isIncluded = (includes: readonly string[], { name, code }: Pick<AuditedLine, 'name' | 'code'>): boolean =>
  includes.some((word) => word.trim() !== '' && (name.includes(word) || (code !== '' && code.startsWith(word))));

const HELD = 5;
const blank = { sessionId: '', dpId: '', dpNumber: '' };

/** More treatments of a mode in the month than the region pays for: found at the first that is beyond, and once for each patient and mode. */
export function overCap(sessions: readonly AuditedSession[], rules: readonly TreatmentPrice[]): Finding[] {
  const priceOn = pricesOf(rules);
  // Whoever has no more treatments than the lowest cap is beyond none.
  const least = Math.min(...rules.map(({ monthlyCap }) => monthlyCap ?? Number.POSITIVE_INFINITY));
  const byMode = byKey(
    sessions.filter(({ state }) => state === HELD),
    ({ patientId, mode }) => `${patientId} ${mode}`,
  );
  return [...byMode.values()].flatMap((held) => {
    if (held.length <= least) return [];
    const ordered = held.toSorted((a, b) => inTurn(a.day, b.day) || inTurn(a.sessionId, b.sessionId));
    const at = ordered.findIndex((one, place) => place + 1 > (priceOn(one.mode, one.day)?.monthlyCap ?? Number.POSITIVE_INFINITY));
    const beyond = ordered[at];
    if (!beyond) return [];
    const cap = priceOn(beyond.mode, beyond.day)?.monthlyCap ?? 0;
    const params = { mode: beyond.mode, n: held.length, cap };
    return [{ ...blank, kind: 'over-cap' as const, patientId: beyond.patientId, day: beyond.day, sessionId: beyond.sessionId, params }];
  });
}

const named = (ones: readonly { readonly name: string }[]): string => [...new Set(ones.map(({ name }) => name))].join('、');

/** The rules of what a patient was treated with on a day, by both. */
function pricesOfDays(sessions: readonly AuditedSession[], rules: readonly TreatmentPrice[]): ReadonlyMap<string, readonly TreatmentPrice[]> {
  const priceOn = pricesOf(rules);
  // Most were treated once: the list of one rule is made once for all of them.
  const alone = new Map(rules.map((rule) => [rule, [rule]]));
  const found = new Map<string, readonly TreatmentPrice[]>();
  for (const { patientId, day, mode, state } of sessions) {
    const price = state === HELD ? priceOn(mode, day) : undefined;
    if (!price) continue;
    const key = `${patientId} ${day}`;
    const known = found.get(key);
    if (!known) found.set(key, alone.get(price) ?? [price]);
    else if (!known.includes(price)) found.set(key, [...known, price]);
  }
  return found;
}

/** On the day of a treatment: another item than the one in force is charged, or materials that the item includes are charged apart. */
export function againstPrices(sessions: readonly AuditedSession[], prescriptions: readonly AuditedPrescription[], rules: readonly TreatmentPrice[]): Finding[] {
  const pricesOn = pricesOfDays(sessions, rules);
  const found: Finding[] = [];
  for (const one of prescriptions) {
    const { patientId, day, dpId, dpNumber } = one;
    const prices = pricesOn.get(`${patientId} ${day}`);
    if (!prices) continue;
    // Where a rule names no item, any may be charged.
    const others = prices.some(({ drugId }) => drugId === '') ? [] : one.treatments.filter((item) => prices.every(({ drugId }) => drugId !== item.drugId));
    const apart = one.lines.filter((line) => line.kind === 'material' && prices.some(({ includes }) => isIncluded(includes, line)));
    if (others.length > 0) found.push({ kind: 'other-item', patientId, day, sessionId: '', dpId, dpNumber, params: { names: named(others) } });
    if (apart.length > 0) found.push({ kind: 'included-charged', patientId, day, sessionId: '', dpId, dpNumber, params: { names: named(apart) } });
  }
  return found;
}

/**
 * Tests that are charged again before the interval is over, without a reason beside the line. Two lines of one test on one day are found, too.
 * @param month `YYYY-MM`: what is found is of this month; earlier prescriptions say when it was tested last
 */
export function testedTooSoon(prescriptions: readonly AuditedPrescription[], intervals: readonly TestInterval[], month: string): Finding[] {
  const tests: { rx: AuditedPrescription; line: AuditedLine; interval: TestInterval }[] = [];
  for (const rx of prescriptions)
    for (const line of rx.lines) {
      const interval = line.isTest ? intervals.find((one) => inForce(one, rx.day) && isIncluded(one.words, line)) : undefined;
      if (interval) tests.push({ rx, line, interval });
    }
  const known = byKey(tests, ({ rx, interval }) => `${rx.patientId} ${interval.name}`);
  return [...known.values()].flatMap((ofTest) => {
    if (ofTest.length < 2) return [];
    const ordered = ofTest.toSorted((a, b) => inTurn(a.rx.day, b.rx.day) || inTurn(a.rx.dpId, b.rx.dpId));
    return ordered.flatMap(({ rx, line, interval }, at): Finding[] => {
      const before = ordered[at - 1];
      if (!before || !rx.day.startsWith(month) || line.remark.trim() !== '') return [];
      const days = daysBetween(before.rx.day, rx.day);
      if (days >= interval.days) return [];
      const params = { name: interval.name, days, least: interval.days, last: before.rx.day };
      return [{ kind: 'too-soon', patientId: rx.patientId, day: rx.day, sessionId: '', dpId: rx.dpId, dpNumber: rx.dpNumber, params }];
    });
  });
}

/** Treatments that are said to have been held, and charges, while somebody was away. The day on which it began counts as here: a patient may be treated and leave. */
export function whileAway(sessions: readonly AuditedSession[], prescriptions: readonly AuditedPrescription[], aways: readonly Away[]): Finding[] {
  if (aways.length === 0) return [];
  const awaysOf = byKey(aways, ({ patientId }) => patientId);
  const found: Finding[] = [];
  const look = ({ patientId, day }: Pick<Finding, 'patientId' | 'day'>, sessionId: string, dpId: string, dpNumber: string): void => {
    const away = awaysOf.get(patientId)?.find((one) => one.from < day && (one.to === null || day < one.to));
    if (away) found.push({ kind: 'while-away', patientId, day, sessionId, dpId, dpNumber, params: { why: away.why, from: away.from } });
  };
  for (const one of sessions) if (one.state === HELD) look(one, one.sessionId, '', '');
  for (const one of prescriptions) if (one.lines.length > 0) look(one, '', one.dpId, one.dpNumber);
  return found;
}
