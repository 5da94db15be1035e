import { BuildProblem } from './build/problem.ts';
import type { Command } from './command.ts';
import { buildCommand } from './commands/build.ts';
import { checkCommand } from './commands/check.ts';
import { createCommand } from './commands/create.ts';
import { devCommand } from './commands/dev.ts';
import { doctorCommand } from './commands/doctor.ts';
import { migrateCommand } from './commands/migrate.ts';
import { packCommand } from './commands/pack.ts';
import { recordCommand } from './commands/record.ts';
import { signCommand } from './commands/sign.ts';
import { testCommand } from './commands/test.ts';

const COMMANDS: readonly Command[] = [
  createCommand,
  devCommand,
  buildCommand,
  checkCommand,
  testCommand,
  packCommand,
  signCommand,
  doctorCommand,
  migrateCommand,
  recordCommand,
];

const help = (): string =>
  ['nephra-plugin <command>', '', ...COMMANDS.map(({ name, usage, summary }) => `  ${`${name} ${usage}`.trim().padEnd(58)}${summary}`)].join('\n');

/** `nephra-plugin`: answers the exit code. What is wrong with the author's project is said in sentences; only our own faults show a stack. */
export async function run(words: readonly string[], folder: string, say: (line: string) => void = console.log): Promise<number> {
  const [name, ...rest] = words;
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (!command) {
    say(help());
    return name === undefined || name === 'help' || name === '--help' ? 0 : 1;
  }
  try {
    return await command.run({ words: rest, folder, say });
  } catch (error) {
    if (error instanceof BuildProblem) {
      for (const problem of error.problems) say(problem);
      return 1;
    }
    if (error instanceof TypeError && String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')) {
      say(`${error.message}\nUsage: nephra-plugin ${command.name} ${command.usage}`);
      return 1;
    }
    throw error;
  }
}
