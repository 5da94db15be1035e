import path from 'node:path';
import semver from 'semver';
import { parseArgs } from 'node:util';
import { failed, type Finding, findingLine, ok } from '../doctor/finding.ts';
import { manifestIn, nextSdkFindings, packagesOf } from '../doctor/next-sdk.ts';
import { readSdkApi } from '../uses/sdk-api.ts';
import type { Command } from '../command.ts';

/** A hospital has packages and no project: this needs nothing but the SDK that was unpacked. */
function packagesAhead(next: string, packages: readonly string[]): Finding[] {
  const api = readSdkApi(next);
  return packages.flatMap((place) => {
    const { id, version, sdk, uses } = manifestIn(place);
    return nextSdkFindings({ name: `${id} ${version}`, sdk, uses }, api);
  });
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
    const registry = values.registry === undefined ? undefined : path.resolve(folder, values.registry);
    const packages = [...positionals.map((name) => path.resolve(folder, name)), ...(registry === undefined ? [] : packagesOf(registry))];
    const next = values.sdk === undefined ? undefined : path.resolve(folder, values.sdk);
    if (next !== undefined && packages.length > 0) findings.push(...packagesAhead(next, packages));
    else if (next !== undefined && registry !== undefined) findings.push(ok(`${values.registry} names no package from outside`));
    else {
      const { projectAhead, projectFindings } = await import('../doctor/project-findings.ts');
      findings.push(...(next === undefined ? await projectFindings(folder, values.backend) : projectAhead(folder, next)));
    }
    for (const finding of findings) say(findingLine(finding));
    return findings.some(({ kind }) => kind === 'FAILED') ? 1 : 0;
  },
};
