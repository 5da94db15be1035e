import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { printRecord, readRecordDocument } from '../../server/record/index.ts';
import { BuildProblem } from '../build/problem.ts';
import type { Command } from '../command.ts';

function readJson(file: string): unknown {
  if (!existsSync(file)) throw new BuildProblem(`${file} does not exist.`);
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new BuildProblem(`${file} is no JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

export const recordCommand: Command = {
  name: 'record',
  usage: 'print <document.json>',
  summary: 'writes the document of a record as source (defineRecord)',
  async run({ words, folder, say }) {
    const { positionals } = parseArgs({ args: [...words], allowPositionals: true, options: {} });
    const [act, file, ...more] = positionals;
    if (act !== 'print' || file === undefined || more.length > 0) {
      say(`Usage: nephra-plugin ${recordCommand.name} ${recordCommand.usage}`);
      return 1;
    }
    const given = readJson(path.resolve(folder, file));
    let source: string;
    try {
      source = printRecord(readRecordDocument(given).document);
    } catch (error) {
      // What is wrong with a document is told in lines that begin with their number.
      if (error instanceof TypeError && error.message.startsWith('REC-')) throw new BuildProblem(error.message.split('\n'));
      throw error;
    }
    say(source.trimEnd());
    return 0;
  },
};
