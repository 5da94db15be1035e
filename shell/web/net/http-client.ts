import axios, { type AxiosInstance, type AxiosProgressEvent, type AxiosRequestConfig, type AxiosResponse, isAxiosError, isCancel } from 'axios';
import { type Envelope, type Language, type Route, SESSION_ENDED_CODES } from '@nephra/plugin-sdk/contract';
import { ApiError, type CallOptions, type CallResult, EXPORT_GOES_ON, type HttpPort, randomName } from '@nephra/plugin-sdk/web';
import type { EarlyAnswer, EarlyStart } from '../boot/early-start.ts';
import { fileOf, readJsonAnswer } from './file-answer.ts';
import {
  DEFAULT_OUTSIDE_ENDPOINTS,
  DOWNLOAD_TIMEOUT_MS,
  isAccepted,
  isSignInCall,
  type OutsideEndpoint,
  REQUEST_FAILED,
  type Target,
  targetOf,
  timeoutFor,
} from './request-rule.ts';

/** What the client needs to know about the rest of the shell. */
export interface HttpClientOptions {
  /** Empty, or the address of another server that speaks the same calls. */
  readonly base?: string;
  readonly pageOrigin: string;
  readonly endpoints?: readonly OutsideEndpoint[];
  readonly token: () => string;
  readonly language: () => Language;
  /** What calls ask for, where it is a language of the site; default: `language`. */
  readonly spoken?: () => string;
  readonly now: () => number;
  /** An answer of our server bears its time; `sentAt` is `now()` when its call left. */
  readonly onTime?: (timestamp: number, sentAt: number) => void;
  readonly wait: (ms: number) => Promise<void>;
  readonly showError: (text: string, durationMs?: number) => void;
  /** The server no longer knows the session (600, 601, 602). Called once per token. */
  readonly onSessionEnded: (end: { readonly code: number; readonly error: string; readonly msg: string }) => void;
  /** A call leaves that a person caused. */
  readonly onCall?: () => void;
  /** The server answers nothing more before a new password is set. */
  readonly onPasswordDue?: () => void;
  /** The server goes on with an export in the background. */
  readonly onExportGoesOn?: () => void;
  /** false after a call got no answer, true after any answer. */
  readonly onReachable: (reachable: boolean) => void;
  /** Calls that left before this client was there. */
  readonly early?: Pick<EarlyStart, 'take' | 'forget'>;
  /** A client made by a test. */
  readonly instance?: AxiosInstance;
}

interface Prepared {
  readonly path: string;
  readonly target: Target;
  readonly config: AxiosRequestConfig;
  readonly mayRepeat: boolean;
}

/** Pauses before the second and third try of a call that got no answer. */
const RETRY_PAUSES_MS = [400, 1600];
const PASSWORD_DUE = 'core.password-change-needed';
/** Nobody needs to be told: the page went away, or a screen over it says it already. */
const SILENT: readonly string[] = ['aborted', 'core.locked', PASSWORD_DUE, EXPORT_GOES_ON];
/** A file was asked for and is being made. */
const ACCEPTED = 202;
/** Answers of a proxy whose server is away: as good as none. */
const GATEWAY_STATUS = [502, 503, 504];

/** The shell's HTTP client: one place for address, headers, time-outs, accepted codes, retries and toasts. */
export class HttpClient implements HttpPort {
  readonly #options: HttpClientOptions;
  readonly #axios: AxiosInstance;
  #endedToken: string | undefined;

  constructor(options: HttpClientOptions) {
    this.#options = options;
    // Sessions are no cookies. Looking for a cookie against forgery would put every call behind what the press draws.
    this.#axios = options.instance ?? axios.create({ withCredentials: false, withXSRFToken: false });
  }

  async call(route: Route, input: { params?: unknown; query?: unknown; body?: unknown }, options: CallOptions = {}): Promise<CallResult<unknown>> {
    const prepared = this.#prepare(route, input, options);
    if (prepared.target.own && !options.background) this.#options.onCall?.();
    if (prepared.target.own && route.method !== 'GET') this.#options.early?.forget();
    try {
      const response = await this.#send(prepared, options.signal);
      this.#options.onReachable(true);
      return this.#read(route, prepared, response);
    } catch (error) {
      const failure = this.#failureOf(error);
      if (!options.quiet && !SILENT.includes(failure.error)) this.#options.showError(failure.message, options.toastMs);
      throw failure;
    }
  }

