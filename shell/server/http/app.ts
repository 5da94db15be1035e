import { AppError, EnvelopeCode, type ErrorExtras } from '@nephra/plugin-sdk/contract';
import { type Clock, type FinishedCall, platformName } from '@nephra/plugin-sdk/server';
import cors from '@fastify/cors';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Config } from '../config/index.ts';
import type { Logger } from '../core/log.ts';
import { refusalOf } from '../core/refusal.ts';
import { sqlStateOf } from '../db/index.ts';
import type { ReceivedUpload } from '../files/receive-upload.ts';
import { callLanguage, type MoreLanguages, type TextSource, textFrom } from '../i18n/texts.ts';
import { addBodyParsers } from './body/body-parsers.ts';
import { multipartFields } from './body/multipart-fields.ts';
import { takesText } from './body/text-body.ts';
import { isFromThisComputer } from './from-this-computer.ts';
import { letOthersDraw, otherOrigins } from './other-origins.ts';
import type { BoundRoute } from './pipeline/bound-route.ts';
import { CallScope } from './pipeline/call-scope.ts';
import type { IncomingCall } from './pipeline/incoming-call.ts';
import type { Pipeline } from './pipeline/pipeline.ts';
import { RateLimiter } from './rate-limit/rate-limiter.ts';
import { addVary, envelopeOf, sendEnvelope, sendRaw } from './reply/envelope.ts';
import type { Outcome } from './reply/outcome.ts';
import { ReasonedRefusal } from './reply/reasoned-refusal.ts';
import type { RouteMatch } from './route-table.ts';
import { contentPolicyFor, setSecurityHeaders } from './security-headers.ts';

/** Reads the file of an upload; called after access was granted. @param part the route takes pieces of files */
export type ReceiveUpload = (request: FastifyRequest, part: boolean) => Promise<ReceivedUpload>;

export interface AppParts {
  readonly config: Config;
  readonly log: Logger;
  /** The same log for the HTTP library, which makes a child of it for every call. */
  readonly requestLog: Logger;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly pipeline: Pipeline;
  readonly coreTexts: TextSource;
  readonly languages: MoreLanguages;
  /** Finds the route of a call in the revision in force. @throws AppError when it belongs to a plugin that cannot answer. */
  readonly findRoute: (method: string, path: string) => RouteMatch<BoundRoute> | undefined;
  readonly receiveUpload: ReceiveUpload;
  /** Answers everything outside /api. */
  readonly servePages: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  readonly frameOrigins: () => readonly string[];
  /** Hears of every call below /api, once its answer was sent. */
  readonly finished: (call: Omit<FinishedCall, 'at'>) => void;
}

/** What became of a call, until its answer was sent. */
interface Answered {
  readonly bound: BoundRoute;
  readonly call: CallScope;
  readonly background: boolean;
  readonly code: number;
}

const UNKNOWN_ROUTE = '/api/(unknown)';

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '/';
const isUpload = (request: FastifyRequest): boolean => /^multipart\/form-data\b/i.test(String(request.headers['content-type'] ?? ''));
/** A file was asked for, and what comes is no file: it is being made. */
const ACCEPTED = 202;
const isApi = (path: string): boolean => path === '/api' || path.toLowerCase().startsWith('/api/');

/** Calls outside of every route, by where they lead; the address itself may hold anything, also what somebody typed. */
function placeOf(request: FastifyRequest): string {
  const path = pathOf(request);
  if (isApi(path)) return UNKNOWN_ROUTE;
  return path.startsWith('/assets/') ? '/assets/*' : path.startsWith('/plugins/') ? '/plugins/*' : '/*';
}

/** Tells when a caller goes away before the whole answer was sent. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const control = new AbortController();
  const look = (): void => {
    if (!raw.writableFinished) control.abort(new AppError('core.caller-gone', { code: EnvelopeCode.Unavailable }));
  };
  if (raw.destroyed) look();
  else raw.once('close', look);
  return control.signal;
}

/** What the HTTP library refuses before a route is known, in our codes and texts. */
function refusalOfTransport(error: FastifyError): AppError {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('core.body-too-large', { code: EnvelopeCode.TooLarge });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('core.bad-content-type', { code: EnvelopeCode.Invalid });
    case 'FST_ERR_BAD_URL':
      return new AppError('core.bad-address', { code: EnvelopeCode.Invalid });
    default:
      return (error.statusCode ?? 500) < 500
        ? new AppError('core.malformed-body', { code: EnvelopeCode.Invalid })
        : new AppError('core.fault', { code: EnvelopeCode.Fault });
  }
}

