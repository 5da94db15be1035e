import { isEmptyValue } from '@nephra/plugin-sdk/contract';
import { calculatedComplaint, type RecordField, settleValues } from '@nephra/plugin-sdk/record';
import { expect } from 'vitest';
import { it } from './rules/rule-tests.ts';
import { oracle } from '../expression-oracle.ts';
import { candidatesOf, combinations, steeringOf } from './steering.ts';
import type { Body, SuiteKit } from './suite-kit.ts';

/** Steering fields whose values are combined. */
const MAX_STEERING = 3;
const LONG_MS = 120_000;

/** R17 of a record whose fields depend on each other. @param rawSample values as a caller may send them, also of what is hidden */
export function conditionSuite({ record, call, create, one, remove, refusal }: SuiteKit, rawSample: () => Body): void {
  const { fields } = record;
  const dependent = fields.filter(({ when, value }) => when ?? value);
  const settled = (body: Body, stored: Body | undefined) => {
    const given = Object.fromEntries(fields.map(({ name, initial, of }) => [name, body[name] ?? (stored ? stored[name] : (initial ?? of.empty))]));
    return settleValues(fields, given, stored);
  };
  /** Fields that the browser's evaluator finds something wrong with. */
  const wrong = ({ values, stateOf }: ReturnType<typeof settled>): string[] =>
    fields
      .filter(
        (field) =>
          (stateOf(field).required && !field.numbered && isEmptyValue(values[field.name])) || (field.value && calculatedComplaint(field, values[field.name])),
      )
      .map(({ name }) => name);
  const kept = (values: Body): Body => Object.fromEntries(fields.filter(({ numbered }) => !numbered).map(({ name }) => [name, values[name]]));
  const combined = (field: RecordField): readonly Body[] => {
    const usual = rawSample();
    return combinations(
      steeringOf(record, field)
        .slice(0, MAX_STEERING)
        .map((each) => [each.name, candidatesOf(record, each, usual[each.name])]),
    );
  };
  /** The text says what the evaluator finds, by a reader that shares nothing with it. */
  const expectOracle = (field: RecordField, { values, stateOf }: ReturnType<typeof settled>): void => {
    const said = (text: string) => oracle(text, values, (name) => fields.find((each) => each.name === name)?.kind ?? '');
    const { show, require, edit } = field.when ?? {};
    const state = stateOf(field);
    if (show !== undefined) expect(state.shown, show).toBe(said(show));
    if (edit !== undefined && state.shown) expect(state.editable, edit).toBe(said(edit));
    if (require !== undefined) expect(state.required, require).toBe(state.editable && said(require) === true);
    if (!state.shown && field.when?.hidden !== 'keep') expect(values[field.name], field.name).toEqual(field.of.empty);
  };

  it.each(dependent.map((field) => [field.name, field] as const))(
    'R17 %s: for every combination of what steers it, the server stores what the browser shows, and refuses what it refuses',
    async (_name, field) => {
      const ways = combined(field);
      expect(ways.length).toBeGreaterThan(1);
      for (const way of ways) {
        const body = { ...rawSample(), ...way };
        const expected = settled(body, undefined);
        expectOracle(field, expected);
        const at = wrong(expected);
        if (at.length > 0) {
          const told = (await refusal(call('create', { body }))).at;
          expect(told.length, JSON.stringify(way)).toBeGreaterThan(0);
          expect(at, JSON.stringify(way)).toEqual(expect.arrayContaining([...told]));
          continue;
        }
        const { id } = await call<{ readonly id: string }>('create', { body });
        expect(await one(id), JSON.stringify(way)).toMatchObject(kept(expected.values));
        await remove(id);
      }
    },
    LONG_MS,
  );

  it.each(dependent.map((field) => [field.name, field] as const))(
    'R17 %s: so does a change of a row that stands, and what is hidden is cleared or stays as declared',
    async (_name, field) => {
      for (const way of combined(field)) {
        const { id } = await create();
        const stored = await one(id);
        const body = { ...rawSample(), ...way };
        const expected = settled(body, stored);
        const at = wrong(expected);
        if (at.length > 0) {
          const told = (await refusal(call('edit', { params: { id }, body }))).at;
          expect(at, JSON.stringify(way)).toEqual(expect.arrayContaining([...told]));
          expect(await one(id)).toEqual(stored);
        } else {
          await call('edit', { params: { id }, body });
          expect(await one(id), JSON.stringify(way)).toMatchObject(kept(expected.values));
        }
        await remove(id);
      }
    },
    LONG_MS,
  );
}
