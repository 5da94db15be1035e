import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEPRECATED_NAMES, type DeprecatedName, deprecatedIn } from './deprecated-names.ts';

const SDK = path.resolve('plugin-sdk');
const TAG = '@' + 'deprecated';
const sources = ['contract', 'web', 'server', 'testing'].flatMap((folder) =>
  readdirSync(path.join(SDK, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$|^deprecated-names\.ts$/.test(entry.name))
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8')),
);

describe('deprecated names', () => {
  it('are those that are marked where they are declared, no more and no fewer', () => {
    const marked = sources.flatMap((source) =>
      source
        .split(TAG)
        .slice(1)
        .map((behind) => /\*\/\s*(?:export\s+)?(?:declare\s+)?(?:const|function|class|interface|type)\s+([\w$]+)/.exec(behind)?.[1] ?? '?'),
    );
    expect(marked.sort()).toEqual(DEPRECATED_NAMES.map(({ name }) => name).sort());
  });

  it('are found in what a package uses, by door and name', () => {
    const slot: DeprecatedName = { door: '@nephra/plugin-sdk/web', name: 'slot', since: '1.4.0', gone: '3.0.0', instead: '`filling`' };
    expect(deprecatedIn({ '@nephra/plugin-sdk/web': ['page', 'slot'] }, [slot])).toEqual([slot]);
    expect(deprecatedIn({ '@nephra/plugin-sdk/ui': ['slot'] }, [slot])).toEqual([]);
    expect(deprecatedIn(undefined, [slot])).toEqual([]);
  });
});
