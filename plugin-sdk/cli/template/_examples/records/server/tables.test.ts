import { expect, it } from 'vitest';
import { ward } from '../contract/index.ts';
import { wardTable } from './tables.ts';

it('keeps every field of the description', () => {
  for (const { name } of ward.fields) expect(Object.keys(wardTable.defs)).toContain(name === 'enabledMark' ? 'enabled' : name);
});
