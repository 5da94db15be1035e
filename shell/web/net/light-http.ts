import type { Envelope, Language } from '@nephra/plugin-sdk/contract';
import { DEFAULT_OUTSIDE_ENDPOINTS, DEFAULT_TIMEOUT_MS, REQUEST_FAILED, targetOf } from './request-rule.ts';

/** A refusal of the login page's calls; `body` is the whole answer (spec 8: a failed login call rejects with it). */
export class LightError extends Error {
  readonly body: Envelope | undefined;
  constructor(message: string, body?: Envelope) {
    super(message);
    this.name = 'LightError';
    this.body = body;
  }
}

export interface LightHttp {
  get<T>(path: string): Promise<T>;
  postForm<T>(path: string, fields: Readonly<Record<string, string>>): Promise<T>;
  postJson<T>(path: string, body: unknown): Promise<T>;
  address(path: string): string;
}

/** The login page's client: same addresses, headers and texts as the shell's, without its weight. */
export function createLightHttp(options: { base: string; pageOrigin: string; language: () => Language; spoken?: () => string; now: () => number }): LightHttp {
  const { base, pageOrigin, language, spoken = language, now } = options;
  const address = (path: string) => targetOf(path, now(), { pageOrigin, base, endpoints: DEFAULT_OUTSIDE_ENDPOINTS }).url;
  async function send<T>(path: string, init: RequestInit): Promise<T> {
    let body: Envelope<T>;
    try {
      const response = await fetch(address(path), {
        ...init,
        headers: { ...init.headers, 'X-Language': spoken() },
        signal: AbortSignal.timeout(DEFAULT_TIMEOUT_MS),
      });
      body = (await response.json()) as Envelope<T>;
    } catch {
      throw new LightError(REQUEST_FAILED[language()]);
    }
    if (body?.code !== 200) throw new LightError(body?.msg || REQUEST_FAILED[language()], body);
    return body.data;
  }
  return {
    address,
    get: (path) => send(path, { method: 'GET' }),
    postForm: (path, fields) => send(path, { method: 'POST', body: new URLSearchParams(fields) }),
    postJson: (path, body) => send(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  };
}
