import { createRequire } from 'node:module';
import path from 'node:path';
import { BuildProblem } from '../build/problem.ts';

/** Path of a program that an installed package brings. */
export function programOf(folder: string, packageName: string, file: string): string {
  try {
    return path.join(path.dirname(createRequire(path.join(folder, 'package.json')).resolve(`${packageName}/package.json`)), file);
  } catch {
    throw new BuildProblem(`${packageName} is not installed; run \`npm install --save-dev ${packageName}\`.`);
  }
}
