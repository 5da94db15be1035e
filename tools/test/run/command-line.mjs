import { parseArgs } from 'node:util';

/** What a shell takes for "called in a wrong way". */
const WRONGLY_CALLED = 2;
/** Of what Node says of a word that it does not know, the rest is about words that begin with a dash. */
const firstSentence = (text) => text.split(/\.\s/)[0].replace(/\.$/, '');

/** Says what is wrong and how the command is called, and ends. */
export function refuse(problem, usage) {
  console.error(`${problem}\n\n${usage}`);
  process.exit(WRONGLY_CALLED);
}

/**
 * Options and other words of the command line. `--help` prints the usage and ends; so does, with the reason, a word that is not known.
 * @param {{ usage: string, options: import('node:util').ParseArgsConfig['options'], words?: readonly string[], bareWords?: boolean }} command
 *   `bareWords`: it takes words that are no options
 */
export function readCommandLine({ usage, options, words = process.argv.slice(2), bareWords = false }) {
  let read;
  try {
    read = parseArgs({ args: [...words], options: { ...options, help: { type: 'boolean', short: 'h' } }, allowPositionals: bareWords });
  } catch (error) {
    if (!error.code?.startsWith('ERR_PARSE_ARGS_')) throw error;
    refuse(`${firstSentence(error.message)}.`, usage);
  }
  if (read.values.help) {
    console.log(usage);
    process.exit(0);
  }
  return read;
}
