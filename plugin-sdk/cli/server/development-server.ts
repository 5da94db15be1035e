import { BuildProblem } from '../build/problem.ts';

export interface LogLine {
  readonly number: number;
  readonly time: number;
  readonly level: string;
  readonly text: string;
}

/** Answer of a vendor's own server about one plugin (`pluginDevelopment.look`). */
export interface DevelopedPlugin {
  readonly product: { readonly sdk: string; readonly mode: string; readonly database: string };
  readonly state: string;
  readonly reason: string;
  readonly running: string;
  readonly foundIntegrity: string;
  readonly runningIntegrity: string;
  readonly fileError: string;
  readonly revision: string;
  readonly startedInMs: number;
  readonly log: readonly LogLine[];
  readonly reports: readonly { readonly time: number; readonly where: string; readonly kind: string; readonly message: string }[];
  readonly menus: readonly { readonly enCode: string; readonly grants: number }[];
  readonly migrations: readonly string[];
  readonly mayCall: readonly string[];
  readonly undecided: { readonly privileges: readonly string[]; readonly outbound: readonly string[]; readonly jobs: readonly string[] };
  readonly holds: { readonly heapBytes: number; readonly resources: Readonly<Record<string, number>>; readonly jobs: number; readonly routes: number };
}

/** Why a server tells nothing. */
export type Silence = 'no-answer' | 'closed';

const CLOSED =
  'Start that server with PLUGIN_DEVELOPMENT=1 on this computer (not with NODE_ENV=production): then it tells what became of a build, shows the log and drops tables.';

export const silenceText = (silence: Silence, backend: string): string =>
  silence === 'no-answer' ? `No answer from ${backend}; does the server run?` : `${backend} tells nothing about plugins. ${CLOSED}`;

/** The part of a server that is there for who writes plugins. */
export class DevelopmentServer {
  readonly #base: string;
  readonly address: string;

  constructor(address: string, pluginId: string) {
    try {
      this.#base = new URL(`/api/registry/Development/Plugins/${pluginId}`, address).href;
    } catch {
      throw new BuildProblem(`'${address}' is no address of a server, such as http://localhost:5000.`);
    }
    this.address = address;
  }

  async look({ after = 0, weigh = false } = {}): Promise<DevelopedPlugin | Silence> {
    return await this.#call<DevelopedPlugin>(`${this.#base}?after=${after}${weigh ? '&weigh=true' : ''}`, 'GET');
  }

  /** Drops the plugin's tables. @returns their names @throws BuildProblem with what the server said */
  async reset(): Promise<readonly string[]> {
    const answer = await this.#call<{ tables: string[] }>(`${this.#base}/Actions/Reset`, 'POST');
    if (typeof answer === 'string') throw new BuildProblem(silenceText(answer, this.address));
    return answer.tables;
  }

  async #call<T>(url: string, method: string): Promise<T | Silence> {
    const answer = await fetch(url, { method, signal: AbortSignal.timeout(60_000) }).catch(() => undefined);
    if (!answer) return 'no-answer';
    const { code, data, msg } = (await answer.json().catch(() => ({}))) as { code?: number; data?: T; msg?: string };
    if (code === 200 && data !== undefined) return data;
    if (method === 'POST' && code !== 404 && msg) throw new BuildProblem(msg);
    return 'closed';
  }
}
