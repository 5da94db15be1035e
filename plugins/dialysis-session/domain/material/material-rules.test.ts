import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MATERIAL_ROLES } from '../../contract/material/material.ts';
import { PASSABLE } from '../../contract/states.ts';
import { guardOfMaterial, type MaterialFacts, roleOfMaterial } from './material-rules.ts';

const said = { code: 'x', gtin: '', item: 'SIMM00004', lot: 'L1', expiry: '2027-01-31', serial: '' };
const facts = (over: Partial<MaterialFacts> = {}): MaterialFacts => ({
  ...{ said, today: '2026-03-02', found: { drugId: 'd1', drugName: '高通量透析器' }, prescribed: { dialyserId: 'd1', perfusorId: null } },
  ...{ kitPart: undefined, asked: undefined },
  ...over,
});

it.each([
  ['what was prescribed', {}, undefined, 'dialyser'],
  ['on its last day', { today: '2027-01-31' }, undefined, 'dialyser'],
  ['a day later', { today: '2027-02-01' }, 'material-expired', 'dialyser'],
  ['another dialyser', { found: { drugId: 'd2', drugName: '低通量透析器' } }, 'material-differs', 'dialyser'],
  ['another dialyser of the kit', { found: { drugId: 'd2', drugName: '膜' }, kitPart: 'dialyser' }, 'material-differs', 'dialyser'],
  ['a dialyser where one was prescribed by name alone', { prescribed: { dialyserId: null, perfusorId: null } }, undefined, 'dialyser'],
  ['lines', { found: { drugId: 'l1', drugName: '血液灌流连接管路' } }, undefined, 'lines'],
  ['a cartridge that nobody prescribed', { found: { drugId: 'p1', drugName: '血液灌流器' } }, 'material-differs', 'perfusor'],
  ['needles', { found: { drugId: 'n1', drugName: '穿刺针' } }, undefined, 'other'],
  ['what the catalogue does not know', { found: null, asked: 'dialyser' }, 'material-unknown', 'dialyser'],
] as const)('%s', (_, over, guard, role) => {
  expect([guardOfMaterial(facts(over as Partial<MaterialFacts>)), roleOfMaterial(facts(over as Partial<MaterialFacts>))]).toEqual([guard, role]);
});

it('what is expired is refused whatever else is right, and nobody passes it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...MATERIAL_ROLES), fc.option(fc.constant({ drugId: 'd1', drugName: '透析器' })), (asked, found) => {
      expect(guardOfMaterial(facts({ asked, found, today: '2099-01-01' }))).toBe('material-expired');
    }),
  );
  expect(PASSABLE.includes('material-expired')).toBe(false);
});