/** The HTTP server: every call below /api goes through the pipeline, everything else is pages and files. */
export function buildApp(parts: AppParts): FastifyInstance {
  const { config, log, clock } = parts;
  const limiter = new RateLimiter(clock);
  /** Templates of the routes that calls found: what the log says instead of addresses. */
  const templates = new WeakMap<FastifyRequest, string>();
  const answered = new WeakMap<FastifyRequest, Answered>();
  const app = Fastify({
    loggerInstance: parts.requestLog as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: parts.newId,
    trustProxy: config.trustProxy.length ? [...config.trustProxy] : false,
    bodyLimit: config.bodyLimitKb * 1024,
    exposeHeadRoutes: false,
    requestTimeout: 120_000,
    keepAliveTimeout: 70_000,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2000 },
  });
  addBodyParsers(app, (request) => {
    const match = parts.findRoute(request.method, pathOf(request));
    return match !== undefined && takesText(match.value.route);
  });

  const refuse = async (request: FastifyRequest, reply: FastifyReply, refusal: AppError, status: number): Promise<void> => {
    const { language } = callLanguage(request.headers, parts.languages);
    const params = refusal instanceof ReasonedRefusal ? { ...refusal.params, reason: refusal.reasonIn(language) } : refusal.params;
    const msg = textFrom([parts.coreTexts], language, `errors.${refusal.key}`, { ...params, reference: request.id }) ?? '';
    const extras: ErrorExtras = { error: refusal.key, ...(Object.keys(refusal.params).length ? { params: refusal.params } : {}) };
    if (typeof refusal.params.waitSeconds === 'number') reply.header('retry-after', String(refusal.params.waitSeconds));
    await sendEnvelope(request, reply, envelopeOf({ kind: 'refused', code: refusal.code, msg, extras }, clock.now().getTime()), status);
  };

  app.addHook('onRequest', async (request, reply) => {
    setSecurityHeaders(reply, { policy: contentPolicyFor([...config.frameHosts, ...parts.frameOrigins()]), secure: request.protocol === 'https' });
    reply.header('x-request-id', request.id);
  });
  const opensToOthers = config.allowedOrigins.length > 0;
  if (opensToOthers) void app.register(cors, { delegator: otherOrigins(config.allowedOrigins) });

  // After the answer says which pages may read it: a page of another origin must learn that it has to wait.
  app.addHook('preParsing', async (request, reply) => {
    if (!isApi(pathOf(request))) return;
    // Before the body is read and before the session is known: the token itself is the key, the address for strangers.
    const token = request.headers.authorization;
    const share = token ? config.ratePerMinute : config.ratePerMinute / 4;
    try {
      limiter.take(`address:${request.ip}`, config.ratePerMinute * 4);
      limiter.take(token ? `token:${token.slice(0, 200)}` : `stranger:${request.ip}`, share);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await refuse(request, reply, error, 429);
    }
  });

  app.addHook('onResponse', async (request, reply) => {
    const fields = {
      requestId: request.id,
      method: request.method,
      route: templates.get(request) ?? placeOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    if (isApi(pathOf(request))) {
      log.info(fields, 'call');
      parts.finished(finishedCall(request, answered.get(request), { milliseconds: fields.ms, path: fields.route, status: fields.status }));
    } else log.debug(fields, 'file');
  });

  app.route({
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    url: '/api/*',
    handler: async (request, reply) => {
      const path = pathOf(request);
      const match = parts.findRoute(request.method, path);
      if (match) templates.set(request, match.value.route.path);
      if (!match) throw new AppError('core.unknown-route', { code: EnvelopeCode.NotFound });
      const gone = goneSignal(reply);
      const call = new CallScope(
        {
          requestId: request.id,
          method: request.method,
          path: path.slice(0, 300),
          ip: request.ip,
          userAgent: String(request.headers['user-agent'] ?? ''),
          authorization: String(request.headers.authorization ?? ''),
          fromThisComputer: isFromThisComputer(request.raw),
          origin: String(request.headers.origin ?? ''),
          ownOrigin: `${request.protocol}://${request.host}`,
          idempotencyKey: String(request.headers['idempotency-key'] ?? ''),
          takesBytes: /\bapplication\/octet-stream\b/i.test(String(request.headers.accept ?? '')),
          takesLater: /\brespond-async\b/i.test(String(request.headers.prefer ?? '')),
          gone,
          log,
        },
        callLanguage(request.headers, parts.languages),
      );
      const outcome: Outcome = await parts.pipeline.run(
        match.value,
        {
          token: request.headers.authorization,
          // Pages that ask by themselves say so: polling must not keep a session awake that nobody works in.
          attention: request.headers['x-background'] === undefined ? 'person' : 'background',
          params: match.params,
          query: request.query as Record<string, unknown>,
          body: request.body,
          ...filesOf(request, match.value, parts.receiveUpload),
        },
        call,
      );
      const background = request.headers['x-background'] !== undefined;
      answered.set(request, { bound: match.value, call, background, code: outcome.kind === 'refused' ? outcome.code : EnvelopeCode.Ok });
      const { raw, link } = match.value.route;
      if (link) addVary(reply, 'accept');
      if (outcome.kind === 'raw') {
        if (opensToOthers && match.value.route.need === 'public' && outcome.raw.contentType.startsWith('image/')) letOthersDraw(reply);
        await sendRaw(reply, outcome.raw, gone);
      }
      // A browser fetching a picture looks at the status only.
      else
        await sendEnvelope(
          request,
          reply,
          envelopeOf(outcome, clock.now().getTime()),
          raw && (!link || call.facts.takesBytes) ? (outcome.kind === 'refused' ? rawStatus(outcome.code) : ACCEPTED) : 200,
        );
      return reply;
    },
  });

  app.setNotFoundHandler(async (request, reply) => {
    if (isApi(pathOf(request))) await refuse(request, reply, new AppError('core.unknown-route', { code: EnvelopeCode.NotFound }), 404);
    else if (request.method === 'GET' || request.method === 'HEAD') await parts.servePages(request, reply);
    else await refuse(request, reply, new AppError('core.unknown-route', { code: EnvelopeCode.NotFound }), 404);
    return reply;
  });

  app.setErrorHandler<FastifyError | AppError>(async (error, request, reply) => {
    // A download may fail on its first row, when its route has answered already.
    const refusal = error instanceof AppError || sqlStateOf(error) !== undefined ? refusalOf(error) : refusalOfTransport(error);
    // A plugin that cannot answer has routes all the same, and answers of routes are 200.
    if (refusal instanceof ReasonedRefusal) return await refuse(request, reply, refusal, 200).then(() => reply);
    if (refusal.code === EnvelopeCode.Fault) log.error({ err: error, requestId: request.id }, 'a call failed outside its route');
    await refuse(request, reply, refusal, rawStatus(refusal.code));
    return reply;
  });

  return app;
}

