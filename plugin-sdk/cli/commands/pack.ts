import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Command } from '../command.ts';
import { runChecks } from './check.ts';
import { startTimeLimit } from '../time-limit.ts';
import { packTgz } from '../package/tar.ts';
import { openProject } from '../project.ts';

export const packCommand: Command = {
  name: 'pack',
  usage: '[--out <folder>] [--unchecked]',
  summary: 'checks, and makes <id>-<version>.tgz for a hospital',
  async run({ words, folder, say }) {
    const { values } = parseArgs({ args: [...words], options: { out: { type: 'string', default: '.' }, unchecked: { type: 'boolean', default: false } } });
    const project = openProject(folder);
    const limit = startTimeLimit();
    limit.at('building');
    const built = await project.build();
    const { manifest, files, manifestIntegrity } = built;
    // What `check` refuses, a hospital refuses, too; packing it all the same is for who looks at a half-done package.
    if (!values.unchecked) {
      const lines: string[] = [];
      const failed = await runChecks(project, built, (line) => lines.push(line), limit);
      if (failed > 0) {
        for (const line of lines) say(line);
        say(`Not packed: ${failed} of the checks failed. Mend that, or pack it for a look of your own with --unchecked.`);
        return 1;
      }
      for (const line of lines) if (line.startsWith('warn')) say(line);
    }
    limit.end();
    const name = `${manifest.id}-${manifest.version}.tgz`;
    const out = path.resolve(folder, values.out);
    mkdirSync(out, { recursive: true });
    const archive = packTgz(files);
    writeFileSync(path.join(out, name), archive);
    say(`${path.join(values.out, name)}  ${(archive.length / 1024).toFixed(0)} KB`);
    say('Entry for registry.json:');
    const { privileges } = manifest;
    say(
      `  ${JSON.stringify({ id: manifest.id, source: name, enabled: true, ...(privileges?.length ? { privileges } : {}), version: manifest.version, integrity: manifestIntegrity })}`,
    );
    return 0;
  },
};
