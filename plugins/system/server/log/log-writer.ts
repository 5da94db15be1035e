import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { CallFeed, FinishedCall, LoggedProblem, ServerContext } from '@nephra/plugin-sdk/server';
import { MAX_PROBLEM } from '../../contract/log/limits.ts';
import { maskedText } from '../../domain/log/mask.ts';
import { exceptionLogTable, requestLogTable } from '../tables/log.table.ts';

/** Lines wait this long, so that a busy server writes many with one statement. */
const WAIT_MS = 5_000;
/** Lines that wait at most; a database that is away must not fill the memory. */
const MAX_WAITING = 5_000;
const BATCH = 500;

const UNKNOWN = { orgId: '', userId: '', userName: '', ip: '' };
const cut = (text: string, length: number): string => (text.length > length ? text.slice(0, length) : text);

/** Pages and programs that ask by themselves every few seconds would leave no room for what people do. */
const isWorthKeeping = ({ background, code, route }: FinishedCall): boolean => code !== EnvelopeCode.Ok || !(background || route === 'metrics.scrape');

const requestRow = ({ at, orgId, userId, userName, ip, platform, method, path, route, code, milliseconds }: FinishedCall) => ({
  at,
  orgId,
  userId,
  userName: cut(userName, 100),
  ip: cut(ip, 64),
  platform: cut(platform, 100),
  method,
  path: cut(path, 300),
  module: cut(route, 128),
  code,
  milliseconds: Math.max(0, Math.round(milliseconds)),
});

const exceptionRow = ({ at, pluginId, place, message, error, requestId }: LoggedProblem, call: FinishedCall | undefined) => ({
  ...(call ? { orgId: call.orgId, userId: call.userId, userName: cut(call.userName, 100), ip: cut(call.ip, 64) } : UNKNOWN),
  at,
  module: cut(place || pluginId, 128),
  message: cut(maskedText(message), 500),
  body: cut(maskedText(JSON.stringify({ plugin: pluginId, requestId, ...(error === '' ? {} : { error: JSON.parse(error) as unknown }) })), MAX_PROBLEM),
});

/** Writes calls and errors of this server down, late and many at once. What cannot be written waits, and is dropped when too much waits. */
export class LogWriter {
  readonly #ctx: ServerContext<never>;
  readonly #ends: readonly (() => void)[];
  #calls: FinishedCall[] = [];
  #problems: LoggedProblem[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #dropped = 0;

  constructor(ctx: ServerContext<never>, feed: CallFeed) {
    this.#ctx = ctx;
    this.#ends = [feed.onCall((call) => isWorthKeeping(call) && this.#put(this.#calls, call)), feed.onProblem((problem) => this.#put(this.#problems, problem))];
  }

  /** Writes what waits. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async stop(): Promise<void> {
    for (const end of this.#ends) end();
    await this.flush();
    clearTimeout(this.#timer);
  }

  #put<T>(waiting: T[], line: T): void {
    if (waiting.length >= MAX_WAITING) {
      this.#dropped += 1;
      return;
    }
    waiting.push(line);
    this.#timer ??= setTimeout(() => void this.flush(), WAIT_MS).unref();
  }

  async #write(): Promise<void> {
    const [calls, problems] = [this.#calls, this.#problems];
    if (calls.length + problems.length === 0) return;
    this.#calls = [];
    this.#problems = [];
    const byRequest = new Map(problems.length === 0 ? [] : calls.map((call) => [call.requestId, call]));
    const { db } = this.#ctx;
    try {
      await this.#ctx.transaction(async () => {
        for (let at = 0; at < calls.length; at += BATCH) await requestLogTable.insertAll({ db }, calls.slice(at, at + BATCH).map(requestRow));
        for (let at = 0; at < problems.length; at += BATCH)
          await exceptionLogTable.insertAll(
            { db },
            problems.slice(at, at + BATCH).map((problem) => exceptionRow(problem, byRequest.get(problem.requestId))),
          );
      });
      // A warning: an error would be one more line to write.
      if (this.#dropped > 0) this.#ctx.log.warn({ lines: this.#dropped }, 'lines of the request log were dropped: too many waited');
      this.#dropped = 0;
    } catch (error) {
      this.#ctx.log.warn({ err: error, lines: calls.length + problems.length }, 'lines of the request log could not be written yet');
      this.#calls = [...calls, ...this.#calls].slice(0, MAX_WAITING);
      this.#problems = [...problems, ...this.#problems].slice(0, MAX_WAITING);
    }
  }
}
