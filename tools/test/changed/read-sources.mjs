import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Everything that git knows or does not ignore, and the texts of the sources among it.
 * @returns {{ paths: string[], sources: Map<string, string> }}
 */
export function readSources(root = process.cwd()) {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  const paths = [...new Set(listed.split('\0'))].filter((file) => file !== '' && existsSync(path.join(root, file)));
  const sources = paths.filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.startsWith('plugin-sdk/cli/template/'));
  return { paths, sources: new Map(sources.map((file) => [file, readFileSync(path.join(root, file), 'utf8')])) };
}
