import { BuildProblem } from './build/problem.ts';
import type { Command } from './command.ts';

/** Loaded when it is called: making a plugin or signing a package needs none of what builds one, which takes most of a second to load. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  create: async () => (await import('./commands/create.ts')).createCommand,
  dev: async () => (await import('./commands/dev.ts')).devCommand,
  build: async () => (await import('./commands/build.ts')).buildCommand,
  check: async () => (await import('./commands/check.ts')).checkCommand,
  test: async () => (await import('./commands/test.ts')).testCommand,
  pack: async () => (await import('./commands/pack.ts')).packCommand,
  sign: async () => (await import('./commands/sign.ts')).signCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommand,
  record: async () => (await import('./commands/record.ts')).recordCommand,
};

async function help(): Promise<string> {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  return ['nephra-plugin <command>', '', ...commands.map(({ name, usage, summary }) => `  ${`${name} ${usage}`.trim().padEnd(58)}${summary}`)].join('\n');
}

/** `nephra-plugin`: answers the exit code. What is wrong with the author's project is said in sentences; only our own faults show a stack. */
export async function run(words: readonly string[], folder: string, say: (line: string) => void = console.log): Promise<number> {
  const [name, ...rest] = words;
  const load = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load) {
    say(await help());
    return name === undefined || name === 'help' || name === '--help' ? 0 : 1;
  }
  const command = await load();
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
