import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** What somebody writes who adds a field, or a page of a record; the measurement carries it out. */
interface Walk {
  readonly title: string;
  readonly most: number;
  readonly unit?: 'lines';
  readonly edits: readonly { readonly file: string; readonly after?: string; readonly insert?: string; readonly create?: string }[];
}

const here = path.join(import.meta.dirname, 'walks');
const root = path.resolve(import.meta.dirname, '../../..');
const walks = await Promise.all(
  readdirSync(here).map(async (name) => [name, ((await import(path.join(here, name))) as { readonly default: Walk }).default] as const),
);
const linesOf = (text: string): number => text.replace(/\n$/, '').split('\n').length;

describe('walks of somebody who adds a field', () => {
  it('are as short as they may be, each', () => {
    expect(walks.map(([name, { most, unit }]) => [name, most, unit ?? 'files'])).toEqual([
      ['new-record-page.mjs', 120, 'lines'],
      ['patient.mjs', 6, 'files'],
      ['prescription-line.mjs', 10, 'files'],
      ['record-page.mjs', 1, 'files'],
    ]);
    for (const [name, { title, most, unit, edits }] of walks) {
      const value = unit ? edits.reduce((sum, { insert, create }) => sum + linesOf(create ?? insert ?? ''), 0) : new Set(edits.map(({ file }) => file)).size;
      const mend = 'let what must know of a field read it from its description; `npm run bench -- --only field-walk` carries the walk out';
      expect(value, `${name}: ${title} takes ${value} ${unit ?? 'files'}, more than ${most}; ${mend}`).toBeLessThanOrEqual(most);
    }
  });

  it.each(walks)('%s can be gone in the sources as they are', (name, { edits }) => {
    for (const { file, after, create } of edits) {
      const at = path.join(root, file);
      const mend = `${file} is another one now: mend tools/bench/field-walk/walks/${name}, so that it is what somebody does today`;
      if (create !== undefined) expect(existsSync(at), mend).toBe(false);
      else expect(readFileSync(at, 'utf8').split(after ?? '').length - 1, `"${after}" stands once. ${mend}`).toBe(1);
    }
  });
});
