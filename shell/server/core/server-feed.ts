import type { CallFeed, FinishedCall, LoggedProblem } from '@nephra/plugin-sdk/server';
import { type Logger, loggableError } from './log.ts';

type Heard<T> = (what: T) => void;

/** Tells what the server does to whoever listens. A listener that fails is left out of nothing: the call and the log line it heard of go on. */
export class ServerFeed implements CallFeed {
  readonly #calls = new Set<Heard<FinishedCall>>();
  readonly #problems = new Set<Heard<LoggedProblem>>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  onCall(heard: Heard<FinishedCall>): () => void {
    this.#calls.add(heard);
    return () => this.#calls.delete(heard);
  }

  onProblem(heard: Heard<LoggedProblem>): () => void {
    this.#problems.add(heard);
    return () => this.#problems.delete(heard);
  }

  finished(call: Omit<FinishedCall, 'at'>): void {
    tell(this.#calls, { ...call, at: this.#now() });
  }

  /** A log whose errors are heard here, too. Children of it are not: `hear` them by themselves. */
  hear(log: Logger, pluginId: string): Logger {
    const tapped = Object.create(log) as Logger;
    const tap = (level: 'error' | 'fatal') =>
      function tapped(this: unknown, ...said: Parameters<Logger['error']>): void {
        (log[level] as (...said: unknown[]) => void).apply(log, said);
        problem(said);
      };
    const problem = (said: readonly unknown[]): void => {
      if (this.#problems.size > 0) tell(this.#problems, { at: this.#now(), ...problemOf(said, pluginId) });
    };
    tapped.error = tap('error') as Logger['error'];
    tapped.fatal = tap('fatal') as Logger['fatal'];
    tapped.child = ((...how: Parameters<Logger['child']>) => log.child(...how)) as Logger['child'];
    return tapped;
  }
}

function tell<T>(listeners: ReadonlySet<Heard<T>>, what: T): void {
  for (const heard of listeners) {
    try {
      heard(what);
    } catch {
      // Logging it would tell the same listener again.
    }
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function problemOf(said: readonly unknown[], pluginId: string): Omit<LoggedProblem, 'at'> {
  const fields = (typeof said[0] === 'object' && said[0] !== null ? said[0] : {}) as Readonly<Record<string, unknown>>;
  const message = said.find((one) => typeof one === 'string');
  const { err } = fields;
  return {
    pluginId: textOf(fields.plugin) || pluginId,
    place: textOf(fields.route) || textOf(fields.job) || textOf(fields.event) || textOf(fields.extension),
    requestId: textOf(fields.requestId),
    message: textOf(message),
    error: err === undefined ? '' : JSON.stringify(loggableError(err)),
  };
}
