import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import semver from 'semver';
import { parseArgs } from 'node:util';
import { failed, type Finding, findingLine, ok } from '../doctor/finding.ts';
import { manifestIn, nextSdkFindings, packagesOf } from '../doctor/next-sdk.ts';
import { serverFindings } from '../doctor/server-findings.ts';
import { DevelopmentServer, silenceText } from '../server/development-server.ts';
import { readSdkApi } from '../uses/sdk-api.ts';
import { usesOf } from '../uses/uses-of.ts';
import { SHARED_LIBRARIES } from '../build/doors/shared-names.ts';
import type { Command } from '../command.ts';
import { openProject, type Project } from '../project.ts';

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

function projectFindings(project: Project): Finding[] {
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

/** Without a project the packages of a hospital can be looked at all the same. */
function sdkFindings(folder: string, next: string, packages: readonly string[]): Finding[] {
  const api = readSdkApi(next);
  if (packages.length > 0) {
    return packages.flatMap((place) => {
      const { id, version, sdk, uses } = manifestIn(place);
      return nextSdkFindings({ name: `${id} ${version}`, sdk, uses }, api);
    });
  }
  const project = openProject(folder);
  const before = project.sdk.fromSource ? undefined : readSdkApi(project.sdk.folder);
  const range = /\bsdk:\s*['"]([^'"]+)['"]/.exec(readFileSync(path.join(folder, 'plugin.ts'), 'utf8'))?.[1] ?? '*';
  return nextSdkFindings({ name: path.basename(folder), sdk: range, uses: usesOf(folder) }, api, before);
}

export const doctorCommand: Command = {
  name: 'doctor',
  usage: '[--backend <address>] [--sdk <packed sdk> [--registry <registry.json> | <package.tgz>…]]',
  summary: 'looks at this project, at a running server, or ahead at another SDK',
  async run({ words, folder, say }) {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { backend: { type: 'string' }, sdk: { type: 'string' }, registry: { type: 'string' } },
    });
    const nodeGood = semver.satisfies(process.versions.node, '>=20.19');
    const findings = [nodeGood ? ok(`Node ${process.versions.node}`) : failed(`Node ${process.versions.node}; 20.19 or newer is needed`)];
    if (values.sdk !== undefined) {
      const named = positionals.map((name) => path.resolve(folder, name));
      const packages = values.registry === undefined ? named : [...named, ...packagesOf(path.resolve(folder, values.registry))];
      findings.push(...sdkFindings(folder, path.resolve(folder, values.sdk), packages));
    } else {
      const project = openProject(folder);
      findings.push(...projectFindings(project));
      if (values.backend !== undefined) findings.push(...(await liveFindings(project, values.backend)));
    }
    for (const finding of findings) say(findingLine(finding));
    return findings.some(({ kind }) => kind === 'FAILED') ? 1 : 0;
  },
};
