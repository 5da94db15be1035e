import { expect, it } from 'vitest';
import { exceptionsIn } from './find-exceptions.mjs';

it.each([
  ["a.everywhere(ctx, 'numbers count all facilities')", [{ line: 1, reason: 'numbers count all facilities' }]],
  ["const x = table\n  .everywhere(\n    ctx,\n    \"a nurse's list of all\",\n    's',\n  )", [{ line: 2, reason: "a nurse's list of all" }]],
  ["a.everywhere(ctx, 'because')", [{ line: 1, reason: 'because', problem: expect.stringContaining('says nothing') }]],
  ['a.everywhere(ctx, WHY)', [{ line: 1, reason: '', problem: expect.stringContaining('as a text') }]],
  [`a.everywhere(ctx, \`for $\{why} and more\`)`, [{ line: 1, reason: `for $\{why} and more`, problem: expect.stringContaining('as a text') }]],
  ['a.select(ctx)', []],
])('reads beside a door: %s', (code, found) => {
  expect(exceptionsIn(code)).toEqual(found);
});
