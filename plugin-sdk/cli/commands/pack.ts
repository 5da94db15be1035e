import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Command } from '../command.ts';
import { packTgz } from '../package/tar.ts';
import { openProject } from '../project.ts';

export const packCommand: Command = {
  name: 'pack',
  usage: '[--out <folder>]',
  summary: 'makes <id>-<version>.tgz for a hospital',
  async run({ words, folder, say }) {
    const { values } = parseArgs({ args: [...words], options: { out: { type: 'string', default: '.' } } });
    const { manifest, files, manifestIntegrity } = await openProject(folder).build();
    const name = `${manifest.id}-${manifest.version}.tgz`;
    const out = path.resolve(folder, values.out);
    mkdirSync(out, { recursive: true });
    const archive = packTgz(files);
    writeFileSync(path.join(out, name), archive);
    say(`${path.join(values.out, name)}  ${(archive.length / 1024).toFixed(0)} KB`);
    say('Entry for registry.json:');
    say(`  ${JSON.stringify({ id: manifest.id, source: name, enabled: true, version: manifest.version, integrity: manifestIntegrity })}`);
    return 0;
  },
};
