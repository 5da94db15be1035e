import { rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeFiles } from '../build/package-files.ts';
import type { Command } from '../command.ts';
import { openProject } from '../project.ts';
import { sizeLines } from '../size-lines.ts';

export const buildCommand: Command = {
  name: 'build',
  usage: '[--out <folder>]',
  summary: 'makes the package folder (default dist/package)',
  async run({ words, folder, say }) {
    const { values } = parseArgs({ args: [...words], options: { out: { type: 'string', default: 'dist/package' } } });
    const built = await openProject(folder).build();
    const out = path.resolve(folder, values.out);
    rmSync(out, { recursive: true, force: true });
    await writeFiles(out, built.files, false);
    say(`${built.manifest.id} ${built.manifest.version}: ${built.files.size} files in ${path.relative(folder, out) || '.'}`);
    for (const line of sizeLines(built.sizes)) say(line);
    return 0;
  },
};
