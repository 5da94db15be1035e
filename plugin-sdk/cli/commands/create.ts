import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { PLUGIN_ID_PATTERN } from '../../contract/plugin/manifest.ts';
import { BuildProblem } from '../build/problem.ts';
import type { Command } from '../command.ts';
import { templateFolder } from '../template-folder.ts';

/** Names that the template uses for itself, and what stands for them in a plugin with this id. */
function replacements(id: string, sdk: string): readonly (readonly [string, string])[] {
  const words = id.split(/[.-]/);
  const pascal = words.map((word) => (word[0] ?? '').toUpperCase() + word.slice(1)).join('');
  return [
    ['sample-plugin', id],
    ['samplePlugin', (pascal[0] ?? '').toLowerCase() + pascal.slice(1)],
    ['SamplePlugin', pascal],
    ['sample_plugin', words.join('_')],
    ['Sample Plugin', words.map((word) => (word[0] ?? '').toUpperCase() + word.slice(1)).join(' ')],
    ['SDK_PACKAGE', sdk],
  ];
}

export function createPlugin(parent: string, id: string, sdk: string): string {
  if (!new RegExp(PLUGIN_ID_PATTERN).test(id) || id.length > 40)
    throw new BuildProblem(`'${id}' is no plugin id: lower-case letters, digits and dashes, optionally with the publisher in front (acme.beds).`);
  const target = path.join(parent, id);
  if (existsSync(target) && readdirSync(target).length > 0) throw new BuildProblem(`${target} exists and is not empty.`);
  cpSync(templateFolder(), target, { recursive: true });
  const swaps = replacements(id, sdk);
  for (const entry of readdirSync(target, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const text = swaps.reduce((result, [from, to]) => result.replaceAll(from, to), readFileSync(file, 'utf8'));
    writeFileSync(file, text);
    // npm leaves out files of these names when it packs the SDK, so the template stores them under others.
    if (entry.name.startsWith('_')) renameSync(file, path.join(entry.parentPath, entry.name === '_gitignore' ? '.gitignore' : entry.name.slice(1)));
  }
  return target;
}

export const createCommand: Command = {
  name: 'create',
  usage: '<id> [--sdk <version or .tgz>]',
  summary: 'makes a new plugin in a folder named after its id',
  async run({ words, folder, say }) {
    const { values, positionals } = parseArgs({ args: [...words], allowPositionals: true, options: { sdk: { type: 'string', default: '^1.0.0' } } });
    const [id] = positionals;
    if (id === undefined) {
      say(`Usage: nephra-plugin ${createCommand.name} ${createCommand.usage}`);
      return 1;
    }
    const sdk = values.sdk.endsWith('.tgz') ? `file:${path.resolve(folder, values.sdk)}` : values.sdk;
    createPlugin(folder, id, sdk);
    say(`${id}/ is ready:`);
    say(`  cd ${id} && npm install`);
    say('  npx nephra-plugin dev     builds on every save');
    say('  npx nephra-plugin check   everything a hospital will look at');
    say('  npx nephra-plugin pack    the file for registry.json');
    return 0;
  },
};
