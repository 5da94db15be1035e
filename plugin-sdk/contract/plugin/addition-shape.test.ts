import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as contract from '@nephra/plugin-sdk/contract';
import * as sdk from '@nephra/plugin-sdk/server';
import fc from 'fast-check';
import { expect, expectTypeOf, it } from 'vitest';
import { recordUses } from '../../server/record/relation/record-uses.ts';
import { type AdditionShape, additionFlaw } from './addition-shape.ts';

const title = { zh: '纸', zhtw: '紙', en: 'Paper' };
const act = async (): Promise<undefined> => undefined;
const CARD = { id: 'beds', title, menu: 'beds', read: act };
const RULES = {
  ...{ transactions: { visit: '2203', preSettle: '2206', settle: '2207' }, feeQueryNeedsSetlId: false, unknownWords: [], noOriginalWords: [] },
  ...{ maxInputChars: 1, monthVisit: 'month', certTypes: ['02'], monthCertTypes: ['02'], dialysisDisease: { code: 'M07800', name: '透析' } },
  ...{ clockWindowSeconds: null, equalResults: ['0'] },
};
const REGION = {
  ...{ code: 'north', title, facilityPrefixes: ['H1'], transport: 'agent', defaultBaseUrl: '', fields: [], rules: RULES },
  ...{ request: act, upload: act, read: act },
};

it('what is whole passes, whatever more there is; what lacks a member that others read is refused by where that stands', () => {
  for (const [point, value] of [
    [contract.insuranceRegions, REGION],
    [sdk.homeCards, { ...CARD, more: 1 }],
    [contract.sheetTitles, { prefixes: ['45'], otherwise: false, title }],
    [recordUses('patient.bed'), { refusesRemove: true, refusesDisable: false, of: act }],
    [{ id: 'acme.own@1' }, {}],
  ] as const)
    expect([point.id, additionFlaw(point, value)]).toEqual([point.id, undefined]);
  for (const [point, value, missing] of [
    [sdk.homeCards, { ...CARD, title: { zh: '纸' } }, 'title'],
    [sdk.homeCards, { ...CARD, read: 'soon' }, 'read'],
    [contract.sheetTitles, { prefixes: ['45'], otherwise: false }, 'title'],
    [contract.sheetTitles, { prefixes: '45', otherwise: false, title }, 'prefixes'],
    [contract.sheetTitles, { prefixes: ['45'], otherwise: 'no', title }, 'otherwise'],
    [sdk.messageChannels, null, 'object'],
    [sdk.declaredDictionaries, { code: 'x', title, may: {}, entries: [{ code: 'a', label: title }, { code: 'b' }] }, 'entries.label'],
    [contract.insuranceRegions, { ...REGION, rules: { ...RULES, dialysisDisease: { code: 'M07800' } } }, 'rules.dialysisDisease.name'],
    [contract.insuranceRegions, { ...REGION, fields: [{ key: 'a', title, hint: title, secret: true }] }, 'fields.required'],
    [recordUses('patient.bed'), {}, 'refusesRemove'],
    [sdk.recordColumns('patient.bed'), { key: 'a', label: title, kind: 'text', values: act }, 'need'],
    [{ id: 'acme.own@1' }, 7, 'object'],
  ] as const)
    expect(additionFlaw(point, value)).toBe(`What is added to ${point.id} has no ${missing} that others can read.`);
});

it('a shape names every member that an addition must have, and none of another kind', () => {
  interface Adapter {
    readonly name: string;
    readonly ward?: string;
    readonly limit: number | null;
    readonly sides: readonly { readonly code: string; readonly left: boolean }[];
    send(text: string): Promise<void>;
  }
  expectTypeOf<AdditionShape<Adapter>>().toEqualTypeOf<{
    readonly name: 'text';
    readonly sides: 'list' | readonly [{ readonly code: 'text'; readonly left: 'boolean' }];
    readonly send: 'function';
  }>();
  const whole = contract.defineExtension<Adapter>('acme.adapter@1', { name: 'text', sides: [{ code: 'text', left: 'boolean' }], send: 'function' });
  // @ts-expect-error `sides` is left out
  contract.defineExtension<Adapter>('acme.adapter@1', { name: 'text', send: 'function' });
  // @ts-expect-error a text is no number
  contract.defineExtension<Adapter>('acme.adapter@1', { name: 'number', sides: 'list', send: 'function' });
  expect(additionFlaw(whole, { name: 'a', sides: [{ code: 'l' }], send: act })).toContain('sides.left');
});

it('every extension point of the product declares its shape where it is declared', () => {
  const root = path.resolve(import.meta.dirname, '../../..');
  const sources = ['plugin-sdk/server', 'plugin-sdk/contract', ...readdirSync(path.join(root, 'plugins')).map((id) => `plugins/${id}/contract`)];
  const declared = sources
    .flatMap((folder) => {
      try {
        return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => path.join(root, folder, name));
      } catch {
        return []; // a plugin without a contract
      }
    })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/defineExtension<\w+>\(\s*['`]([^'`]+)['`]\s*([,)])/g)]);
  expect(declared.length).toBeGreaterThan(24);
  expect(declared.filter(([, , next]) => next !== ',').map(([, point]) => point)).toEqual([]);
});

it('whatever it is, it passes or is refused with a sentence', () => {
  const points = fc.constantFrom(sdk.homeCards, sdk.messageKinds, contract.insuranceRegions, recordUses('x.y'), sdk.declaredDictionaries);
  fc.assert(fc.property(points, fc.anything(), (point, value) => /^What is added to /.test(additionFlaw(point, value) ?? 'What is added to it')));
});
