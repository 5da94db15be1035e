import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { loadServerHalf } from '../build/plugin/load-half.ts';
import type { PluginBuild } from '../build/plugin/plugin-build.ts';
import { carriedFindings } from '../check/carried-twice.ts';
import { migrationFindings, pageFindings, serverFindings } from '../check/declared-is-coded.ts';
import { sourceFindings } from '../check/source-rules.ts';
import type { Command } from '../command.ts';
import { openProject, type Project } from '../project.ts';
import { sizeProblems } from '../size-lines.ts';
import { startTimeLimit, type TimeLimit } from '../time-limit.ts';
import { deprecationWarnings } from '../uses/sdk-api.ts';
import { conformanceOf } from '../check/conformance-of.ts';
import { programOf } from '../check/program-of.ts';

/** A check that takes longer is stopped and counts as failed. */
const TYPES_MINUTES = 5;

interface Check {
  readonly title: string;
  readonly find: (project: Project, built: PluginBuild) => Promise<string[]> | string[];
}

const CHECKS: readonly Check[] = [
  { title: 'package', find: (_project, built) => conformanceOf(built) },
  { title: 'pages have menus', find: (_project, { manifest }) => pageFindings(manifest) },
  {
    title: 'pages export what the shell draws',
    find: (_project, { lazyExports }) =>
      Object.entries(lazyExports)
        .filter(([, names]) => !names.includes('Page') && !names.includes('Slot'))
        .map(([name]) => `${name} is loaded by plugin.ts but exports neither \`Page\` nor \`Slot\`.`),
  },
  {
    title: 'server half',
    find: async ({ sdk }, { manifest, files, carried }) => {
      const code = manifest.server && files.get(manifest.server.entry);
      if (!code) return [];
      try {
        const server = await loadServerHalf(code, sdk);
        return [...carriedFindings(carried), ...serverFindings(server, manifest), ...(await migrationFindings(server))];
      } catch (error) {
        return [`The server half cannot be loaded: ${error instanceof Error ? error.message : String(error)}`];
      }
    },
  },
  { title: 'sizes', find: (_project, { sizes }) => sizeProblems(sizes) },
  { title: 'secrets and globals', find: ({ folder }) => sourceFindings(folder) },
  {
    title: 'types',
    find: ({ folder }) => {
      if (!existsSync(path.join(folder, 'tsconfig.json'))) return ['tsconfig.json is missing; `nephra-plugin create` shows one.'];
      const { status, stdout, error } = spawnSync(
        process.execPath,
        [programOf(folder, 'typescript', 'bin/tsc'), '-p', folder, '--noEmit', '--pretty', 'false'],
        {
          encoding: 'utf8',
          timeout: TYPES_MINUTES * 60_000,
        },
      );
      if (error) return [`Types could not be checked within ${TYPES_MINUTES} minutes: ${error.message}`];
      return status === 0 ? [] : stdout.trim().split('\n');
    },
  },
];

/** Runs all checks over one build. @returns how many failed */
export async function runChecks(project: Project, built: PluginBuild, say: (line: string) => void, limit?: TimeLimit): Promise<number> {
  let failed = 0;
  for (const { title, find } of CHECKS) {
    limit?.at(title);
    const findings = await find(project, built);
    say(`${findings.length === 0 ? 'ok    ' : 'FAILED'}  ${title}`);
    for (const finding of findings) say(`        ${finding}`);
    if (findings.length > 0) failed += 1;
  }
  for (const warning of deprecationWarnings(built.manifest.uses)) say(warning);
  return failed;
}

export const checkCommand: Command = {
  name: 'check',
  usage: '',
  summary: 'everything that a hospital will look at',
  async run({ folder, say }) {
    const project = openProject(folder);
    const limit = startTimeLimit();
    limit.at('building');
    const built = await project.build();
    const failed = await runChecks(project, built, say, limit);
    limit.end();
    say(failed === 0 ? `${built.manifest.id} ${built.manifest.version} is ready to be packed.` : `${failed} of ${CHECKS.length} checks failed.`);
    return failed === 0 ? 0 : 1;
  },
};
