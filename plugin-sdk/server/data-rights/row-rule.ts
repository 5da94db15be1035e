import { CONDITION_OPERATORS, type DataCondition, type DataRights } from '../../contract/index.ts';
import type { DataModel } from './data-model.ts';
import { type Refusal, type RowTest, rowTest } from './row-test.ts';

/** One of these must hold. */
type Choice = readonly RowTest[];
/** All of these must hold. */
type Scheme = readonly Choice[];
/** Which rows of the caller's organisations are seen: all, none, or those that one of the schemes lets through. */
export type RowRule = 'all' | 'none' | readonly Scheme[];

/** Hears why a comparison of a stored scheme lets nothing through. */
export type OnRefusal = (problem: { readonly reason: Refusal | 'unreadable-scheme'; readonly field: string; readonly op: string }) => void;

const keyOf = (test: RowTest): string => JSON.stringify(test);
const isAmong = (test: RowTest | undefined): test is RowTest & { kind: 'among' } => test?.kind === 'among';

/** Whoever passes `one` passes `other`. */
function implies(one: RowTest, other: RowTest): boolean {
  if (isAmong(one) && isAmong(other) && one.column === other.column) return one.values.every((value) => other.values.includes(value));
  return keyOf(one) === keyOf(other);
}
const choiceImplies = (one: Choice, other: Choice): boolean => one.every((test) => other.some((wider) => implies(test, wider)));
const schemeImplies = (one: Scheme, other: Scheme): boolean => other.every((choice) => one.some((narrower) => choiceImplies(narrower, choice)));

/** Drops what another entry says already: `drop(a, b)` means that a says nothing more when b stands. */
function without<Entry>(entries: readonly Entry[], drop: (entry: Entry, because: Entry) => boolean): Entry[] {
  let kept: Entry[] = [];
  for (const entry of entries) {
    if (kept.some((other) => drop(entry, other))) continue;
    kept = [...kept.filter((other) => !drop(other, entry)), entry];
  }
  return kept;
}

/** Values of one column joined, repetitions gone. */
function tidyChoice(tests: readonly RowTest[]): Choice {
  const values = new Map<string, RowTest & { kind: 'among' }>();
  const rest: RowTest[] = [];
  for (const test of tests) {
    if (!isAmong(test)) rest.push(test);
    else values.set(test.column, { ...test, values: [...new Set([...(values.get(test.column)?.values ?? []), ...test.values])].sort() });
  }
  return without([...values.values(), ...rest], implies);
}

/** @returns undefined when no row can pass */
function tidyScheme(choices: readonly Choice[]): Scheme | undefined {
  const only = new Map<string, RowTest & { kind: 'among' }>();
  const rest: Choice[] = [];
  for (const choice of choices) {
    const [first] = choice;
    if (choice.length !== 1 || !isAmong(first)) {
      rest.push(choice);
      continue;
    }
    const earlier = only.get(first.column);
    const values = earlier ? first.values.filter((value) => earlier.values.includes(value)) : first.values;
    if (values.length === 0) return undefined;
    only.set(first.column, { ...first, values });
  }
  return without([...[...only.values()].map((test): Choice => [test]), ...rest], (entry, because) => choiceImplies(because, entry));
}

const OPERATORS = new Set<unknown>(CONDITION_OPERATORS);

/** A stored scheme may have been written by anybody; only its shape is trusted after this. */
function isCondition(value: unknown): value is DataCondition {
  const isRecord = (one: unknown): one is Record<string, unknown> => typeof one === 'object' && one !== null;
  return (
    Array.isArray(value) &&
    value.every(
      (entry) =>
        isRecord(entry) &&
        (entry.logic === 'and' || entry.logic === 'or') &&
        Array.isArray(entry.groups) &&
        entry.groups.length > 0 &&
        entry.groups.every((one) => isRecord(one) && typeof one.field === 'string' && typeof one.op === 'string' && typeof one.value === 'string'),
    )
  );
}

/** @returns undefined when the scheme lets nothing through, an empty list when it lets everything through */
function schemeOf(model: DataModel, condition: DataCondition, rights: DataRights, onRefusal: OnRefusal): Scheme | undefined {
  if (!isCondition(condition)) {
    onRefusal({ reason: 'unreadable-scheme', field: '', op: '' });
    return undefined;
  }
  const choices: Choice[] = [];
  for (const { logic, groups } of condition) {
    const tests = groups.map(({ field, op, value }): RowTest | undefined => {
      const test = OPERATORS.has(op) ? rowTest(model, { field, op, value }, rights) : { refused: 'unknown-operator-or-content' as const };
      if (test === null || !('refused' in test)) return test ?? undefined;
      onRefusal({ reason: test.refused, field, op });
      return undefined;
    });
    const passing = tests.flatMap((test) => test ?? []);
    if (passing.length === 0 || (logic === 'and' && passing.length < tests.length)) return undefined;
    choices.push(...(logic === 'and' ? passing.map((test): Choice => [test]) : [tidyChoice(passing)]));
  }
  // Whose organisation is asked for is one of the caller's anyway, once the organisation filter stands.
  const everywhere = (test: RowTest) => isAmong(test) && test.column === model.orgColumn && rights.orgIds.every((orgId) => test.values.includes(orgId));
  return tidyScheme(choices.filter((choice) => !choice.some(everywhere)));
}

/**
 * What the granted schemes come to for one caller, in as few comparisons as it takes: equal and contained schemes once, values of one column
 * in one list, a scheme that lets all rows through swallows the others.
 */
export function rowRule(model: DataModel, rights: DataRights, onRefusal: OnRefusal): RowRule {
  if (rights.scope.kind === 'organisation') return 'all';
  const schemes = rights.scope.conditions.flatMap((condition) => {
    const scheme = schemeOf(model, condition, rights, onRefusal);
    return scheme ? [scheme] : [];
  });
  if (schemes.some((scheme) => scheme.length === 0)) return 'all';
  const single = tidyChoice(schemes.flatMap((scheme) => (scheme.length === 1 ? (scheme[0] ?? []) : [])));
  const joined = [...(single.length > 0 ? [[single]] : []), ...schemes.filter((scheme) => scheme.length > 1)];
  const kept = without<Scheme>(joined, schemeImplies);
  const orgs = kept.length === 1 && kept[0]?.length === 1 ? kept[0][0] : undefined;
  if (orgs?.some((test) => isAmong(test) && test.column === model.orgColumn && rights.orgIds.every((orgId) => test.values.includes(orgId)))) return 'all';
  return kept.length === 0 ? 'none' : kept;
}
