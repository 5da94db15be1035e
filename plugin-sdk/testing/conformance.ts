import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import semver from 'semver';
import { Value } from 'typebox/value';
import { missingTexts } from '../cli/build/manifest.ts';
import { brotliSize, integrityOf } from '../cli/build/package-files.ts';
import { SIZE_LIMITS } from '../cli/size-lines.ts';
import { LANGUAGES, type Language, manifestSchema, type PluginManifest, SDK_VERSION } from '../contract/index.ts';

export type ConformanceRule = 'manifest' | 'sdk' | 'files' | 'texts' | 'scripts' | 'sizes' | 'menus';

export interface ConformanceFinding {
  readonly rule: ConformanceRule;
  /** What is wrong and what to do, in English. */
  readonly message: string;
}

export interface ConformanceReport {
  readonly ok: boolean;
  /** Missing when manifest.json cannot be read at all. */
  readonly manifest?: PluginManifest;
  readonly findings: readonly ConformanceFinding[];
}

interface BuiltPackage {
  readonly manifest: PluginManifest;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

type Check = (built: BuiltPackage) => readonly string[] | Promise<readonly string[]>;

const decode = (content: Uint8Array | undefined): string => new TextDecoder().decode(content);
const isPackedCopy = (name: string): boolean => /\.(br|gz)$/.test(name);

async function readPackage(folder: string): Promise<Map<string, Uint8Array>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const plain = entries.filter((entry) => entry.isFile() && !isPackedCopy(entry.name));
  const read = plain.map(async (entry) => {
    const file = path.join(entry.parentPath, entry.name);
    return [path.relative(folder, file).split(path.sep).join('/'), new Uint8Array(await readFile(file))] as const;
  });
  return new Map(await Promise.all(read));
}

const sdk: Check = ({ manifest }) =>
  semver.satisfies(SDK_VERSION, manifest.sdk)
    ? []
    : [`It asks for SDK ${manifest.sdk}; ${SDK_VERSION} is here. Widen the range in plugin.ts or update the SDK.`];

const files: Check = ({ manifest, files: found }) => {
  const unsafe = Object.keys(manifest.files).filter(
    (name) => path.posix.normalize(name) !== name || name.startsWith('/') || name.startsWith('..') || name.includes('\\'),
  );
  const differing = Object.entries(manifest.files).flatMap(([name, { integrity, size }]) => {
    const content = found.get(name);
    if (!content) return [`${name} is listed but missing; build again.`];
    return content.length === size && integrityOf(content) === integrity
      ? []
      : [`${name} is not what the manifest says; build again and change nothing by hand.`];
  });
  const unlisted = [...found.keys()].filter((name) => name !== 'manifest.json' && !Object.hasOwn(manifest.files, name));
  const named = [manifest.web?.entry, manifest.server?.entry, ...Object.values(manifest.locales), ...Object.values(manifest.web?.css ?? {}).flat()];
  return [
    ...unsafe.map((name) => `${name} points out of the package.`),
    ...differing,
    ...unlisted.map((name) => `${name} is in the folder but not in the manifest; remove it and build again.`),
    ...named
      .filter((name) => name !== undefined && !Object.hasOwn(manifest.files, name))
      .map((name) => `${name} is used by the manifest but not among its files.`),
  ];
};

/** Blanks `{{name}}` by key; a text that loses one shows a hole in that language. */
function blanksOf(texts: unknown, prefix = ''): Map<string, string> {
  const found = new Map<string, string>();
  if (typeof texts === 'string')
    found.set(
      prefix,
      [...texts.matchAll(/\{\{\s*(\w+)\s*\}\}/g)]
        .map((match) => match[1])
        .sort()
        .join(' '),
    );
  else if (typeof texts === 'object' && texts !== null) {
    for (const [key, value] of Object.entries(texts)) for (const entry of blanksOf(value, prefix ? `${prefix}.${key}` : key)) found.set(...entry);
  }
  return found;
}

