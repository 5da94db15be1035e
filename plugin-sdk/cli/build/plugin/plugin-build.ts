import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PluginManifest } from '../../../contract/plugin/manifest.ts';
import { LANGUAGES, type Language } from '../../../contract/menu/menu.ts';
import type { PluginDefinition } from '../../../web/define-plugin.ts';
import type { Doors } from '../doors/door-names.ts';
import { manifestOf } from '../manifest.ts';
import { integrityOf } from '../package-files.ts';
import { evaluatePlugin } from './plugin-definition.ts';
import { buildWebHalf, NO_WEB_HALF, type PluginSizes, type WebHalf, type WebHalfOptions } from './plugin-web-half.ts';
import { BuildProblem } from '../problem.ts';
import type { SdkLocation } from '../sdk-location.ts';
import { bundleForNode } from './server-bundle.ts';
import { sdkForHalves } from './load-half.ts';
import { serverFacts } from './server-routes.ts';
import { missingServerTexts } from './server-texts.ts';
import { shortHash } from '../chunks/web-assets.ts';

export interface PluginBuild {
  readonly manifest: PluginManifest;
  /** Everything in the package, `manifest.json` included. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** `<version>-<hash>`: name of the folder that holds this very content. */
  readonly folder: string;
  readonly manifestIntegrity: string;
  readonly sizes: PluginSizes;
  /** Module that plugin.ts loads on demand → what it exports. */
  readonly lazyExports: Readonly<Record<string, readonly string[]>>;
  /** Packages that the server half carries. */
  readonly carried: readonly string[];
  readonly inputs: readonly string[];
}

/** Builds one plugin from its sources into the files of its package. */
export async function buildPlugin(root: string, folder: string, sdk: SdkLocation, doors: Doors, options: WebHalfOptions = {}): Promise<PluginBuild> {
  if (!existsSync(path.join(folder, 'plugin.ts')))
    throw new BuildProblem(`${folder} has no plugin.ts, so it is no plugin. \`nephra-plugin create\` makes one.`);
  const { definition, inputs } = await evaluatePlugin(root, folder, sdk);
  const hasWeb = definition.pages?.length || definition.menuTypes?.length || definition.slots?.length || definition.activate;
  const web = hasWeb ? await buildWebHalf({ root, folder, dependsOn: definition.dependsOn ?? [], sdk, doors }, options) : NO_WEB_HALF();
  const files = web.files;

  const serverEntry = path.join(folder, 'server/index.ts');
  let server: PluginManifest['server'];
  let carried: readonly string[] = [];
  const serverInputs: string[] = [];
  if (existsSync(serverEntry)) {
    const bundle = await bundleForNode({ root, entry: serverEntry, name: 'server' }, 'inside', sdk);
    const name = `server-${shortHash(bundle.code)}.mjs`;
    files.set(
      name,
      new TextEncoder().encode(new TextDecoder().decode(bundle.code).replace(/sourceMappingURL=server\.mjs\.map/, `sourceMappingURL=${name}.map`)),
    );
    files.set(`${name}.map`, bundle.map);
    server = { entry: name, sharedSdk: sdk.version, ...(await serverFacts(bundle.code, serverEntry, sdk)) };
    carried = bundle.carried;
    serverInputs.push(...bundle.inputs, ...(await sdkForHalves(sdk)).inputs);
  }

  const locales = {} as Record<Language, string>;
  const texts = {} as Record<Language, unknown>;
  for (const language of LANGUAGES) {
    const content = await readTexts(folder, language);
    locales[language] = `${language}-${shortHash(content)}.json`;
    files.set(locales[language], new TextEncoder().encode(content));
    texts[language] = JSON.parse(content);
  }
  const missing = missingServerTexts(folder, texts);
  if (missing.length > 0) throw new BuildProblem(missing);

  const lists = pageLists(definition, server?.routes ?? []);
  const webFacts = web.web && { ...web.web, pages: pageNeeds(definition, web.lazyNeeds), ...(Object.keys(lists).length > 0 && { lists }) };
  const manifest = manifestOf(definition, { web: webFacts, server, locales, files });
  const text = new TextEncoder().encode(`${JSON.stringify(manifest, null, 1)}\n`);
  files.set('manifest.json', text);
  return {
    manifest,
    files,
    folder: `${manifest.version}-${shortHash(text, 10)}`,
    manifestIntegrity: integrityOf(text),
    sizes: web.sizes,
    lazyExports: web.lazyExports,
    carried,
    inputs: [...new Set([...inputs, ...web.inputs, ...serverInputs, ...LANGUAGES.map((language) => path.join(folder, `locales/${language}.json`))])],
  };
}

/** Which module a page is loaded from stands in the function that loads it, and nowhere else. One that is written in another way has no entry here. */
function pageNeeds({ pages = [] }: PluginDefinition, lazyNeeds: WebHalf['lazyNeeds']): Record<string, string[]> {
  return Object.fromEntries(
    pages.flatMap(({ enCode, load }) => {
      const file = /\bimport\(\s*["'`]([^"'`]+)["'`]\s*\)/.exec(String(load))?.[1] ?? '';
      const needs = lazyNeeds[path.basename(file).replace(/\.[cm]?[jt]sx?$/, '')];
      return needs === undefined ? [] : [[enCode, [...needs]]];
    }),
  );
}

/** @throws BuildProblem when a page names a list that the plugin's own server half does not give: each first opening would ask for it in vain */
function pageLists({ pages = [] }: PluginDefinition, routes: readonly string[]): Record<string, string> {
  const named = pages.flatMap(({ enCode, list }) => (list === undefined ? [] : [[enCode, list] as const]));
  const unknown = named.filter(([, list]) => !routes.includes(`GET ${list}`));
  if (unknown.length > 0)
    throw new BuildProblem(
      unknown.map(
        ([enCode, list]) => `The page '${enCode}' begins with the list ${list}, and the server half has no \`GET ${list}\`. Correct it or leave it out.`,
      ),
    );
  return Object.fromEntries(named);
}

async function readTexts(folder: string, language: Language): Promise<string> {
  const file = path.join(folder, `locales/${language}.json`);
  const text = await readFile(file, 'utf8').catch(() => {
    throw new BuildProblem(`${file} is missing; every plugin brings its texts in ${LANGUAGES.join(', ')}.`);
  });
  try {
    return JSON.stringify(JSON.parse(text));
  } catch (error) {
    throw new BuildProblem(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
