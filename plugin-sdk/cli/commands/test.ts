import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { BuildProblem } from '../build/problem.ts';
import type { Command } from '../command.ts';
import { openProject } from '../project.ts';

/** Path of a program that an installed package brings. */
export function programOf(folder: string, packageName: string, file: string): string {
  try {
    return path.join(path.dirname(createRequire(path.join(folder, 'package.json')).resolve(`${packageName}/package.json`)), file);
  } catch {
    throw new BuildProblem(`${packageName} is not installed; run \`npm install --save-dev ${packageName}\`.`);
  }
}

export const testCommand: Command = {
  name: 'test',
  usage: '[vitest arguments]',
  summary: 'runs the tests once',
  async run({ words, folder }) {
    openProject(folder);
    const { status } = spawnSync(process.execPath, [programOf(folder, 'vitest', 'vitest.mjs'), 'run', ...words], { cwd: folder, stdio: 'inherit' });
    return status ?? 1;
  },
};
