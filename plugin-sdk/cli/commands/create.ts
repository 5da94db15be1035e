import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { PLUGIN_ID_PATTERN } from '../../contract/plugin/plugin-id.ts';
import { BuildProblem } from '../build/problem.ts';
import { lastCodemod } from '../codemods/index.ts';
import type { Command } from '../command.ts';
import { ownPackage, type Vendored, vendorSdk } from '../package/vendored-sdk.ts';
import { exampleFolder, exampleNames, isExample, templateFolder } from '../template-folder.ts';

/** Names that the template uses for itself, and what stands for them in a plugin with this id. */
function replacements(id: string, { sdk, plugins }: Vendored): readonly (readonly [string, string])[] {
  const words = id.split(/[.-]/);
  const pascal = words.map((word) => (word[0] ?? '').toUpperCase() + word.slice(1)).join('');
  return [
    ['sample-plugin', id],
    ['samplePlugin', (pascal[0] ?? '').toLowerCase() + pascal.slice(1)],
    ['SamplePlugin', pascal],
    ['sample_plugin', words.join('_')],
    ['Sample Plugin', words.map((word) => (word[0] ?? '').toUpperCase() + word.slice(1)).join(' ')],
    ['SDK_PACKAGE', sdk],
    ['PLUGINS_PACKAGE', plugins],
    ['"LAST_CODEMOD"', String(lastCodemod())],
  ];
}

export interface CreateOptions {
  /** An SDK to depend on in place of the one that is put into the project: a version, or a `.tgz`. */
  readonly sdk?: string;
  /** Name of an example to begin with in place of the plain template. */
  readonly example?: string;
}

/** @returns the folder of the new plugin */
export function createPlugin(parent: string, id: string, { sdk, example }: CreateOptions = {}): string {
  if (!new RegExp(PLUGIN_ID_PATTERN).test(id) || id.length > 40)
    throw new BuildProblem(`'${id}' is no plugin id: lower-case letters, digits and dashes, optionally with the publisher in front (acme.beds).`);
  if (example !== undefined && !exampleNames().includes(example))
    throw new BuildProblem(`There is no example '${example}'; there are ${exampleNames().join(', ')}.`);
  const target = path.join(parent, id);
  if (existsSync(target) && readdirSync(target).length > 0) throw new BuildProblem(`${target} exists and is not empty.`);
  cpSync(templateFolder(), target, { recursive: true, filter: (file) => !isExample(file) });
  if (example !== undefined) {
    for (const part of ['contract', 'domain', 'web', 'server']) rmSync(path.join(target, part), { recursive: true, force: true });
    cpSync(exampleFolder(example), target, { recursive: true });
  }
  const swaps = replacements(id, packagesFor(target, parent, sdk));
  for (const entry of readdirSync(target, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.parentPath.startsWith(path.join(target, 'vendor'))) continue;
    const file = path.join(entry.parentPath, entry.name);
    const text = swaps.reduce((result, [from, to]) => result.replaceAll(from, to), readFileSync(file, 'utf8'));
    writeFileSync(file, entry.name === 'README.md' ? namesWhatIsThere(text, target) : text);
    // npm leaves out files of these names when it packs the SDK, so the template stores them under others.
    if (entry.name.startsWith('_')) renameSync(file, path.join(entry.parentPath, entry.name === '_gitignore' ? '.gitignore' : entry.name.slice(1)));
  }
  return target;
}

/** Not every example has every folder: a row of the table that begins with one that is missing goes. */
const namesWhatIsThere = (readme: string, project: string): string =>
  readme.replace(/^\| `(\w+)\/` .*\n/gm, (row, folder: string) => (existsSync(path.join(project, folder)) ? row : ''));

/** The SDK goes into the project, unless somebody names another one or this is the product's own repository. */
function packagesFor(target: string, parent: string, sdk: string | undefined): Vendored {
  const own = ownPackage();
  const archive = sdk?.endsWith('.tgz') ? path.resolve(parent, sdk) : undefined;
  if (archive !== undefined && !existsSync(archive)) throw new BuildProblem(`${archive} does not exist.`);
  if (own && (sdk === undefined || archive !== undefined)) return vendorSdk(target, own, archive);
  return { sdk: sdk ?? '^1.0.0', plugins: '^1.0.0' };
}

export const createCommand: Command = {
  name: 'create',
  usage: '<id> [--example <name>] [--sdk <version or .tgz>]',
  summary: 'makes a new plugin in a folder named after its id',
  async run({ words, folder, say }) {
    const { values, positionals } = parseArgs({ args: [...words], allowPositionals: true, options: { sdk: { type: 'string' }, example: { type: 'string' } } });
    const [id] = positionals;
    if (id === undefined) {
      say(`Usage: nephra-plugin ${createCommand.name} ${createCommand.usage}`);
      say(`Examples: ${exampleNames().join(', ')}`);
      return 1;
    }
    createPlugin(folder, id, values);
    say(`${id}/ is ready:`);
    say(`  cd ${id} && npm install`);
    say('  npm run check      everything a hospital will look at');
    say('  npm run package    the file for registry.json');
    say('  npm run dev -- --registry <registry.json> --backend <address>');
    say('                     builds on every save for a server of your own, and says what became of it');
    return 0;
  },
};
