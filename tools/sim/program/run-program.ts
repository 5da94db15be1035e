import { parseArgs } from 'node:util';

/** Exit code that tells the starter: somebody else listens there. */
const PORT_TAKEN = 3;

interface Running {
  readonly close: () => Promise<unknown>;
}

/**
 * A simulator as a program, for `npm start`: `--port` and what else it names. It ends when the process that started it ends (channel) or by a signal, and with 3 where
 * somebody else listens on its port.
 * @param ports smallest and largest port; 0 is any free one
 * @param start answers what runs, and what the starter is told
 */
export async function runProgram<const More extends string = never>(
  [least, most]: readonly [least: number, most: number],
  start: (port: number, more: Readonly<Partial<Record<More, string>>>) => Promise<readonly [running: Running, told: object]>,
  more: readonly More[] = [],
): Promise<void> {
  const { values } = parseArgs({ options: Object.fromEntries(['port', ...more].map((name) => [name, { type: 'string' } as const])) });
  const port = Number(values.port);
  if (values.port === undefined || !Number.isInteger(port) || port < least || port > most) throw new Error(`--port is a number from ${least} to ${most}`);
  try {
    const [running, told] = await start(port, values as Readonly<Partial<Record<More, string>>>);
    process.send?.(told);
    const end = () => {
      running.close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    };
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect']) process.once(signal, end);
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!taken) console.error(error);
    process.exit(taken ? PORT_TAKEN : 1);
  }
}
