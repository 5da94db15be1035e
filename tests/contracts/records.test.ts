import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
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

/** A page with more lines of its own is no record page any more. */
const MAX_PAGE_LINES = 120;

const listed: readonly string[] = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'plugins', 'shell'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 26,
}).split('\n');
/** Files whose name ends so, with their text. */
const sourcesNamed = (name: RegExp): readonly { readonly file: string; readonly text: string }[] =>
  listed.filter((file) => name.test(file) && existsSync(path.join(root, file))).map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

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
    const tests = sourcesNamed(/\.int\.test\.ts$/)
      .map(({ text }) => text)
      .join('\n');
    for (const file of recordSources) {
      const contracts = [...readFileSync(path.join(root, file), 'utf8').matchAll(/export const (\w+) = recordContract\(/g)].map(([, name]) => name);
      for (const contract of contracts)
        for (const suite of ['recordSuite', 'recordStaticSuite']) expect(tests, `${suite} of ${contract}`).toContain(`${suite}(${contract},`);
    }
  });
});

describe('pages of records', () => {
  const pages = sourcesNamed(/(?<!\.test)\.tsx$/).flatMap(({ file, text }) =>
    [...text.matchAll(/\brecord(?:Page|Tab)\(\s*(\w+)/g)].map(([, contract = '']) => ({ file, contract, lines: text.trimEnd().split('\n').length })),
  );

  it('have their suite: what each of them must do on the screen (R27, R28)', () => {
    expect(pages.length).toBeGreaterThan(15);
    const tests = sourcesNamed(/\.test\.tsx$/)
      .map(({ text }) => text)
      .join('\n');
    for (const { file, contract } of pages)
      expect(
        tests,
        `${file} has no screens: call recordScreens(${contract}, { Page, row, texts, typed }) in a test beside it (tests/support/records/record-screens.tsx)`,
      ).toMatch(new RegExp(`\\brecordScreens\\(\\s*${contract}\\b`));
  });

  it(`have at most ${MAX_PAGE_LINES} lines of their own`, () => {
    const long = pages.filter(({ lines }) => lines > MAX_PAGE_LINES).map(({ file, lines }) => `${file}: ${lines} lines, more than ${MAX_PAGE_LINES}`);
    const mend = 'say it in the description, give panels files of their own, or write the page by hand (plugin-sdk/decisions/records-described-once.md)';
    expect(long, mend).toEqual([]);
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
