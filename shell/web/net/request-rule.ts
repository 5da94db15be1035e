/** Where a call goes and on what terms (spec 7.1 and 8). Pure: no network, no clock. */
import type { Language } from '@nephra/plugin-sdk/contract';

export const DEFAULT_TIMEOUT_MS = 15_000;
export const EXTENDED_TIMEOUT_MS = 100_000;

/** Calls that work through foreign systems or large trees. */
const SLOW_PATHS: readonly RegExp[] = [/\/SynThirdInfo\//i, /\/Email\/Receive/i, /\/permission\/Authority\/Data\//i, /\/system\/DataSync\/Actions\/Execute/i];

/** Files that are made while they are sent take as long as their line. */
export const DOWNLOAD_TIMEOUT_MS = 600_000;

export const timeoutFor = (path: string): number => (SLOW_PATHS.some((slow) => slow.test(path)) ? EXTENDED_TIMEOUT_MS : DEFAULT_TIMEOUT_MS);

/**
 * Outside addresses that are known by name. `matches` looks at parsed host and path, never at the whole text: a query such
 * as `?guangxi` must not change how a call is treated.
 */
export interface OutsideEndpoint {
  readonly name: string;
  readonly host?: RegExp;
  readonly path?: RegExp;
  readonly ports?: readonly string[];
  /** How its answers are judged. */
  readonly accepts: 'insurance' | 'anything';
}

export const DEFAULT_OUTSIDE_ENDPOINTS: readonly OutsideEndpoint[] = [
  { name: 'Huazi', host: /huazi/i, accepts: 'insurance' },
  { name: 'Huazi gateway path', path: /\/huazi(\/|$)/i, accepts: 'insurance' },
  { name: 'Hubei agent', host: /hubei/i, accepts: 'insurance' },
  { name: 'Guangxi agent', host: /guangxi/i, accepts: 'insurance' },
  { name: 'local card reader and print agents', ports: ['10086', '2589', '9102'], accepts: 'anything' },
];

export interface Target {
  readonly url: string;
  /** Our own server: the only one that gets the bearer token. */
  readonly own: boolean;
  readonly endpoint?: OutsideEndpoint;
}

export interface TargetTerms {
  /** Address of the page, `https://his.example`. */
  readonly pageOrigin: string;
  /** Empty, or the address of another server that speaks the same calls. */
  readonly base: string;
  readonly endpoints: readonly OutsideEndpoint[];
}

const fits = (endpoint: OutsideEndpoint, url: URL): boolean =>
  (endpoint.host?.test(url.hostname) ?? false) || (endpoint.path?.test(url.pathname) ?? false) || (endpoint.ports?.includes(url.port) ?? false);

/** Adds the base address (absolute addresses stay as they are) and the stamp `n` in seconds. */
export function targetOf(address: string, nowMs: number, terms: TargetTerms): Target {
  const absolute = /^[a-z][a-z0-9+.-]*:|^\/\//i.test(address);
  const base = new URL(terms.base === '' ? '/' : terms.base, terms.pageOrigin);
  const url = absolute ? new URL(address, terms.pageOrigin) : new URL(base.href.replace(/\/$/, '') + (address.startsWith('/') ? address : `/${address}`));
  url.searchParams.set('n', String(Math.floor(nowMs / 1000)));
  const sameServer = url.origin === new URL(terms.pageOrigin).origin || url.origin === base.origin;
  const endpoint = terms.endpoints.find((candidate) => fits(candidate, url));
  const relative = !absolute && terms.base === '' ? url.pathname + url.search : url.href;
  return { url: relative, own: sameServer && endpoint === undefined, ...(endpoint === undefined ? {} : { endpoint }) };
}

const UNCHECKED_PATHS: readonly RegExp[] = [/\/Base\/DataSource\/Actions\/Test/i, /\/OnlineDev\/[^/]+\/Config$/i];
const INSURANCE_CODES: readonly string[] = ['0', '-1', '-300300'];
const GATEWAY_CODES: readonly string[] = ['AGW.1403', 'AGW.1413', 'AGW.1433', 'AGW.9999'];

/**
 * True when an answer counts as success. Our own server succeeds with code 200 only; the codes of insurance gateways are
 * believed from those gateways only, so that no other answer can pass for a success.
 */
export function isAccepted(target: Target, path: string, body: unknown): boolean {
  if (target.endpoint?.accepts === 'anything' || UNCHECKED_PATHS.some((unchecked) => unchecked.test(path))) return true;
  if (typeof body !== 'object' || body === null) return false;
  const answer = body as { code?: unknown; infcode?: unknown; errcode?: unknown };
  if (answer.code === 200) return true;
  if (target.endpoint?.accepts !== 'insurance') return false;
  return INSURANCE_CODES.includes(String(answer.infcode)) || GATEWAY_CODES.includes(String(answer.errcode));
}

const SESSION_CALLS = /\/api\/oauth\/(Login|LockScreen)(\/|$)/i;

/** True for the calls that may answer 600-602 without ending the session (spec 8). */
export const isSignInCall = (path: string): boolean => SESSION_CALLS.test(path);

/** Shown when no answer came, or one without a text (spec 8). */
export const REQUEST_FAILED: Readonly<Record<Language, string>> = {
  zh: '请求出错，请重试',
  zhtw: '請求發生錯誤，請再試一次',
  en: 'The request failed. Please try again.',
};
