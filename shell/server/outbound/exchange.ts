import http, { type Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { OutboundError, type OutboundFailure, type OutboundReply, type OutboundRequest } from '@nephra/plugin-sdk/server';
import type { ConnectionOptions } from './connections.ts';
import { ForbiddenAddress } from './addresses/guarded-lookup.ts';
import type { AllowedOrigin } from './addresses/origin.ts';

export const DEFAULT_CONNECT_MS = 10_000;
const DEFAULT_MAX_BYTES = 2 * 1_048_576;
/** The connection is ours to describe. */
const OWN_HEADERS = new Set(['host', 'connection', 'keep-alive', 'content-length', 'transfer-encoding', 'te', 'trailer', 'upgrade', 'expect']);

export interface Ending {
  readonly failure: OutboundFailure;
  readonly why: string;
}

/** A fault of the program, not of the other side: told before anything is sent. */
export function checkHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (OWN_HEADERS.has(name.toLowerCase()) || name.toLowerCase().startsWith('proxy-'))
      throw new Error(`The header "${name}" is set by the connection itself.`);
    http.validateHeaderName(name);
    http.validateHeaderValue(name, value);
  }
}

/** What may be told of an error: its code. Messages of parsers and certificates may quote what was sent. */
const codeOf = (error: unknown): string => {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[A-Z0-9_]{2,60}$/.test(code) ? code : 'error';
};

const TOO_LONG_CODES = new Set(['HPE_HEADER_OVERFLOW']);

function endingOf(error: unknown, sent: boolean): Ending {
  if (error instanceof ForbiddenAddress) return { failure: 'not-allowed', why: 'the name leads to an address that must not be called' };
  const code = codeOf(error);
  if (!sent) return { failure: 'connect', why: code };
  return TOO_LONG_CODES.has(code) ? { failure: 'too-large', why: code } : { failure: 'broken', why: code };
}

/** Headers as sent once each; repeated ones joined, as the standard has it. */
function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const read: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) read[name] = Array.isArray(value) ? value.join(', ') : value;
  return read;
}

/**
 * One request and its whole answer over the connections of `agent`.
 * @param signal ends it; its reason is an `Ending`
 */
export function exchange(origin: AllowedOrigin, agent: Agent, request: OutboundRequest, signal: AbortSignal): Promise<OutboundReply> {
  const { pathname, search } = new URL(request.url);
  const maxBytes = request.maxBytes ?? DEFAULT_MAX_BYTES;
  const body = typeof request.body === 'string' ? Buffer.from(request.body) : request.body;
  const options: ConnectionOptions = {
    agent,
    method: request.method,
    protocol: `${origin.scheme}:`,
    host: origin.host,
    port: origin.port,
    path: pathname + search,
    headers: { ...request.headers, ...(body === undefined && request.method === 'GET' ? {} : { 'content-length': String(body?.byteLength ?? 0) }) },
    connectTimeoutMs: request.connectTimeoutMs ?? DEFAULT_CONNECT_MS,
  };
  return new Promise((resolve, reject) => {
    let sent = false;
    let over = false;
    let call: ClientRequest | undefined;
    const settle = (finish: () => void): void => {
      if (over) return;
      over = true;
      signal.removeEventListener('abort', stop);
      finish();
    };
    const fail = ({ failure, why }: Ending): void =>
      settle(() => {
        call?.destroy();
        reject(new OutboundError(failure, sent, `${request.method} ${origin.text}: ${failure} (${why})`));
      });
    const stop = (): void => fail(signal.reason as Ending);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    call = (origin.scheme === 'https' ? https : http).request(options);
    // From here on bytes may have left: the pool hands over connections that stand.
    call.once('socket', () => {
      sent = true;
    });
    call.on('error', (error) => fail(endingOf(error, sent)));
    call.on('close', () => fail({ failure: sent ? 'broken' : 'connect', why: 'closed' }));
    call.on('response', (answer) => {
      const parts: Buffer[] = [];
      let size = 0;
      answer.on('data', (part: Buffer) => {
        size += part.length;
        if (over) return;
        if (size > maxBytes) return fail({ failure: 'too-large', why: `more than ${maxBytes} bytes` });
        parts.push(part);
        try {
          request.onPart?.(part, answer.statusCode ?? 0);
        } catch {
          // Thrown in here it would end the whole server; its message may quote what came.
          fail({ failure: 'aborted', why: 'the caller could not take a part' });
        }
      });
      answer.on('error', (error) => fail(endingOf(error, true)));
      answer.on('end', () => {
        if (!answer.complete) return fail({ failure: 'broken', why: 'cut off' });
        settle(() => resolve({ status: answer.statusCode ?? 0, headers: headersOf(answer), body: Buffer.concat(parts, size) }));
      });
    });
    call.end(body);
  });
}
