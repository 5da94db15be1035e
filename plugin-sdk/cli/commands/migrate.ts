import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Command } from '../command.ts';
import { withSdkRange } from '../codemods/sdk-range.ts';
import { openProject } from '../project.ts';
import { type Codemod, codemods } from '../codemods/index.ts';

const sourcesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return /^(node_modules|dist|vendor|\.)/.test(entry.name) ? [] : sourcesBelow(file);
    return /\.(tsx?|json)$/.test(entry.name) && entry.name !== 'package-lock.json' ? [file] : [];
  });

/** Applies what was not applied yet; `package.json` remembers the last number. @returns what it did, for people */
export function migrate(folder: string, list: readonly Codemod[], dryRun: boolean): string[] {
  const packageFile = path.join(folder, 'package.json');
  const description = JSON.parse(readFileSync(packageFile, 'utf8')) as { nephra?: { codemod?: number } };
  const done = description.nephra?.codemod ?? 0;
  const open = list.filter(({ number }) => number > done).sort((a, b) => a.number - b.number);
  const lines: string[] = [];
  for (const { number, title, apply } of open) {
    const changed = sourcesBelow(folder).filter((file) => {
      const before = readFileSync(file, 'utf8');
      const after = apply(before, path.relative(folder, file));
      if (after === before) return false;
      if (!dryRun) writeFileSync(file, after);
      return true;
    });
    lines.push(`${number} ${title}: ${changed.length === 0 ? 'nothing to change' : changed.map((file) => path.relative(folder, file)).join(', ')}`);
  }
  const last = open.at(-1);
  if (last && !dryRun) {
    const now = JSON.parse(readFileSync(packageFile, 'utf8')) as { nephra?: object };
    writeFileSync(packageFile, `${JSON.stringify({ ...now, nephra: { ...now.nephra, codemod: last.number } }, null, 2)}\n`);
  }
  return lines;
}

export const migrateCommand: Command = {
  name: 'migrate',
  usage: '[--dry-run]',
  summary: 'adapts the sources to this SDK version',
  async run({ words, folder, say }) {
    const { values } = parseArgs({ args: [...words], options: { 'dry-run': { type: 'boolean', default: false } } });
    const { sdk } = openProject(folder);
    const lines = migrate(folder, codemods, values['dry-run']);
    if (lines.length === 0) say(`Up to date: SDK ${sdk.version} asks for no change of these sources.`);
    for (const line of lines) say(line);
    const definition = path.join(folder, 'plugin.ts');
    const before = readFileSync(definition, 'utf8');
    const after = withSdkRange(before, sdk.version);
    if (after !== before) {
      if (!values['dry-run']) writeFileSync(definition, after);
      say(`plugin.ts asks for SDK ^${sdk.version} now.`);
    }
    return 0;
  },
};
