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

const NOT_INSTALLED = /^Cannot find package '([^']+)'/;

/** Of an SDK that was unpacked and not installed most commands lack packages: that is no fault of ours, and its sentence says what to do. */
function notInstalled(name: string, error: unknown): string | undefined {
  const [, missing] = NOT_INSTALLED.exec(error instanceof Error ? error.message : '') ?? [];
  return missing === undefined
    ? undefined
    : `\`${name}\` needs packages that are not installed beside this SDK (${missing}). Call it in a project: \`npm install\` there once, then \`npm run nephra-plugin -- ${name}\`.`;
}

async function help(): Promise<string> {
  const lines = Object.entries(COMMANDS).map(async ([given, load]) => {
    const command = await load().catch((error: unknown) => {
      if (notInstalled(given, error) === undefined) throw error;
      return { name: given, usage: '', summary: 'in a project, once it is installed' };
    });
    return [`  ${`${command.name} ${command.usage}`.trim()}`, `      ${command.summary}`];
  });
  return ['nephra-plugin <command>', '', ...(await Promise.all(lines)).flat()].join('\n');
}

/** `nephra-plugin`: answers the exit code. What is wrong with the author's project is said in sentences; only our own faults show a stack. */
export async function run(words: readonly string[], folder: string, say: (line: string) => void = console.log): Promise<number> {
  const [name, ...rest] = words;
  const load = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load) {
    say(await help());
    return name === undefined || name === 'help' || name === '--help' ? 0 : 1;
  }
  let usage = '';
  try {
    const command = await load();
    usage = `${command.name} ${command.usage}`;
    return await command.run({ words: rest, folder, say });
  } catch (error) {
    if (error instanceof BuildProblem) {
      for (const problem of error.problems) say(problem);
      return 1;
    }
    if (error instanceof TypeError && String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')) {
      say(`${error.message}\nUsage: nephra-plugin ${usage}`);
      return 1;
    }
    const sentence = notInstalled(name ?? '', error);
    if (sentence === undefined) throw error;
    say(sentence);
    return 1;
  }
}
