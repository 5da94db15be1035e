import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { type AnyRecord, checkRelations } from '@nephra/plugin-sdk/record';
import { readRecordDocument, recordHash } from '@nephra/plugin-sdk/server';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { KIND_OPTIONS } from '../../plugin-sdk/contract/record/field-kind.ts';
import { recordDocument } from '../../plugin-sdk/contract/record/record-document.ts';
import { productRecords, recordSources } from '../support/records/product-records.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Keys of a field that belong to no kind, and of a record: more than anybody keeps in mind is refused. Each new one needs three records that use it. */
const MAX_FIELD_KEYS = 14;
const MAX_RECORD_KEYS = 14;

/** Text of all integration tests below a folder. */
const testsOf = (folder: string): string =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', folder], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\n')
    .filter((file) => file.endsWith('.int.test.ts'))
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .join('\n');

/** The same sources bundled for one half and run: name of a record → its hash. */
async function hashesOf(platform: 'browser' | 'node'): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: { contents: recordSources.map((file, at) => `export * as file${at} from './${file}';`).join('\n'), resolveDir: root, loader: 'ts' },
    write: false,
    bundle: true,
    minify: platform === 'browser',
    format: 'cjs',
    platform,
    target: 'es2022',
    conditions: ['nephra-source'],
    logLevel: 'silent',
  });
  const module: { exports: Readonly<Record<string, Readonly<Record<string, unknown>>>> } = { exports: {} };
  vm.runInThisContext(`(function (module, require) {${outputFiles[0]?.text}\n})`)(module, undefined);
  const all = Object.values(module.exports).flatMap((file) => Object.values(file));
  const records = all.filter((one): one is AnyRecord => typeof one === 'object' && one !== null && 'document' in one && 'acts' in one);
  return new Map(records.map((record) => [record.name, recordHash(record)]));
}

describe('records of the product', () => {
  let records: readonly AnyRecord[];
  beforeAll(async () => {
    records = await productRecords();
  });

  it('are data alone: no function, no component and no value that JSON does not keep stands in a description', () => {
    expect(records.length).toBeGreaterThanOrEqual(recordSources.length);
    expect(records.length).toBeGreaterThan(1);
    for (const { document } of records) {
      expect(JSON.parse(JSON.stringify(document))).toStrictEqual(document);
      expect(readRecordDocument(document).document).toBe(document);
    }
    expect(new Set(records.map(({ name }) => name)).size).toBe(records.length);
  });

  it('have the same hash bundled and shortened for browsers, bundled for the server, and as they stand', async () => {
    const source = new Map(records.map((record) => [record.name, recordHash(record)]));
    expect(await hashesOf('browser')).toEqual(source);
    expect(await hashesOf('node')).toEqual(source);
  });

  it('name in their relations records that are there, of plugins that theirs depend on', async () => {
    const manifests = new Map<string, readonly string[]>();
    for (const { plugin } of records) {
      const { default: made } = (await import(path.join(root, 'plugins', plugin, 'plugin.ts'))) as {
        readonly default: { readonly dependsOn?: readonly string[] };
      };
      manifests.set(plugin, made.dependsOn ?? []);
    }
    expect(checkRelations(records, (plugin) => manifests.get(plugin) ?? [])).toEqual([]);
  });

  it('have both suites, the calls and what holds without one', () => {
    const tests = testsOf('plugins');
    for (const file of recordSources) {
      const contracts = [...readFileSync(path.join(root, file), 'utf8').matchAll(/export const (\w+) = recordContract\(/g)].map(([, name]) => name);
      for (const contract of contracts)
        for (const suite of ['recordSuite', 'recordStaticSuite']) expect(tests, `${suite} of ${contract}`).toContain(`${suite}(${contract},`);
    }
  });
});

describe('what may be said of a record', () => {
  it('stays few', () => {
    const field = Object.values(
      (recordDocument.properties.fields as unknown as { readonly patternProperties: Readonly<Record<string, { readonly properties: object }>> })
        .patternProperties,
    )[0];
    const shared = Object.keys(field?.properties ?? {}).filter((key) => !KIND_OPTIONS.some((each) => each === key));
    expect(shared).toContain('label');
    expect(shared.length).toBeLessThanOrEqual(MAX_FIELD_KEYS);
    expect(Object.keys(recordDocument.properties).length).toBeLessThanOrEqual(MAX_RECORD_KEYS);
  });
});
