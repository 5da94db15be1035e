import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { SHARED_LIBRARIES } from '../build/doors/shared-names.ts';
import { openProject, type Project } from '../project.ts';
import { DevelopmentServer, silenceText } from '../server/development-server.ts';
import { readSdkApi } from '../uses/sdk-api.ts';
import { usesOf } from '../uses/uses-of.ts';
import { failed, type Finding, ok } from './finding.ts';
import { nextSdkFindings } from './next-sdk.ts';
import { serverFindings } from './server-findings.ts';

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
    return [failed(`${name} ${own} is installed, but the shell has ${expected ?? 'another version'}; remove it from package.json, the SDK brings it.`)];
  });
}

function compilerOptions(folder: string): Finding[] {
  const file = path.join(folder, 'tsconfig.json');
  if (!existsSync(file)) return [failed('tsconfig.json is missing; `nephra-plugin create` shows one.')];
  const source = readFileSync(file, 'utf8');
  const wanted = ['"strict": true', '"verbatimModuleSyntax": true', '"jsx": "react-jsx"', '@nephra/plugin-sdk/ambient'];
  const missing = wanted.filter((text) => !source.replace(/\s+/g, ' ').includes(text));
  return missing.length === 0 ? [ok('tsconfig.json')] : [failed(`tsconfig.json lacks ${missing.join(', ')}.`)];
}

function settingsOf(project: Project): Finding[] {
  const { folder, sdk } = project;
  const description = readJson(path.join(folder, 'package.json'));
  return [
    ok(`SDK ${sdk.version}${sdk.fromSource ? ' from sources' : ''}`),
    description?.type === 'module' ? ok('package.json') : failed('package.json must say "type": "module".'),
    ...['typescript', 'vitest'].map((name) => {
      const version = versionOf(folder, name);
      return version === undefined ? failed(`${name} is not installed; \`npm install --save-dev ${name}\`.`) : ok(`${name} ${version}`);
    }),
    ...sharedLibraries(project),
    ...compilerOptions(folder),
  ];
}

async function liveFindings(project: Project, backend: string): Promise<Finding[]> {
  const { manifest } = await project.build();
  const seen = await new DevelopmentServer(backend, manifest.id).look();
  return typeof seen === 'string' ? [failed(silenceText(seen, backend))] : serverFindings(manifest, seen);
}

/** Packages and settings of the project in a folder, and what a running server says of its plugin. @throws BuildProblem */
export async function projectFindings(folder: string, backend: string | undefined): Promise<Finding[]> {
  const project = openProject(folder);
  return [...settingsOf(project), ...(backend === undefined ? [] : await liveFindings(project, backend))];
}

/** What the project in a folder has to fear of an SDK that is not installed. @throws BuildProblem */
export function projectAhead(folder: string, next: string): Finding[] {
  const api = readSdkApi(next);
  const project = openProject(folder);
  const before = project.sdk.fromSource ? undefined : readSdkApi(project.sdk.folder);
  const range = /\bsdk:\s*['"]([^'"]+)['"]/.exec(readFileSync(path.join(folder, 'plugin.ts'), 'utf8'))?.[1] ?? '*';
  return nextSdkFindings({ name: path.basename(folder), sdk: range, uses: usesOf(folder) }, api, before);
}