/** How a multipart body is read: as fields where the route takes a form, else as an upload. */
function filesOf(request: FastifyRequest, { route, takesParts }: BoundRoute, receive: ReceiveUpload): Pick<IncomingCall, 'receive' | 'readFields'> {
  if (!isUpload(request)) return { receive: undefined };
  if (route.method !== 'GET' && route.encoding === 'form') return { receive: undefined, readFields: () => multipartFields(request) };
  return { receive: () => receive(request, takesParts === true) };
}

function finishedCall(
  request: FastifyRequest,
  answered: Answered | undefined,
  { milliseconds, path, status }: { readonly milliseconds: number; readonly path: string; readonly status: number },
): Omit<FinishedCall, 'at'> {
  const { session } = answered?.call ?? {};
  return {
    requestId: request.id,
    pluginId: answered?.bound.owner.id ?? '',
    route: answered?.bound.name ?? '',
    method: request.method,
    path,
    code: answered?.code ?? status,
    milliseconds,
    background: answered?.background ?? false,
    userId: session?.userId ?? '',
    userName: session?.userName ?? '',
    orgId: session?.orgId ?? '',
    ip: request.ip,
    platform: platformName(String(request.headers['user-agent'] ?? '')),
  };
}

/** Status for programs that look at nothing else, such as a picture in a page. */
function rawStatus(code: number): number {
  if (code === EnvelopeCode.Fault) return 500;
  if (code >= EnvelopeCode.LoginExpired) return 401;
  return code === EnvelopeCode.Refused ? 400 : code;
}
