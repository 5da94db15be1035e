import { Readable } from 'node:stream';
import { AppError, EnvelopeCode, type ErrorExtras, type Language, type Route } from '@nephra/plugin-sdk/contract';
import { type ActResult, type CallAct, type CallContext, platformName, type RawReply } from '@nephra/plugin-sdk/server';
import type { AuditEntry, AuditLog } from '../../audit/audit-log.ts';
import type { OpenSession, SessionStore } from '../../auth/session/session-store.ts';
import type { Gate } from '../../core/gate.ts';
import { isFault, refusalOf } from '../../core/refusal.ts';
import type { Database } from '../../db/index.ts';
import type { ExportJobs } from '../../exports/export-jobs.ts';
import type { OfferedFile, OfferedTo } from '../../files/offered-files.ts';
import type { ReceivedUpload } from '../../files/receive-upload.ts';
import type { UploadIntake } from '../../files/upload-intake.ts';
import { answering } from '../../i18n/spoken.ts';
import { type TextSource, textFrom } from '../../i18n/texts.ts';
import type { Rights, RightsReader } from '../../identity/rights/rights.ts';
import { textOf } from '../body/text-body.ts';
import { type ActKey, checkKey, fingerprint, type IdempotencyLedger, keptOf } from '../idempotency/idempotency.ts';
import type { LastingClaims } from '../idempotency/lasting-claims.ts';
import { actQueue, doNamed, namedAct } from '../idempotency/named-acts.ts';
import { type Outcome, rawOf } from '../reply/outcome.ts';
import { ReasonedRefusal } from '../reply/reasoned-refusal.ts';
import type { AccessRule, Caller } from './access.ts';
import { type BoundRoute, type Finish, type Input, queueName } from './bound-route.ts';
import type { CallScope } from './call-scope.ts';
import type { IncomingCall } from './incoming-call.ts';
import { requestContext, sessionUserOf } from './request-context.ts';
import { checkExact, checkTextual, replyProblem, ShapeError, unjudged, withoutStamps } from './validation.ts';

export interface PipelineParts {
  readonly database: Database;
  readonly sessions: SessionStore;
  readonly rights: RightsReader;
  readonly audit: AuditLog;
  readonly idempotency: IdempotencyLedger;
  readonly claims: LastingClaims;
  readonly heavy: Gate;
  readonly intake: UploadIntake;
  readonly exports: Pick<ExportJobs, 'answer'>;
  /** Keeps a file until its caller fetches it. */
  readonly offerFile: (raw: RawReply, to: OfferedTo) => Promise<OfferedFile>;
  /** Of one that was received and not kept; never throws. */
  readonly discardUpload: (upload: ReceivedUpload) => Promise<void>;
  readonly coreTexts: TextSource;
  /** Texts of every running plugin: a refusal may come from a service of another plugin. */
  readonly allTexts: () => readonly TextSource[];
  readonly decideAccess: AccessRule;
  /** Compares answers with their contract; a mismatch is logged, or a fault where tests ask for it. */
  readonly checkReplies: 'off' | 'log' | 'fault';
}

/** Unlock and log-out are the way out of a locked session. */
const WAYS_OUT = new Set(['session.unlock', 'session.logout']);

/** All that answers while a new password is due; the lock screen may stand before its form. */
const TO_NEW_PASSWORD = new Set([...WAYS_OUT, 'session.lock', 'session.alive', 'session.currentUser', 'session.modifyPassword']);
/** Fields that a sentence about many of them names. */
const MAX_NAMED_FIELDS = 3;

const changes = (route: Route): boolean => route.method !== 'GET' || route.retry !== undefined;
const takesUpload = (route: Route): boolean => route.method !== 'GET' && route.encoding === 'multipart';
const heavy = (route: Route): boolean => route.audit === 'export' || takesUpload(route);

/** An answer that nobody gets keeps no file open and no query at work. */
function giveUp(reply: unknown, error: unknown): never {
  const { content } = (reply ?? {}) as Partial<RawReply>;
  if (content instanceof Readable) content.destroy();
  throw error;
}

