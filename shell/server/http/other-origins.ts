import type { FastifyCorsOptions, FastifyCorsOptionsDelegateCallback } from '@fastify/cors';
import type { FastifyReply } from 'fastify';

/** Headers of calls that pages of other origins may send besides the few that browsers let through unasked. */
const SENT_HEADERS = ['authorization', 'content-type', 'idempotency-key', 'prefer', 'x-language', 'x-background', 'x-requested-with'];
/** What such a page may read of an answer besides its body. */
const READ_HEADERS = ['content-disposition', 'retry-after', 'x-request-id'];
/** As long as browsers keep an answer to a question before a call. */
const MAX_AGE_SECONDS = 7200;

const CLOSED: FastifyCorsOptions = { origin: false };

/**
 * Which pages of other origins may call: those that the configuration names, letter by letter, below /api alone. Without credentials: the
 * session travels in a header that the page sets itself, so a browser adds nothing to a call that the page could not send anyway.
 */
export function otherOrigins(allowed: readonly string[]): FastifyCorsOptionsDelegateCallback {
  const open: FastifyCorsOptions = {
    origin: [...allowed],
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: SENT_HEADERS,
    exposedHeaders: READ_HEADERS,
    maxAge: MAX_AGE_SECONDS,
    credentials: false,
    // An OPTIONS call that no browser sends before another one is a call like any other: unknown.
    strictPreflight: false,
  };
  return (request, answer) => {
    const { origin, 'access-control-request-method': method } = request.headers;
    const isCall = /^\/api(?:[/?]|$)/i.test(request.url);
    const named = isCall && origin !== undefined && allowed.includes(origin);
    answer(null, named && (request.method !== 'OPTIONS' || method !== undefined) ? open : CLOSED);
  };
}

/** Pictures are drawn by pages without asking; a page of another origin only may when the answer says so. */
export const letOthersDraw = (reply: FastifyReply): unknown => reply.header('cross-origin-resource-policy', 'cross-origin');
