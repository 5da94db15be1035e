import { ADJUST_FIELDS, EVENT_FIELDS, FIELDS, type FieldRule, type FieldValue, READING_FIELDS, type Section } from '../../contract/fields.ts';
import type { SessionEntry, WholeSession } from '../../contract/session.schema.ts';

const NAME = '欧阳娜娜司马相如';
const WORDS = '患者诉头晕乏力伴恶心，予平卧位、减慢超滤并静推高渗葡萄糖后缓解；';
const textOf = (max: number): string => WORDS.repeat(Math.ceil(max / WORDS.length)).slice(0, max);

/** The widest value that a field takes. */
function longest(rule: FieldRule): FieldValue {
  if (rule.kind === 'number') return Number((rule.max - (rule.decimals > 0 ? 10 ** -rule.decimals : 0)).toFixed(rule.decimals));
  if (rule.kind === 'text') return textOf(rule.max);
  return rule.kind === 'many' ? rule.choices : (rule.choices.toSorted((a, b) => b.length - a.length)[0] ?? null);
}
const longestOf = (rules: Readonly<Record<string, FieldRule>>, over: Readonly<Record<string, FieldValue>> = {}) => ({
  ...Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, longest(rule)])),
  ...over,
});
const notOk = (section: 'check1' | 'check2') =>
  Object.fromEntries(Object.keys(FIELDS[section]).flatMap((name) => (name.endsWith('Note') ? [] : [[name, 'not-ok'] as const])));

const entry = (now: number, kind: 'reading' | 'event' | 'adjust', nth: number, fields: Readonly<Record<string, FieldValue>>): SessionEntry => ({
  ...{ id: `${kind}${nth}`, clientId: `${kind}${nth}`, kind, at: now + nth * 600_000, enteredAt: now + nth * 700_000, deviceAt: null, skewMs: 0 },
  ...{ isLate: true, byName: NAME, coName: '', content: { fields, reason: textOf(200) }, corrections: 0 },
});

/**
 * The treatment as if everything were written in it that can be, and as much as fits into each field.
 * @param now milliseconds, of its first entries
 */
export function withLongestTexts(whole: WholeSession, now: number): WholeSession {
  const sections = Object.fromEntries(
    (Object.keys(FIELDS) as Section[]).map((section) => [
      section,
      {
        ...{ version: 1, byId: 'n', byName: NAME, at: now },
        fields: longestOf(FIELDS[section], section === 'check1' || section === 'check2' ? notOk(section) : {}),
      },
    ]),
  );
  const kinds = [
    ['reading', READING_FIELDS, 24],
    ['event', EVENT_FIELDS, 8],
    ['adjust', ADJUST_FIELDS, 4],
  ] as const;
  const { plan } = whole;
  return {
    ...whole,
    ...{ state: 5, endedAt: now + 18_000_000, closedAt: now + 20_000_000, postWeight: 298.8, preWeight: 299.9, dryWeight: 298.8, gain: 12.3 },
    ...{ shiftName: textOf(12), stationCode: 'A-123456', machineCode: 'SIM-MACHINE-0123', doctorName: NAME, check1By: NAME, check2By: NAME, sections },
    patient: { ...whole.patient, name: NAME, age: 108, code: 'SIM44000044000044', allergies: Array.from({ length: 12 }, (_, nth) => textOf(8 + nth)) },
    plan: plan && {
      ...{ ...plan, dryWeight: 298.8, ufTarget: 6000, minutes: 720 },
      prescription: {
        ...{ ...plan.prescription, dialyserName: textOf(60), perfusorName: textOf(60) },
        anticoagulant: { agent: 'heparin', firstDose: 20_000, perHour: 20_000, unit: 'IU', stopMinutesBeforeEnd: 30, note: textOf(200) },
      },
    },
    entries: kinds.flatMap(([kind, rules, many]) => Array.from({ length: many }, (_, nth) => entry(now, kind, nth, longestOf(rules)))),
  };
}
