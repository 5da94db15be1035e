import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiReports } from '../../tools/docs/api-report.mjs';

const SDK = path.resolve('plugin-sdk');

/** The type files were made when the workshop was furnished. */
describe('what the SDK offers to vendors', () => {
  const reports = apiReports(SDK);

  it('is written down, a report for each door and no other', () => {
    expect(readdirSync(path.join(SDK, 'api')).sort()).toEqual(reports.map(({ name }) => name).sort());
  });

  it.each(reports)('$name is what the types say; `node tools/docs/write-api.mjs` writes it anew', ({ name, text }) => {
    expect(text).toBe(readFileSync(path.join(SDK, 'api', name), 'utf8'));
  });
});
