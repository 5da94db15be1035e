import type { DevelopedPlugin, DevelopmentServer } from './development-server.ts';

const EARLIER_LINES = 10;

/** Shows what a server logs about a plugin and which faults it noted, each once. */
export class LogFollower {
  readonly #server: DevelopmentServer;
  readonly #say: (line: string) => void;
  #after = 0;
  #newestReport = 0;
  #atReport = new Set<string>();

  constructor(server: DevelopmentServer, say: (line: string) => void) {
    this.#server = server;
    this.#say = say;
  }

  /** Asks for what is new; a server that is away for a moment is asked again the next time. */
  async follow(): Promise<void> {
    const seen = await this.#server.look({ after: this.#after });
    if (typeof seen !== 'string') this.show(seen);
  }

  show({ log, reports }: Pick<DevelopedPlugin, 'log' | 'reports'>): void {
    // A server that started again counts from one.
    if (log.length > 0 && (log[0]?.number ?? 0) <= this.#after && (log.at(-1)?.number ?? 0) < this.#after) this.#after = 0;
    // What was said before this began is known; the last lines tell where one is.
    const from = this.#after === 0 ? (log.at(-1)?.number ?? 0) - EARLIER_LINES : this.#after;
    for (const { number, time, level, text } of log) {
      if (number <= from) continue;
      this.#after = number;
      // With its time: the first of them tell of what was before this build.
      this.#say(`  ${clockText(time)} ${level.padEnd(5)} ${text.replaceAll('\n', '\n        ')}`);
    }
    const first = this.#newestReport === 0;
    for (const { time, where, kind, message } of [...reports].reverse()) {
      const key = `${time} ${where} ${message}`;
      if (time < this.#newestReport || this.#atReport.has(key)) continue;
      if (time > this.#newestReport) this.#atReport = new Set();
      this.#newestReport = time;
      this.#atReport.add(key);
      // Those of an earlier day are known; the page Plugins keeps them.
      if (!first || reports.length === 1) this.#say(`  fault ${kind} at ${where}: ${message}`);
    }
  }
}

/** As the clock beside the screen shows it, `09:05:00`. */
function clockText(time: number): string {
  const at = new Date(time);
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}