const texts: Check = ({ manifest, files: found }) => {
  const tables = {} as Record<Language, unknown>;
  for (const language of LANGUAGES) {
    try {
      tables[language] = JSON.parse(decode(found.get(manifest.locales[language])));
    } catch {
      return [`${manifest.locales[language]} holds no JSON.`];
    }
  }
  const zh = blanksOf(tables.zh);
  const holes = (['zhtw', 'en'] as const).flatMap((language) =>
    [...blanksOf(tables[language])]
      .filter(([key, blanks]) => zh.has(key) && zh.get(key) !== blanks)
      .map(([key]) => `'${key}' has other blanks in ${language} than in zh.`),
  );
  const empty = LANGUAGES.flatMap((language) => emptyTexts(tables[language]).map((key) => `'${key}' is empty in ${language}.`));
  return [...missingTexts(tables), ...empty, ...holes];
};

function emptyTexts(value: unknown, prefix = ''): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [prefix] : [];
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => emptyTexts(inner, prefix ? `${prefix}.${key}` : key))
    : [];
}

const browserScripts = ({ manifest, files: found }: BuiltPackage): [string, Uint8Array][] =>
  manifest.web ? [...found].filter(([name]) => name.endsWith('.js') && name !== manifest.server?.entry) : [];

const scripts: Check = (built) =>
  browserScripts(built).flatMap(([name, content]) => {
    const code = decode(content);
    return [
      ...(/^(?:\/\*[\s\S]*?\*\/\s*)?System\.register\(/.test(code.trimStart()) ? [] : [`${name} is no System.register module; build with the SDK's builder.`]),
      ...(/\beval\(|\bnew Function\(/.test(code) ? [`${name} makes code out of text; browsers of the hospital refuse that.`] : []),
    ];
  });

const sizes: Check = async (built) => {
  const checked = browserScripts(built).map(async ([name, content]) => {
    const limit = name === built.manifest.web?.entry ? SIZE_LIMITS.entry : SIZE_LIMITS.page;
    const bytes = await brotliSize(content);
    return bytes > limit ? [`${name} has ${bytes} bytes compressed, more than ${limit}; load rare parts with import().`] : [];
  });
  return (await Promise.all(checked)).flat();
};

const menus: Check = ({ manifest: { contributes } }) => {
  const codes = contributes.menus.map((menu) => menu.enCode);
  const twice = codes.filter((code, at) => codes.indexOf(code) !== at);
  const faceless = contributes.menus.filter((menu) => menu.type === 2 && !contributes.pages.includes(menu.enCode)).map((menu) => menu.enCode);
  return [
    ...twice.map((code) => `Two menus have the enCode '${code}'.`),
    ...faceless.map((code) => `The menu '${code}' has no page; add page('${code}', …) to plugin.ts.`),
  ];
};

const CHECKS: readonly (readonly [ConformanceRule, Check])[] = [
  ['sdk', sdk],
  ['files', files],
  ['texts', texts],
  ['scripts', scripts],
  ['sizes', sizes],
  ['menus', menus],
];

/**
 * The static half of what a hospital looks at before it takes a plugin: manifest, integrity of every file, texts in three
 * languages, script format, sizes. Runs nothing of the package.
 * @param folder built package: the folder with manifest.json
 */
export async function runConformance(folder: string): Promise<ConformanceReport> {
  let found: Map<string, Uint8Array>;
  let manifest: unknown;
  try {
    found = await readPackage(folder);
    manifest = JSON.parse(decode(found.get('manifest.json')));
  } catch {
    return { ok: false, findings: [{ rule: 'manifest', message: `${folder} holds no readable manifest.json; point at the built package.` }] };
  }
  const faults = [...Value.Errors(manifestSchema, manifest)].map(({ instancePath, message }) => ({
    rule: 'manifest' as const,
    message: `manifest.json ${instancePath || '/'}: ${message}.`,
  }));
  if (faults.length > 0) return { ok: false, findings: faults };
  const built = { manifest: manifest as PluginManifest, files: found };
  const findings: ConformanceFinding[] = [];
  for (const [rule, check] of CHECKS) for (const message of await check(built)) findings.push({ rule, message });
  return { ok: findings.length === 0, manifest: built.manifest, findings };
}
