import type { CallFeed, Log } from '@nephra/plugin-sdk/server';

export interface LogLine {
  /** Counts up for each plugin. */
  readonly number: number;
  /** Milliseconds, as the clock on the wall showed. */
  readonly time: number;
  readonly level: Level;
  readonly text: string;
}

type Level = 'debug' | 'info' | 'warn' | 'error';

/** Lines of each plugin that are kept. */
export const MAX_LOG_LINES = 200;
const MAX_LINE_CHARS = 600;
/** Stacks tell more than the first line of an error, to whoever wrote the plugin. */
const MAX_STACK_CHARS = 1_500;
/** Plugins of which lines are kept: what a fault makes of ids must not fill the memory. */
const MAX_PLUGINS = 600;

/** A line of a stack in the program that packages run in. */
const CHANNEL_FRAME = /^ +at .*(?:package-process\.mjs|node:async_hooks)/;

interface Kept {
  last: number;
  lines: LogLine[];
}

/** The last lines of each plugin's log, in memory: what a vendor and an administrator look at first. Errors of its calls and jobs are among them. */
export class PluginLogs {
  readonly #now: () => Date;
  readonly #kept = new Map<string, Kept>();

  constructor(now: () => Date, feed: Pick<CallFeed, 'onProblem'>) {
    this.#now = now;
    feed.onProblem(({ pluginId, place, message, error }) => {
      if (pluginId !== '' && pluginId !== 'core') this.#add(pluginId, 'error', [message, place && `(${place})`, errorText(error)].filter(Boolean).join(' '));
    });
  }

  /** A plugin's log whose lines are kept here, too. Errors are heard of from the feed, which hears those that others log about it as well. */
  keep(pluginId: string, log: Log): Log {
    const line =
      (level: Level) =>
      (fields: object, message: string): void => {
        log[level](fields, message);
        this.#add(pluginId, level, [message, fieldsText(fields)].filter(Boolean).join(' '));
      };
    return { debug: line('debug'), info: line('info'), warn: line('warn'), error: (fields, message) => log.error(fields, message) };
  }

  /** Oldest first. @param after number of the last line that is known */
  of(pluginId: string, after = 0): readonly LogLine[] {
    return this.#kept.get(pluginId)?.lines.filter(({ number }) => number > after) ?? [];
  }

  #add(pluginId: string, level: Level, text: string): void {
    let kept = this.#kept.get(pluginId);
    if (!kept) {
      if (this.#kept.size >= MAX_PLUGINS) return;
      kept = { last: 0, lines: [] };
      this.#kept.set(pluginId, kept);
    }
    kept.last += 1;
    kept.lines.push({ number: kept.last, time: this.#now().getTime(), level, text: text.slice(0, level === 'error' ? MAX_STACK_CHARS : MAX_LINE_CHARS) });
    if (kept.lines.length > MAX_LOG_LINES) kept.lines.splice(0, kept.lines.length - MAX_LOG_LINES);
  }
}

function fieldsText(fields: object): string {
  try {
    const text = JSON.stringify(fields, (_key, value: unknown) => (value instanceof Error ? value.message : value));
    return text === '{}' || text === undefined ? '' : text.slice(0, MAX_LINE_CHARS);
  } catch {
    return ''; // a circle, or a value without a text
  }
}

/** @param error JSON text of an error, as the feed brings it */
function errorText(error: string): string {
  if (error === '') return '';
  try {
    const { stack, message, type } = JSON.parse(error) as { stack?: unknown; message?: unknown; type?: unknown };
    const said = typeof message === 'string' ? message : '';
    if (typeof stack !== 'string') return said;
    // Of the process of a package the stack comes without its first line; what the channel itself runs says nothing to whoever wrote the plugin.
    const whole = stack.includes(said) ? stack : `${typeof type === 'string' ? type : 'Error'}: ${said}\n${stack}`;
    return whole
      .split('\n')
      .filter((line) => !CHANNEL_FRAME.test(line))
      .join('\n');
  } catch {
    return error;
  }
}
