import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withSettingsTable } from './settings-table.ts';

it('the README lists every setting of the server as it is; `npm run readme` writes it anew', () => {
  const readme = readFileSync('README.md', 'utf8');
  expect(readme).toBe(withSettingsTable(readme));
});
