/** A package tried something that its process has not. */
export class NotForPackages extends Error {
  constructor(what: string) {
    super(`${what}: packages from outside run apart and have none of it. What they may use is handed in as ctx.`);
    this.name = 'NotForPackages';
  }
}

export const refusal = (what: string) => (): never => {
  throw new NotForPackages(what);
};

/** Globals that lead out of the process. */
const TAKEN_AWAY = ['fetch', 'WebSocket', 'EventSource', 'BroadcastChannel', 'Worker'] as const;
/** Members of Node's own process object that lead to its insides, to other processes or to pipes. */
const PROCESS_INSIDES = [
  ...['binding', '_linkedBinding', 'dlopen', 'getBuiltinModule', 'mainModule', 'openStdin', 'stdin', 'stdout', 'stderr', 'channel', 'send', 'disconnect'],
  ...['kill', '_kill', 'abort', 'exit', 'reallyExit', 'chdir', 'setuid', 'setgid', 'seteuid', 'setegid', 'setgroups', 'initgroups', 'umask'],
  ...['_debugProcess', '_debugEnd', '_startProfilerIdleNotifier', '_getActiveHandles', '_getActiveRequests', 'getActiveResourcesInfo', 'report', 'loadEnvFile'],
  ...['_rawDebug', '_preload_modules', 'moduleLoadList', 'execve'],
];

type Line = (fields: object, message: string) => void;
type Say = Readonly<Record<'debug' | 'info' | 'warn' | 'error', Line>>;

/**
 * Takes away what leads out of the process, before any code of a package is read. The walls are the system's and Node's model of permissions; this keeps
 * packages from what these do not know, and answers by a sentence in place of a riddle.
 * @param say writes a line to the log of the package at work
 * @returns what ends the process
 */
export function lockDown(say: Say): (code: number) => void {
  const real = process as NodeJS.Process & { reallyExit(code: number): never };
  const exit = real.reallyExit.bind(real);
  for (const name of TAKEN_AWAY) define(globalThis, name, refusal(name));
  define(globalThis, 'process', harmlessProcess(say));
  define(globalThis, 'console', harmlessConsole(say));
  for (const name of PROCESS_INSIDES) define(real, name, undefined);
  return exit;
}

function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true, writable: true, enumerable: false });
}

const text = (given: readonly unknown[]): string => given.map((one) => (typeof one === 'string' ? one : inspected(one))).join(' ');

function inspected(value: unknown): string {
  try {
    return value instanceof Error ? String(value.stack) : (JSON.stringify(value) ?? String(value));
  } catch {
    return String(value);
  }
}

function harmlessConsole(say: Say): object {
  const line =
    (level: keyof Say) =>
    (...given: unknown[]): void =>
      say[level]({}, text(given));
  const nothing = (): void => undefined;
  return {
    ...{ log: line('info'), info: line('info'), debug: line('debug'), trace: line('debug'), dir: line('info') },
    ...{ warn: line('warn'), error: line('error') },
    assert: (holds: unknown, ...given: unknown[]) => void (holds || say.error({}, text(['Assertion failed', ...given]))),
    ...{ time: nothing, timeEnd: nothing, timeLog: nothing, group: nothing, groupEnd: nothing, groupCollapsed: nothing, table: line('info'), count: nothing },
  };
}

/** What libraries ask of `process`; nothing of it leads anywhere. */
function harmlessProcess(say: Say): object {
  const { nextTick, hrtime, uptime, cpuUsage, memoryUsage, version, versions, platform, arch, release } = process;
  const same = (): object => harmless;
  const pipe = (level: keyof Say): object => ({
    write: (given: unknown) => {
      say[level]({}, String(given).trimEnd());
      return true;
    },
    isTTY: false,
    on: same,
    once: same,
  });
  const harmless: object = {
    ...{ nextTick, hrtime, uptime, cpuUsage, memoryUsage, version, versions, platform, arch, release },
    ...{ env: Object.freeze({}), argv: [], execArgv: [], argv0: '', execPath: '', pid: 0, ppid: 0, title: 'package', exitCode: undefined, features: {} },
    ...{ stdout: pipe('info'), stderr: pipe('error') },
    ...{ on: same, once: same, off: same, addListener: same, removeListener: same, removeAllListeners: same, prependListener: same, emit: () => false },
    ...{ listeners: () => [], listenerCount: () => 0, cwd: () => '/', umask: () => 0o22, emitWarning: (given: unknown) => say.warn({}, String(given)) },
    ...Object.fromEntries(['exit', 'reallyExit', 'abort', 'kill', 'chdir', 'binding', 'dlopen', 'getBuiltinModule'].map((name) => [name, exitLike(name)])),
  };
  return harmless;
}

const exitLike = (name: string) => (): never => {
  throw new NotForPackages(`it called process.${name}`);
};