  fileUrl(path: string): string {
    if (path === '' || /^(https?:|data:|blob:)/i.test(path)) return path;
    const base = (this.#options.base ?? '').replace(/\/$/, '');
    return base + (path.startsWith('/') ? path : `/${path}`);
  }

  #prepare(route: Route, input: { params?: unknown; query?: unknown; body?: unknown }, options: CallOptions): Prepared {
    const { now, token, language, spoken = language, pageOrigin, base = '', endpoints = DEFAULT_OUTSIDE_ENDPOINTS } = this.#options;
    const path = fillPath(route.path, input.params);
    const target = targetOf(path, now(), { pageOrigin, base, endpoints });
    const encoding = route.method === 'GET' ? undefined : route.encoding;
    const headers: Record<string, string> = { 'X-Language': spoken() };
    if (target.own && token() !== '') headers.Authorization = token();
    if (options.background) headers['X-Background'] = '1';
    if (route.raw) headers.Accept = 'application/octet-stream';
    if (route.raw && options.mayGoOn) headers.Prefer = 'respond-async';
    if (route.retry === 'idempotent-key') headers['Idempotency-Key'] = options.idempotencyKey ?? randomName();
    if (route.method !== 'GET' && (encoding ?? 'json') === 'json') headers['Content-Type'] = 'application/json';
    return {
      path,
      target,
      mayRepeat: route.retry === undefined ? route.method === 'GET' : route.retry !== 'never',
      config: {
        url: target.url,
        method: route.method,
        params: input.query,
        paramsSerializer: { serialize: queryText },
        headers,
        timeout: options.timeoutMs ?? (route.raw ? DOWNLOAD_TIMEOUT_MS : timeoutFor(path)),
        ...(route.method === 'GET' ? {} : { data: bodyOf(encoding, input.body) }),
        ...(route.raw ? { responseType: 'blob' as const } : {}),
        ...(options.onProgress
          ? {
              [encoding === 'multipart' ? 'onUploadProgress' : 'onDownloadProgress']: ({ loaded, total }: AxiosProgressEvent) =>
                options.onProgress?.(loaded, total ?? null),
            }
          : {}),
      },
    };
  }

