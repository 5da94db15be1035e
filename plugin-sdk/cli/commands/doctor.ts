import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import semver from 'semver';
import { SHARED_LIBRARIES } from '../build/doors/shared-names.ts';
import type { Command } from '../command.ts';
import { openProject, type Project } from '../project.ts';

interface Finding {
  readonly good: boolean;
  readonly text: string;
}

const readJson = (file: string): Record<string, unknown> | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  } catch {
    return undefined;
  }
};

const versionOf = (from: string, name: string): string | undefined => {
  for (const base of createRequire(path.join(from, 'package.json')).resolve.paths(name) ?? []) {
    const version = readJson(path.join(base, name, 'package.json'))?.version;
    if (typeof version === 'string') return version;
  }
  return undefined;
};

/** The page has one copy of each shared library, in the shell's version; another one here only confuses the type checker. */
function sharedLibraries({ folder, sdk }: Project): Finding[] {
  const names = [...new Set(SHARED_LIBRARIES.map((name) => name.split('/')[0] ?? name))];
  return names.flatMap((name) => {
    const [own, expected] = [versionOf(folder, name), versionOf(sdk.folder, name)];
    if (own === undefined || own === expected) return [];
    return [
      { good: false, text: `${name} ${own} is installed, but the shell has ${expected ?? 'another version'}; remove it from package.json, the SDK brings it.` },
    ];
  });
}

function compilerOptions(folder: string): Finding[] {
  const file = path.join(folder, 'tsconfig.json');
  if (!existsSync(file)) return [{ good: false, text: 'tsconfig.json is missing; `nephra-plugin create` shows one.' }];
  const source = readFileSync(file, 'utf8');
  const wanted = ['"strict": true', '"verbatimModuleSyntax": true', '"jsx": "react-jsx"', '@nephra/plugin-sdk/ambient'];
  const missing = wanted.filter((text) => !source.replace(/\s+/g, ' ').includes(text));
  return missing.length === 0 ? [{ good: true, text: 'tsconfig.json' }] : [{ good: false, text: `tsconfig.json lacks ${missing.join(', ')}.` }];
}

export const doctorCommand: Command = {
  name: 'doctor',
  usage: '',
  summary: 'looks at Node, packages and settings of this project',
  async run({ folder, say }) {
    const nodeGood = semver.satisfies(process.versions.node, '>=20.19');
    say(`${nodeGood ? 'ok    ' : 'FAILED'}  Node ${process.versions.node}${nodeGood ? '' : '; 20.19 or newer is needed'}`);
    const project = openProject(folder);
    const description = readJson(path.join(folder, 'package.json'));
    const findings: Finding[] = [
      { good: true, text: `SDK ${project.sdk.version}${project.sdk.fromSource ? ' from sources' : ''}` },
      description?.type === 'module' ? { good: true, text: 'package.json' } : { good: false, text: 'package.json must say "type": "module".' },
      ...['typescript', 'vitest'].map((name) => {
        const version = versionOf(folder, name);
        return version === undefined
          ? { good: false, text: `${name} is not installed; \`npm install --save-dev ${name}\`.` }
          : { good: true, text: `${name} ${version}` };
      }),
      ...sharedLibraries(project),
      ...compilerOptions(folder),
    ];
    for (const { good, text } of findings) say(`${good ? 'ok    ' : 'FAILED'}  ${text}`);
    return nodeGood && findings.every(({ good }) => good) ? 0 : 1;
  },
};
