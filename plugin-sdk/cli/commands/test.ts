import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BuildProblem } from '../build/problem.ts';
import { programOf } from '../check/program-of.ts';
import type { Command } from '../command.ts';
import { openProject } from '../project.ts';

/** Words that are ours; all others go to the test runner. */
const LIVE = {
  backend: { type: 'string' },
  registry: { type: 'string' },
  admin: { type: 'string' },
  other: { type: 'string' },
  without: { type: 'string' },
  long: { type: 'boolean' },
} as const;

export const testCommand: Command = {
  name: 'test',
  usage: '[vitest arguments] | --backend <address> --registry <file> [--admin account:password] [--other …] [--without …] [--long]',
  summary: 'runs the tests once, or asks a running server of your own about the plugin',
  async run({ words, folder, say }) {
    const project = openProject(folder);
    if (words.includes('--backend')) {
      const { values } = parseArgs({ args: [...words], options: LIVE });
      const { backend = '', registry, admin = 'admin:Demo2026', other, without, long = false } = values;
      if (registry === undefined) throw new BuildProblem('--backend needs --registry, the registry.json that this server reads.');
      const { runLive } = await import('./live.ts');
      const failed = await runLive(project, { backend, registry: path.resolve(folder, registry), admin, other, without, long }, say);
      say(failed === 0 ? 'The server has nothing against this plugin.' : `${failed} checks failed.`);
      return failed === 0 ? 0 : 1;
    }
    const { status } = spawnSync(process.execPath, [programOf(folder, 'vitest', 'vitest.mjs'), 'run', ...words], { cwd: folder, stdio: 'inherit' });
    return status ?? 1;
  },
};