  /** Sends, and sends again with the same key while no answer comes and a second arrival does no harm. */
  async #send({ path, target, config, mayRepeat }: Prepared, signal: AbortSignal | undefined): Promise<AxiosResponse> {
    const early = this.#earlyAnswer(path, target, config);
    if (early !== undefined) {
      // Without an answer the call is made as if it had never left.
      const found = await early.answer.catch(() => undefined);
      if (found !== undefined && isEnvelope(found.data) && !signal?.aborted) {
        this.#options.onTime?.(found.data.timestamp, early.sentAt);
        return { ...found, statusText: '', headers: {}, config: config as AxiosResponse['config'] };
      }
    }
    for (let attempt = 0; ; attempt += 1) {
      const sentAt = this.#options.now();
      try {
        // Every answer is read by its envelope; HTTP status only tells whether our server spoke at all.
        const response = await readJsonAnswer(
          await this.#axios.request({ ...config, ...(signal === undefined ? {} : { signal }), validateStatus: () => true }),
        );
        if (target.own && isEnvelope(response.data)) this.#options.onTime?.(response.data.timestamp, sentAt);
        if (!GATEWAY_STATUS.includes(response.status) || isEnvelope(response.data)) return response;
        throw new ApiError({ code: 0, error: 'network', message: REQUEST_FAILED[this.#options.language()] });
      } catch (error) {
        const pause = RETRY_PAUSES_MS[attempt];
        if (!mayRepeat || pause === undefined || !gotNoAnswer(error) || signal?.aborted) throw error;
        await this.#options.wait(pause);
      }
    }
  }

  #earlyAnswer(path: string, target: Target, { method, params, headers }: AxiosRequestConfig): EarlyAnswer | undefined {
    const { early, token, language, spoken = language } = this.#options;
    if (early === undefined || method !== 'GET' || !target.own || headers?.['X-Background'] !== undefined) return undefined;
    const query = queryText(params);
    return early.take(query === '' ? path : `${path}?${query}`, token(), spoken());
  }

  #read(route: Route, prepared: Prepared, response: AxiosResponse): CallResult<unknown> {
    const body: unknown = response.data;
    if (route.raw && response.status < 400 && body instanceof Blob) return { data: fileOf(response), msg: '' };
    if (route.raw && response.status === ACCEPTED) {
      this.#options.onExportGoesOn?.();
      throw new ApiError({ code: ACCEPTED, error: EXPORT_GOES_ON, message: '' });
    }
    if (isAccepted(prepared.target, prepared.path, body)) return isEnvelope(body) ? { data: body.data, msg: body.msg } : { data: body, msg: '' };
    const fallback = REQUEST_FAILED[this.#options.language()];
    if (!isEnvelope(body)) throw new ApiError({ code: response.status, error: 'invalid-answer', message: fallback });
    if (SESSION_ENDED_CODES.includes(body.code) && !isSignInCall(prepared.path) && prepared.target.own) this.#endSession(body, prepared);
    if (body.extras?.error === PASSWORD_DUE && prepared.target.own) this.#options.onPasswordDue?.();
    throw new ApiError({
      code: body.code,
      error: body.extras?.error ?? 'refused',
      message: body.msg || fallback,
      ...(body.extras?.fields === undefined ? {} : { fields: body.extras.fields }),
    });
  }

  /** Many calls may come back with 600 at once; the session ends once per token, and never by an answer to an older token. */
  #endSession(body: Envelope, prepared: Prepared): void {
    const sent = String((prepared.config.headers as Record<string, string>).Authorization ?? '');
    const current = this.#options.token();
    if (sent !== current || current === '' || this.#endedToken === current) return;
    this.#endedToken = current;
    this.#options.onSessionEnded({ code: body.code, error: body.extras?.error ?? '', msg: body.msg });
  }

  /** A session that was restored (unlocked screen, signed in again over the page) may end again. */
  sessionRestored(): void {
    this.#endedToken = undefined;
  }

  #failureOf(error: unknown): ApiError {
    const message = REQUEST_FAILED[this.#options.language()];
    if (isCancel(error)) return new ApiError({ code: 0, error: 'aborted', message });
    if (isTimeout(error)) return new ApiError({ code: 0, error: 'timeout', message });
    if (error instanceof ApiError && error.error !== 'network') return error;
    if (gotNoAnswer(error)) this.#options.onReachable(false);
    return new ApiError({ code: 0, error: 'network', message });
  }
}

const isEnvelope = (body: unknown): body is Envelope => typeof body === 'object' && body !== null && typeof (body as { code?: unknown }).code === 'number';

const isTimeout = (error: unknown): boolean => isAxiosError(error) && (error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT');

const gotNoAnswer = (error: unknown): boolean =>
  (isAxiosError(error) && !isCancel(error) && !isTimeout(error) && error.response === undefined) || (error instanceof ApiError && error.error === 'network');

/** `{name}` parts of a path, each encoded so that a value can never add a path step. */
function fillPath(path: string, params: unknown): string {
  const values = (params ?? {}) as Readonly<Record<string, unknown>>;
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined || value === null || value === '') throw new Error(`The address ${path} needs a value for ${name}.`);
    return encodeURIComponent(String(value));
  });
}

/** GET payloads as query; members that are undefined are left out, lists are repeated, the rest is text. */
function queryText(query: unknown): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value])
      search.append(name, item === null ? '' : typeof item === 'object' ? JSON.stringify(item) : String(item));
  }
  return search.toString();
}

function bodyOf(encoding: 'json' | 'form' | 'multipart' | 'text' | undefined, body: unknown): unknown {
  if (encoding === 'form') return new URLSearchParams(queryText(body));
  if (encoding !== 'multipart' || body instanceof FormData) return body === undefined ? undefined : encoding === 'multipart' ? body : JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>)) {
    if (value !== undefined) form.append(name, value instanceof Blob ? value : String(value));
  }
  return form;
}
