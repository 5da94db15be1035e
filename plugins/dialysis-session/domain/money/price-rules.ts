import type { Away } from '../../contract/stays.service.ts';
import { byKey } from '../by-key.ts';
import { daysBetween } from '../days.ts';
import type { AuditedLine, AuditedPrescription, AuditedSession, Finding } from './findings.ts';

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
export const treatmentPriceOn = (rules: readonly TreatmentPrice[], mode: string, day: string): TreatmentPrice | undefined =>
  rules.filter((rule) => rule.mode === mode && inForce(rule, day)).toSorted((a, b) => b.from.localeCompare(a.from))[0];

/** Whether an item includes a material, by its name or its code. */
export const isIncluded = (includes: readonly string[], { name, code }: Pick<AuditedLine, 'name' | 'code'>): boolean =>
  includes.some((word) => word.trim() !== '' && (name.includes(word) || (code !== '' && code.startsWith(word))));

const HELD = 5;
const blank = { sessionId: '', dpId: '', dpNumber: '' };

/** More treatments of a mode in the month than the region pays for: found at the first that is beyond, and once for each patient and mode. */
export function overCap(sessions: readonly AuditedSession[], rules: readonly TreatmentPrice[]): Finding[] {
  const byMode = byKey(
    sessions.filter(({ state }) => state === HELD),
    ({ patientId, mode }) => `${patientId} ${mode}`,
  );
  return [...byMode.values()].flatMap((held) => {
    const inTurn = held.toSorted((a, b) => a.day.localeCompare(b.day) || a.sessionId.localeCompare(b.sessionId));
    const at = inTurn.findIndex((one, place) => place + 1 > (treatmentPriceOn(rules, one.mode, one.day)?.monthlyCap ?? Number.POSITIVE_INFINITY));
    const beyond = inTurn[at];
    if (!beyond) return [];
    const cap = treatmentPriceOn(rules, beyond.mode, beyond.day)?.monthlyCap ?? 0;
    const params = { mode: beyond.mode, n: held.length, cap };
    return [{ ...blank, kind: 'over-cap' as const, patientId: beyond.patientId, day: beyond.day, sessionId: beyond.sessionId, params }];
  });
}

const named = (names: readonly string[]): string => [...new Set(names)].join('、');

/** On the day of a treatment: another item than the one in force is charged, or materials that the item includes are charged apart. */
export function againstPrices(sessions: readonly AuditedSession[], prescriptions: readonly AuditedPrescription[], rules: readonly TreatmentPrice[]): Finding[] {
  const modesOn = new Map<string, Set<string>>();
  for (const { patientId, day, mode, state } of sessions) {
    if (state !== HELD) continue;
    const key = `${patientId} ${day}`;
    modesOn.set(key, (modesOn.get(key) ?? new Set()).add(mode));
  }
  return prescriptions.flatMap((one): Finding[] => {
    const prices = [...(modesOn.get(`${one.patientId} ${one.day}`) ?? [])].flatMap((mode) => treatmentPriceOn(rules, mode, one.day) ?? []);
    if (prices.length === 0) return [];
    const { patientId, day, dpId, dpNumber } = one;
    const finding = (kind: Finding['kind'], names: readonly string[]): Finding[] =>
      names.length === 0 ? [] : [{ kind, patientId, day, sessionId: '', dpId, dpNumber, params: { names: named(names) } }];
    const items = prices.map(({ drugId }) => drugId).filter((drugId) => drugId !== '');
    const others = items.length === prices.length ? one.treatments.filter(({ drugId }) => !items.includes(drugId)) : [];
    const includes = prices.flatMap((price) => price.includes);
    const apart = one.lines.filter((line) => line.kind === 'material' && isIncluded(includes, line));
    return [
      ...finding(
        'other-item',
        others.map(({ name }) => name),
      ),
      ...finding(
        'included-charged',
        apart.map(({ name }) => name),
      ),
    ];
  });
}

/**
 * Tests that are charged again before the interval is over, without a reason beside the line. Two lines of one test on one day are found, too.
 * @param month `YYYY-MM`: what is found is of this month; earlier prescriptions say when it was tested last
 */
export function testedTooSoon(prescriptions: readonly AuditedPrescription[], intervals: readonly TestInterval[], month: string): Finding[] {
  const tests = prescriptions.flatMap((rx) =>
    rx.lines
      .filter(({ isTest }) => isTest)
      .map((line) => ({ rx, line, interval: intervals.find((one) => inForce(one, rx.day) && isIncluded(one.words, line)) })),
  );
  const known = byKey(
    tests.filter(({ interval }) => interval !== undefined),
    ({ rx, interval }) => `${rx.patientId} ${interval?.name}`,
  );
  return [...known.values()].flatMap((ofTest) => {
    const inTurn = ofTest.toSorted((a, b) => a.rx.day.localeCompare(b.rx.day) || a.rx.dpId.localeCompare(b.rx.dpId));
    return inTurn.flatMap(({ rx, line, interval }, at): Finding[] => {
      const before = inTurn[at - 1];
      if (!before || !interval || !rx.day.startsWith(month) || line.remark.trim() !== '') return [];
      const days = daysBetween(before.rx.day, rx.day);
      if (days >= interval.days) return [];
      const params = { name: interval.name, days, least: interval.days, last: before.rx.day };
      return [{ kind: 'too-soon', patientId: rx.patientId, day: rx.day, sessionId: '', dpId: rx.dpId, dpNumber: rx.dpNumber, params }];
    });
  });
}

/** Treatments that are said to have been held, and charges, while somebody was away. The day on which it began counts as here: a patient may be treated and leave. */
export function whileAway(sessions: readonly AuditedSession[], prescriptions: readonly AuditedPrescription[], aways: readonly Away[]): Finding[] {
  const awaysOf = byKey(aways, ({ patientId }) => patientId);
  const awayOn = (patientId: string, day: string): Away | undefined =>
    awaysOf.get(patientId)?.find((one) => one.from < day && (one.to === null || day < one.to));
  const paramsOf = (away: Away) => ({ why: away.why, from: away.from });
  const held = sessions.flatMap((one): Finding[] => {
    const away = one.state === HELD ? awayOn(one.patientId, one.day) : undefined;
    return away ? [{ ...blank, kind: 'while-away', patientId: one.patientId, day: one.day, sessionId: one.sessionId, params: paramsOf(away) }] : [];
  });
  const charged = prescriptions.flatMap((one): Finding[] => {
    const away = one.lines.length > 0 ? awayOn(one.patientId, one.day) : undefined;
    if (!away) return [];
    return [{ kind: 'while-away', patientId: one.patientId, day: one.day, sessionId: '', dpId: one.dpId, dpNumber: one.dpNumber, params: paramsOf(away) }];
  });
  return [...held, ...charged];
}
