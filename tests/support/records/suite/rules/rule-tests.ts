import { it as registered } from 'vitest';
import { say } from '../../../cases/effort.ts';

/** Rule of the suite (R18) → why it is untrue of a record whose pieces were replaced. */
export type Skips = Readonly<Record<`R${number}`, string>>;

// waits: set back as soon as the tests of a record are registered, before any of them runs
let current: Skips = {};
// waits: set back together with the line above
let met = new Set<string>();

const rulesIn = (title: string): readonly string[] => title.match(/\bR\d+\b/g) ?? [];

/** Why a test is left out: all rules that its title names are. */
function whyLeftOut(title: string): string | undefined {
  const rules = rulesIn(title);
  for (const rule of rules) met.add(rule);
  const reasons = rules.flatMap((rule) => current[rule as `R${number}`] ?? []);
  return rules.length > 0 && reasons.length === rules.length ? reasons.join('; ') : undefined;
}

type Register = (title: string, ...rest: never[]) => unknown;
const guarded =
  (register: Register): Register =>
  (title, ...rest) => {
    const why = whyLeftOut(title);
    return why === undefined ? register(title, ...rest) : registered.skip(`${title} (left out: ${why})`, () => undefined);
  };

/** `it` of the suite's parts: a rule that a record leaves out with a reason is not run, and said to be left out. */
export const it = new Proxy(registered, {
  apply: (target, _this, [title, ...rest]) => guarded(target as unknown as Register)(title as string, ...(rest as never[])),
  get: (target, key) => {
    const own: unknown = Reflect.get(target, key);
    if (key !== 'each' && key !== 'runIf') return own;
    return (...given: never[]) => guarded(Reflect.apply(own as (...all: never[]) => Register, target, given));
  },
}) as typeof registered;

/**
 * Registers the tests of a record without those of some rules; the run prints what it leaves out.
 * @param skip rule → why it is untrue of this record
 * @throws TypeError for a rule without a reason, and for one that names no test of the record
 */
export function withoutRules(record: string, skip: Skips, register: () => void): void {
  for (const [rule, why] of Object.entries(skip)) if (why.trim() === '') throw new TypeError(`${record} skip.${rule}: say why it is untrue`);
  [current, met] = [skip, new Set()];
  try {
    register();
    const unmet = Object.keys(skip).filter((rule) => !met.has(rule));
    if (unmet.length > 0) throw new TypeError(`${record} skip: no test of the record is named ${unmet.join(', ')}`);
  } finally {
    [current, met] = [{}, new Set()];
  }
  const left = Object.entries(skip).map(([rule, why]) => `${rule} (${why})`);
  if (left.length > 0) say(`The suite of ${record} leaves out ${left.join(', ')}.`);
}