function offeredTo(call: CallScope): OfferedTo {
  const { userId, orgId } = sessionUserOf(call);
  const onRefusal: OfferedTo['onRefusal'] = (undo) => void call.afterRefusal.push(undo);
  return { userId, orgId, sessionId: call.session?.id ?? '', gone: call.facts.gone, onRefusal };
}

function callerOf({ locked, passwordDemand }: OpenSession, { can }: Rights): Caller {
  if (locked) return { kind: 'locked' };
  return passwordDemand === '' ? { kind: 'signed-in', can } : { kind: 'password-due' };
}

/**
 * The one way through which every route is answered: access → shape → idempotency → handler → audit → answer. Nothing
 * else calls a handler, so no route can leave a step out. Never throws.
 */
export class Pipeline {
  readonly #parts: PipelineParts;

  constructor(parts: PipelineParts) {
    this.#parts = parts;
  }

  run(bound: BoundRoute, incoming: IncomingCall, call: CallScope): Promise<Outcome> {
    return answering(call, () => this.#run(bound, incoming, call));
  }

  async #run(bound: BoundRoute, incoming: IncomingCall, call: CallScope): Promise<Outcome> {
    const leave = bound.owner.enter();
    call.params = incoming.params;
    try {
      await this.#identify(incoming, call);
      const refusal = this.#parts.decideAccess({
        need: bound.route.need,
        caller: call.caller,
        allowedWhileLocked: WAYS_OUT.has(bound.name),
        allowedBeforePassword: TO_NEW_PASSWORD.has(bound.name),
      });
      if (refusal) throw refusal;
      return await this.#answer(bound, incoming, call);
    } catch (error) {
      return await this.#refuse(bound, call, error);
    } finally {
      leave();
    }
  }

  async #identify({ token, attention }: IncomingCall, call: CallScope): Promise<void> {
    const finding = await this.#parts.sessions.find(token, attention);
    if (finding.kind === 'none') return;
    if (finding.kind === 'ended') {
      call.caller = finding;
      return;
    }
    const { session } = finding;
    call.session = session;
    call.preferLanguage(session);
    call.rights = await this.#parts.rights.of(session, session.rightsRevision);
    call.caller = callerOf(session, call.rights);
  }

  async #answer(bound: BoundRoute, incoming: IncomingCall, call: CallScope): Promise<Outcome> {
    // A file is read first: nobody waits for a place of heavy work because somebody else sends slowly.
    const input = await this.#shape(bound, incoming, call);
    try {
      if (!heavy(bound.route)) return await this.#work(bound, input, call);
      return await this.#parts.heavy.run(() => this.#work(bound, input, call), call.facts.gone);
    } finally {
      // However the call ended: what a handler kept lies elsewhere by now.
      if (takesUpload(bound.route)) await this.#parts.discardUpload(input.body as ReceivedUpload);
    }
  }

  async #work(bound: BoundRoute, input: Input, call: CallScope): Promise<Outcome> {
    const { route } = bound;
    const ctx = this.#contextOf(bound, input, call);
    const finish: Finish = bound.prepare ? await bound.prepare(input, ctx, call) : async () => await bound.handle?.(input, ctx, call);
    const outcome = changes(route)
      ? await this.#change(bound, input, call, finish, (await bound.queues?.(ctx, input as never)) ?? finish.queues ?? [])
      : await this.#read(bound, call, finish);
    this.#checkReply(bound, outcome);
    return outcome;
  }

  #contextOf(bound: BoundRoute, input: Input, call: CallScope): CallContext<never> {
    return requestContext(bound.owner, call, {
      act: (options, work) => this.#act(bound, call, options, (part) => work(this.#contextOf(bound, input, part))),
      refusalText: (error) => {
        const refusal = refusalOf(error);
        // What is the matter with the server is no matter of one act: the call ends, and can be sent again.
        if (isFault(refusal) || refusal.code === EnvelopeCode.Unavailable) throw error;
        const { msg, extras } = this.#refusedOutcome(bound, call, refusal);
        return { key: refusal.key, msg, fields: extras.fields ?? [] };
      },
    });
  }

  /** One of many acts of a call: the same way as for a call of its own, with a key below that of the route. */
  async #act<T>(bound: BoundRoute, call: CallScope, { key, content }: CallAct, work: (part: CallScope) => Promise<T>): Promise<ActResult<T>> {
    const { route } = bound;
    if (route.method === 'GET' || route.transaction !== 'own') throw new Error(`${bound.name}: acts of a call need a route with transaction "own"`);
    const part = call.part();
    let result: T | undefined;
    let repeated = true;
    const finish = async (): Promise<T> => {
      repeated = false;
      result = await work(part);
      return result;
    };
    const act: ActKey | undefined =
      key === undefined
        ? undefined
        : {
            userId: sessionUserOf(call).userId,
            key: fingerprint([bound.name, key]),
            route: `${route.method} ${route.path} act`,
            bodyHash: fingerprint(content),
          };
    const outcome = await this.#write(bound, act, part, finish, []);
    return { result: (repeated && outcome.kind === 'data' ? outcome.data : result) as T, repeated };
  }

  async #shape({ route, owner }: BoundRoute, incoming: IncomingCall, call: CallScope): Promise<Input> {
    const [textual, exact] = owner.judgesShapes ? [withoutStamps, unjudged] : [checkTextual, checkExact];
    const params = textual(route.params, incoming.params);
    const query = textual(route.query, incoming.query);
    if (route.method === 'GET') return { params, query, body: undefined };
    if (takesUpload(route)) return { params, query, body: await this.#receive(incoming, call) };
    if (incoming.receive) throw new AppError('core.upload-unexpected', { code: EnvelopeCode.Invalid });
    const given = textOf(route, incoming.readFields ? await incoming.readFields() : incoming.body);
    return { params, query, body: (route.encoding === 'form' ? textual : exact)(route.body, given) };
  }

  async #receive({ receive }: IncomingCall, call: CallScope): Promise<ReceivedUpload> {
    if (!receive) throw new AppError('core.upload-expected', { code: EnvelopeCode.Invalid });
    const leave = this.#parts.intake.enter(call.session?.userId ?? '', call.facts.ip);
    try {
      return await receive();
    } finally {
      leave();
    }
  }

  async #read(bound: BoundRoute, call: CallScope, finish: Finish): Promise<Outcome> {
    if (bound.route.raw && bound.route.audit === 'export' && call.facts.takesLater && call.facts.takesBytes) return await this.#readExport(bound, call, finish);
    const reply = await finish();
    const outcome = await this.#outcomeOf(bound, call, reply);
    const { audit } = bound.route;
    if (audit !== 'none') {
      const entry = this.#entry(bound, call);
      const stored = this.#parts.audit.appendApart(entry);
      // Personal data leaves only once it is on record that it left; for other reads the answer need not wait.
      if (audit === 'read') stored.catch(() => undefined);
      else await stored.catch((error: unknown) => giveUp(reply, error));
    }
    return outcome;
  }

  /** An export that may go on in the background. It is on record before a byte of it leaves, or can be fetched. */
  async #readExport(bound: BoundRoute, call: CallScope, finish: Finish): Promise<Outcome> {
    const { userId, orgId } = sessionUserOf(call);
    const answer = await this.#parts.exports.answer({
      make: async () => rawOf(await finish()),
      route: bound.name,
      userId,
      orgId,
      gone: call.facts.gone,
      hold: () => bound.owner.enter(),
    });
    await this.#parts.audit.appendApart(this.#entry(bound, call)).catch((error: unknown) => {
      if (answer.kind === 'goes-on') answer.drop();
      giveUp(answer.kind === 'file' ? answer.raw : undefined, error);
    });
    return answer.kind === 'file' ? { kind: 'raw', raw: answer.raw } : { kind: 'data', msg: '', data: { exportId: answer.exportId }, goesOn: true };
  }

  async #change(bound: BoundRoute, input: Input, call: CallScope, finish: Finish, queues: readonly string[]): Promise<Outcome> {
    const { route } = bound;
    const key = route.retry === 'idempotent-key' ? call.facts.idempotencyKey : '';
    if (key) checkKey(key);
    const userId = call.session?.userId ?? `address:${call.facts.ip}`;
    const act = key ? { userId, key, route: `${route.method} ${route.path}`, bodyHash: fingerprint(input) } : namedAct(userId, bound.name, route, input);
    return route.method !== 'GET' && route.transaction === 'own'
      ? await this.#writeApart(bound, act, call, finish)
      : await this.#write(bound, act, call, finish, queues);
  }

  async #write(bound: BoundRoute, act: ActKey | undefined, call: CallScope, finish: Finish, queues: readonly string[]): Promise<Outcome> {
    const { idempotency, database } = this.#parts;
    const { takesLate, owner } = bound;
    const { transactions } = owner;
    const queue = [...(transactions?.queue ?? []), ...queues.map((name) => queueName(owner.id, name))];
    // The second click waits for the first one's row.
    if (act) queue.push(actQueue(act));
    const work = async (): Promise<Outcome> => {
      call.restart();
      const earlier = act && (await idempotency.claim(act));
      if (earlier) return { kind: 'data', ...earlier };
      const outcome = await this.#outcomeOf(bound, call, await finish());
      const kept = keptOf(act, outcome);
      await (bound.route.audit === 'none' ? idempotency.keep(kept) : this.#parts.audit.append(this.#entry(bound, call), kept));
      return outcome;
    };
    const attempt = (): Promise<Outcome> => database.transaction(work, { takesLate, ...transactions, queue, signal: call.facts.gone });
    return act?.named ? await doNamed(idempotency, database, act, attempt) : await attempt();
  }

  /** A handler that opens its own transactions. What it did stands, even when its answer or its entry cannot be kept: it keeps a journal itself. */
  async #writeApart(bound: BoundRoute, act: ActKey | undefined, call: CallScope, finish: Finish): Promise<Outcome> {
    const claimed = act && (await this.#parts.claims.claim(act));
    if (claimed?.kind === 'answered') return { kind: 'data', ...claimed.answer };
    try {
      const outcome = await this.#outcomeOf(bound, call, await finish());
      await this.#parts.database.transaction(async () => {
        if (outcome.kind === 'data') await claimed?.claim.keep({ data: outcome.data, msg: outcome.msg });
        if (bound.route.audit !== 'none') await this.#parts.audit.append(this.#entry(bound, call));
      });
      return outcome;
    } catch (error) {
      await claimed?.claim.release();
      throw error;
    } finally {
      claimed?.claim.end();
    }
  }

  async #outcomeOf(bound: BoundRoute, call: CallScope, reply: unknown): Promise<Outcome & { readonly kind: 'data' | 'raw' }> {
    const { raw, link } = bound.route;
    if (raw && (!link || call.facts.takesBytes)) return { kind: 'raw', raw: rawOf(reply) };
    const data = raw ? await this.#parts.offerFile(rawOf(reply), offeredTo(call)) : (reply ?? null);
    return { kind: 'data', data, msg: this.#messageOf(bound, call) };
  }

  #checkReply(bound: BoundRoute, outcome: Outcome): void {
    if (this.#parts.checkReplies === 'off' || bound.owner.judgesShapes || outcome.kind !== 'data' || outcome.goesOn) return;
    const problem = replyProblem(bound.route.reply, outcome.data);
    if (!problem) return;
    const error = new Error(`The answer of ${bound.name} does not fit its contract: ${problem}`);
    if (this.#parts.checkReplies === 'fault') throw error;
    bound.owner.context.log.warn({ route: bound.name, problem }, 'an answer does not fit its contract');
  }

  async #refuse(bound: BoundRoute, call: CallScope, error: unknown): Promise<Outcome> {
    const refusal = refusalOf(error);
    const { log, requestId } = call.facts;
    if (isFault(refusal)) {
      log.error({ err: error, route: bound.name, plugin: bound.owner.id, requestId }, 'a handler failed');
      bound.owner.onFault(error, call);
    } else if (refusal.cause !== undefined) {
      log.warn({ err: refusal.cause, route: bound.name, key: refusal.key, requestId }, 'a call was refused');
    }
    for (const work of call.afterRefusal) {
      await work().catch((failure: unknown) => log.error({ err: failure, route: bound.name, requestId }, 'noting a refusal failed'));
    }
    if (this.#worthAuditing(bound, call)) {
      await this.#parts.audit.appendApart(this.#entry(bound, call, refusal)).catch(() => undefined);
    }
    return this.#refusedOutcome(bound, call, refusal);
  }

  /** Strangers knocking are a matter for the log and the rate limit; acts of known people, and sign-ins, are on record. */
  #worthAuditing(bound: BoundRoute, call: CallScope): boolean {
    const { audit, need } = bound.route;
    if (audit === 'none' || audit === 'read') return call.caller.kind === 'signed-in' && audit === 'read' && need !== 'session';
    return call.session !== undefined || need === 'public';
  }

  #refusedOutcome(bound: BoundRoute, call: CallScope, refusal: AppError): Outcome & { readonly kind: 'refused' } {
    const { language } = call;
    const params: Record<string, string | number> =
      refusal instanceof ReasonedRefusal ? { ...refusal.params, reason: refusal.reasonIn(language) } : { ...refusal.params };
    const fields = refusal instanceof ShapeError ? this.#fieldSentences(refusal, language) : refusal.fields;
    const list = fields
      .map((field) => field.msg)
      .filter((msg) => msg !== '')
      .slice(0, MAX_NAMED_FIELDS)
      .join(language === 'en' ? '; ' : '；');
    // Whoever refuses a shape names fields, has a list of their own, or says neither: then there is nothing to list.
    if (list !== '') params.list ??= list;
    const key = refusal.key === 'core.invalid' && params.list === undefined ? 'core.bad-value' : refusal.key;
    const sources = [bound.owner.texts, this.#parts.coreTexts, ...this.#parts.allTexts()];
    const found = textFrom(sources, language, `errors.${key}`, { ...params, reference: call.facts.requestId });
    if (found === undefined) call.facts.log.error({ key: refusal.key, plugin: bound.owner.id }, 'a refusal has no text');
    const extras: ErrorExtras = { error: refusal.key };
    if (Object.keys(refusal.params).length) extras.params = refusal.params;
    // A refusal that names a field without a sentence of its own means this one.
    if (fields.length) extras.fields = fields.map(({ path, msg }) => ({ path, msg: msg || (found ?? '') }));
    if (isFault(refusal)) extras.reference = call.facts.requestId;
    return { kind: 'refused', code: refusal.code, msg: found ?? textFrom([this.#parts.coreTexts], language, 'errors.core.refused') ?? '', extras };
  }

  #fieldSentences(refusal: ShapeError, language: Language): { path: string; msg: string }[] {
    const sources = [this.#parts.coreTexts];
    const whole = textFrom(sources, language, 'validation.whole') ?? '';
    return refusal.problems.map((problem) => {
      const known = textFrom(sources, language, `validation.${problem.rule}`, { ...problem.params, field: problem.path || whole });
      return { path: problem.path, msg: known ?? textFrom(sources, language, 'validation.format', { field: problem.path || whole }) ?? problem.path };
    });
  }

  #messageOf(bound: BoundRoute, call: CallScope): string {
    const sources = [bound.owner.texts, this.#parts.coreTexts];
    const own = call.message && textFrom(sources, call.language, `messages.${call.message.key}`, call.message.params);
    return own ?? textFrom([this.#parts.coreTexts], call.language, 'messages.done') ?? '';
  }

  #entry(bound: BoundRoute, call: CallScope, refusal?: AppError): AuditEntry {
    const { facts, audit } = call;
    const actor = call.session ?? audit.actor;
    return {
      class: bound.route.audit,
      action: bound.name,
      outcome: refusal ? (refusal.code === EnvelopeCode.Fault || refusal.code === EnvelopeCode.Unavailable ? 'failed' : 'refused') : 'ok',
      userId: actor?.userId ?? '',
      userName: actor?.userName ?? '',
      userAccount: actor?.account ?? '',
      orgId: actor?.orgId ?? '',
      ip: facts.ip,
      path: facts.path,
      platform: platformName(facts.userAgent),
      milliseconds: Math.round(performance.now() - call.arrivedAt),
      requestId: facts.requestId,
      subject: audit.subject ?? bound.name.split('.')[0] ?? '',
      subjectId: audit.subjectId ?? (call.params.id ?? '').slice(0, 100),
      patientId: audit.patientId ?? '',
      error: refusal?.key ?? '',
      ...(audit.before === undefined ? {} : { before: audit.before }),
      ...(audit.after === undefined ? {} : { after: audit.after }),
      ...(audit.note === undefined ? {} : { note: audit.note }),
    };
  }
}
