import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as contract from '@nephra/plugin-sdk/contract';
import * as sdk from '@nephra/plugin-sdk/server';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { assertAddition } from './addition-shapes.ts';

const title = { zh: '纸', zhtw: '紙', en: 'Paper' };
const act = async (): Promise<undefined> => undefined;
const CARD = { id: 'beds', title, menu: 'beds', read: act };

it('what is whole passes, whatever more there is; what lacks a member that others read is refused by its name', () => {
  assertAddition(sdk.homeCards.id, { ...CARD, more: 1 });
  assertAddition(contract.sheetTitles.id, { prefixes: ['45'], otherwise: false, title });
  assertAddition('record-uses.patient.bed@1', { refusesRemove: true, refusesDisable: false, of: act });
  assertAddition('acme.own@1', {});
  for (const [token, value, missing] of [
    [sdk.homeCards.id, { ...CARD, title: { zh: '纸' } }, 'title'],
    [sdk.homeCards.id, { ...CARD, read: 'soon' }, 'read'],
    [contract.sheetTitles.id, { prefixes: ['45'], otherwise: false }, 'title'],
    [contract.sheetTitles.id, { prefixes: '45', title }, 'prefixes'],
    [sdk.messageChannels.id, null, 'an object'],
    [sdk.declaredDictionaries.id, { code: 'x', title, may: {}, entries: [{ code: 'a', label: title }, { code: 'b' }] }, 'entries'],
    ['record-uses.patient.bed@1', {}, 'of'],
    ['record-columns.patient.bed@1', { key: 'a', label: title, kind: 'text', values: act }, 'need'],
    ['acme.own@1', 7, 'an object'],
  ] as const)
    expect(() => assertAddition(token, value), token).toThrow(`has no ${missing} that`);
});

it('every extension point of the SDK has a shape', () => {
  const folder = path.resolve(import.meta.dirname, '../../../../plugin-sdk');
  const points = ['server', 'contract'].flatMap((door) =>
    readdirSync(path.join(folder, door), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .flatMap((name) =>
        [...readFileSync(path.join(folder, door, name), 'utf8').matchAll(/defineExtension<\w+>\(['`]([^'`]+)['`]\)/g)].map(([, point = '']) => point),
      ),
  );
  expect(points.length).toBeGreaterThan(20);
  for (const point of points) expect(() => assertAddition(point, {}), point).toThrow('that others can read');
});

it('whatever it is, it passes or is refused with a sentence', () => {
  fc.assert(
    fc.property(fc.constantFrom(sdk.homeCards.id, sdk.messageKinds.id, contract.insuranceRegions.id, 'record-uses.x.y@1'), fc.anything(), (token, value) => {
      try {
        assertAddition(token, value);
      } catch (error) {
        expect((error as Error).message).toMatch(/^What is added to /);
      }
    }),
  );
});
