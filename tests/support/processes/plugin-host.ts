import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { DataScope, EventToken, ExtensionToken, OrgId, ReplyOf, Route, ServiceToken } from '@nephra/plugin-sdk/contract';
import { AppError, canonicalJson, EnvelopeCode, isAppError, LANGUAGES } from '@nephra/plugin-sdk/contract';
import { type OrganizationNames, organizationNames, type PageValues, settingReader, type SettingValue } from '@nephra/plugin-sdk/server';
import type {
  CallContext,
  Clock,
  FileStore,
  Implementation,
  Numbering,
  PushTarget,
  RequestContext,
  ServerContext,
  ServerPlugin,
  SessionUser,
  StoredFile,
} from '@nephra/plugin-sdk/server';
import { clockFrom } from '../../../shell/server/core/clock/clock.ts';
import { idMaker } from '../../../shell/server/core/new-id.ts';
import type { CoreTables } from '../../../shell/server/tables/tables.ts';
import type { Database, PluginMigrations } from '../../../shell/server/db/index.ts';
import { numberSeries } from '../../../shell/server/numbers/number-series.ts';
import { coreTexts } from '../../../shell/server/i18n/core-texts.ts';
import { type TextTree, textReader, textsIn, textsOf } from '../../../shell/server/i18n/texts.ts';
import { schemaFence } from '../../../shell/server/host/schema-fence.ts';
import { ExtensionRegistry } from '../../../shell/server/host/registry/extension-registry.ts';
import { checkExact, checkTextual, replyProblem } from '../../../shell/server/http/pipeline/validation.ts';
import { OutboundGateway } from '../../../shell/server/outbound/outbound-gateway.ts';
import { SecretBox } from '../../../shell/server/secrets/secret-box.ts';
import { openTestDatabase, silentLog } from '../databases/test-database.ts';

/** Plugins' server halves by id, in the order of their dependencies. */
export type HostedPlugins = Readonly<Record<string, ServerPlugin<never>>>;

/** One call as a plugin's handler sees it; shapes and answers are checked against the contract like in the product. */
export interface HostedCall {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
  readonly user?: SessionUser;
  /** Data rights of the caller by menu; default: everything of the organisation. */
  readonly dataScope?: (menu: string) => DataScope;
  /** Codes that the caller holds; default: all. */
  readonly can?: (code: string) => boolean;
}

export interface AuditNote {
  readonly route: string;
  readonly entry: Parameters<RequestContext<never>['audit']>[0];
}

export interface PluginHost {
  readonly db: Database;
  /** Moves when a test says so; `stepped` is how much of that was the clock being set, milliseconds. */
  readonly time: { now: Date; stepped?: number };
  /** Names of organisations, as the shell would know them; none unless a test says so. */
  readonly organizations: Map<OrgId, string>;
  readonly events: { readonly id: string; readonly payload: unknown }[];
  readonly audits: AuditNote[];
  /** What calls say when they are done, before it is put into the caller's language. */
  readonly messages: { readonly key: string; readonly params: Readonly<Record<string, string | number>> }[];
  /** Frames that were pushed and whose transaction was committed. */
  readonly pushes: { readonly target: PushTarget; readonly frame: string; readonly body: unknown }[];
  /** Runs one route, writes in one transaction unless they open their own. Rejects with the AppError that the caller would read. */
  call<R extends Route>(plugin: string, route: R, call?: HostedCall): Promise<ReplyOf<R>>;
  service<T>(token: ServiceToken<T>): T;
  /** Offers a service in place of a plugin that is not there. */
  provide<T>(token: ServiceToken<T>, service: T): void;
  /** Adds to an extension point in place of a plugin that is not there. */
  extend<T>(token: ExtensionToken<T>, plugin: string, value: T): void;
  /** Takes back all that a plugin adds to extension points. */
  withdrawExtensions(plugin: string): void;
  /** Lets the plugins call an address of this computer, `http://127.0.0.1:40001`, for real. */
  allowOutbound(origin: string): void;
  /** Counts numbers in `core.number_series` from now on, as the product does: what rolls back leaves no gap. The test brings the table. */
  countInDatabase(): void;
  /** Longest time that the plugins wait for an answer from outside; undefined: as they ask. */
  waitAtMost(ms: number | undefined): void;
  /** What the site has set for a plugin in registry.json. */
  configure(plugin: string, settings: Readonly<Record<string, unknown>>): void;
  /** What stands on the page of plugin settings for an organisation, or for the installation: `''`. */
  setOnPage(plugin: string, orgId: string, values: Readonly<Record<string, SettingValue>>): void;
  context<DB>(plugin: string): ServerContext<DB>;
  /** What a handler is given in a call by this person, for what lies below the routes. */
  requestContext<DB>(plugin: string, caller?: Omit<HostedCall, 'params' | 'query' | 'body'>): RequestContext<DB>;
  close(): Promise<void>;
}

/** A member of staff with rights in one facility. */
export const staff = (over: Partial<SessionUser> = {}): SessionUser => ({
  userId: 'user-doctor',
  account: 'doctor',
  userName: '林医生',
  enCode: '1001',
  orgId: 'org-gz',
  orgIds: ['org-gz'],
  departmentId: null,
  roles: ['doctor'],
  isAdministrator: false,
  language: 'zh',
  priceType: '3',
  ...over,
});

function numbersIn(clock: Clock): Numbering {
  const counters = new Map<string, number>();
  return {
    async next(series, { prefix, date, digits, start = 1 }) {
      const day = date ? clock.today().replaceAll('-', '').slice(0, date.length) : '';
      const key = `${series}/${day}`;
      const next = Math.max((counters.get(key) ?? 0) + 1, start);
      counters.set(key, next);
      return `${prefix}${day}${String(next).padStart(digits, '0')}`;
    },
  };
}

/** What a process that outlives its host must share with the next one. */
export interface LastingParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly numbers: Numbering;
  readonly auditWork: ServerContext<never>['auditWork'];
  /** What `PluginHost.time` is then; `clock` follows it. */
  readonly time?: PluginHost['time'];
  /** Stands between the plugins and what they call. */
  readonly guardOutbound?: (own: ServerContext<never>['outbound']) => ServerContext<never>['outbound'];
}

export const migrationsOf = (plugins: HostedPlugins): PluginMigrations[] =>
  Object.entries(plugins).map(([plugin, { schema, migrations }]) => ({
    plugin,
    schema: schema ?? plugin.replaceAll('-', '_'),
    migrations: migrations ?? [],
  }));

const LOCALES = path.resolve(import.meta.dirname, '../../../plugins');

/** `ctx.text` as in the product: the plugin's own texts, then those of the shell. */
function textsOfPlugin(plugin: string): ServerContext<never>['text'] {
  const trees = LANGUAGES.flatMap((language) => {
    const file = path.join(LOCALES, plugin, `locales/${language}.json`);
    return existsSync(file) ? [[language, JSON.parse(readFileSync(file, 'utf8')) as TextTree] as const] : [];
  });
  return textReader([textsOf(Object.fromEntries(trees)), coreTexts], 'zh');
}

/** Starts plugins over a database of the test's own: migrations applied, services wired, no HTTP around. */
export async function hostPlugins(plugins: HostedPlugins, start = '2026-03-02T02:00:00Z', lasting?: LastingParts): Promise<PluginHost> {
  const db = lasting?.db ?? (await openTestDatabase(migrationsOf(plugins)));
  const time: PluginHost['time'] = lasting?.time ?? { now: new Date(start) };
  const clock =
    lasting?.clock ??
    clockFrom(
      () => time.now,
      () => new Date(time.now.getTime() - (time.stepped ?? 0)),
    );
  const newId = idMaker(clock);
  let numbers = lasting?.numbers ?? numbersIn(clock);
  const organizations = new Map<OrgId, string>();
  const names: OrganizationNames = { of: async (orgIds) => new Map([...organizations].filter(([id]) => orgIds.includes(id))) };
  const services = new Map<string, unknown>([[organizationNames.id, names]]);
  const configured = new Map<string, Readonly<Record<string, unknown>>>();
  const onPage = new Map<string, PageValues>();
  const events: { id: string; payload: unknown }[] = [];
  const audits: AuditNote[] = [];
  const messages: PluginHost['messages'] = [];
  const pushes: PluginHost['pushes'] = [];

  const optionalService = <T>(token: ServiceToken<T>): T | undefined => services.get(token.id) as T | undefined;
  const service = <T>(token: ServiceToken<T>): T => {
    const found = optionalService(token);
    if (found === undefined) throw new AppError('core.service-missing', { code: EnvelopeCode.Unavailable, params: { service: token.id } });
    return found;
  };
  const acts = new Map<string, { readonly content: string; readonly result: unknown }>();
  const files = new Map<string, StoredFile & { readonly type: string; readonly createdBy: string; readonly bytes: Buffer }>();
  const filesOf = (createdBy: string): FileStore => ({
    save: async ({ name, type, content }) => {
      const bytes = Buffer.isBuffer(content) ? content : Buffer.concat(await content.toArray());
      const stored = {
        fileId: `20260302_${String(files.size + 1).padStart(32, '0')}.${/\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? 'bin'}`,
        name,
        size: bytes.length,
        contentType: 'application/octet-stream',
      };
      files.set(stored.fileId, { ...stored, type, createdBy, bytes });
      return stored;
    },
    open: async (fileId) => {
      const found = files.get(fileId);
      if (!found) throw new AppError('core.file-missing', { code: EnvelopeCode.NotFound });
      const { bytes, ...stored } = found;
      return { ...stored, content: Readable.from([bytes]) };
    },
    remove: async (fileId) => void files.delete(fileId),
    room: async () => ({ usedBytes: [...files.values()].reduce((sum, { bytes }) => sum + bytes.length, 0), quotaBytes: 0 }),
  });
  const extensions = new ExtensionRegistry((_plugin, _token, error) => {
    throw error;
  });
  extensions.arrange(Object.keys(plugins));
  const outbound = new OutboundGateway({ log: silentLog, inTransaction: () => db.inTransaction(), allow: [] });
  const allowed: string[] = [];
  let patience = Number.POSITIVE_INFINITY;
  const outboundOf = (pluginId: string): ServerContext<never>['outbound'] => {
    const open = outbound.forPlugin(pluginId, []);
    const own = lasting?.guardOutbound?.(open) ?? open;
    return {
      databases: {
        allows: (address, port) => own.databases.allows(address, port),
        read: (target, work, limits = {}) => {
          const atMost = (ms = patience): number => Math.min(ms, patience);
          const shorter = { ...limits, connectMs: atMost(limits.connectMs), statementMs: atMost(limits.statementMs) };
          return own.databases.read(target, work, patience === Number.POSITIVE_INFINITY ? limits : shorter);
        },
      },
      mailboxes: own.mailboxes,
      allows: (address) => own.allows(address),
      send: (request) =>
        own.send(patience === Number.POSITIVE_INFINITY ? request : { ...request, timeoutMs: Math.min(request.timeoutMs ?? patience, patience) }),
    };
  };
  const secrets = new SecretBox(() => Buffer.alloc(32, 7));
  const texts = new Map(Object.keys(plugins).map((plugin) => [plugin, textsOfPlugin(plugin)]));
  const written = new Set<string>();
  const schemas = new Map(migrationsOf(plugins).map(({ plugin, schema }) => [schema, plugin]));
  const fenceOf = (pluginId: string) =>
    schemaFence(
      {
        id: pluginId,
        schema: plugins[pluginId]?.schema ?? pluginId.replaceAll('-', '_'),
        privileges: pluginId === 'permission' || pluginId === 'system' ? ['identity'] : [],
      },
      (schema) => schemas.get(schema),
    );
  const contextOf = (pluginId: string): ServerContext<never> => ({
    pluginId,
    db: db.kyselyFor<never>(process.env.NEPHRA_TEST_FENCE === 'on' ? fenceOf(pluginId) : undefined),
    lateDb: db.lateKyselyFor<never>(process.env.NEPHRA_TEST_FENCE === 'on' ? fenceOf(pluginId) : undefined),
    transaction: (work, options) => db.transaction(work, options),
    clock,
    log: silentLog,
    newId,
    get numbers() {
      return numbers;
    },
    files: filesOf(`plugin:${pluginId}`),
    get settings() {
      return configured.get(pluginId) ?? {};
    },
    setting: settingReader({
      pluginId,
      config: () => configured.get(pluginId) ?? {},
      page: (orgId) => onPage.get(`${pluginId}/${orgId}`) ?? {},
    }),
    text: texts.get(pluginId) ?? textsOfPlugin(pluginId),
    service,
    optionalService,
    extensions: (token) => extensions.find(token),
    outbound: outboundOf(pluginId),
    secrets: secrets.forPlugin(pluginId),
    menus: { write: async (menu) => void written.add(menu.enCode), remove: async (enCode) => void written.delete(enCode), list: async () => [...written] },
    socket: { push: async (target, _frames, frame, body) => db.afterCommit(() => void pushes.push({ target, frame, body })) },
    publish: <T>(event: EventToken<T>, payload: T) => db.afterCommit(() => void events.push({ id: event.id, payload })),
    auditWork:
      lasting?.auditWork ??
      (async ({ action, subject, subjectId, patientId, before, after, note }) =>
        db.afterCommit(() => void audits.push({ route: action, entry: { subject, subjectId, patientId, before, after, note } }))),
  });

  const routes = new Map<Route, { plugin: string; name: string; handler: Implementation['handlers'][string] }>();
  for (const [plugin, definition] of Object.entries(plugins)) {
    for (const { token, create } of definition.services ?? []) services.set(token.id, create(contextOf(plugin)));
    for (const { token, create } of definition.extensions ?? []) extensions.add(token.id, plugin, () => create(contextOf(plugin)));
    for (const { contract, handlers } of definition.implementations ?? []) {
      for (const [name, route] of Object.entries(contract.routes)) {
        const handler = handlers[name];
        if (handler) routes.set(route, { plugin, name: `${contract.name}.${name}`, handler });
      }
    }
  }

  const requestOf = (plugin: string, { user = staff(), can, dataScope }: HostedCall, route: string): CallContext<never> => ({
    ...contextOf(plugin),
    files: filesOf(user.userId),
    user,
    language: user.language,
    text: textsIn(contextOf(plugin), user.language),
    ip: '127.0.0.1',
    can: can ?? (() => true),
    dataScope: dataScope ?? (() => ({ kind: 'organisation' })),
    audit: (entry) => void audits.push({ route, entry }),
    message: (key, params = {}) => void messages.push({ key, params }),
    act: async ({ key, content }, work) => {
      const name = JSON.stringify([user.userId, route, key]);
      const before = key === undefined ? undefined : acts.get(name);
      if (before && before.content !== canonicalJson(content)) throw new AppError('core.idempotency-mismatch', { code: EnvelopeCode.Conflict });
      if (before) return { result: before.result as never, repeated: true };
      const noted: AuditNote[] = [];
      const result = await db.transaction(async () => {
        noted.length = 0;
        const part = { ...requestOf(plugin, { user, ...(can && { can }), ...(dataScope && { dataScope }) }, route) };
        return await work({ ...part, audit: (entry: AuditNote['entry']) => void noted.push({ route, entry }) } as never);
      });
      audits.push(...noted);
      if (key !== undefined) acts.set(name, { content: canonicalJson(content), result });
      return { result, repeated: false };
    },
    refusalText: (error) => {
      if (!isAppError(error) || error.code === EnvelopeCode.Unavailable) throw error;
      const msg = `${error.key} ${JSON.stringify(error.params)}`;
      return { key: error.key, msg, fields: error.fields.map((field) => ({ path: field.path, msg: field.msg || msg })) };
    },
  });

  async function call(plugin: string, route: Route, given: HostedCall = {}): Promise<unknown> {
    const bound = routes.get(route);
    if (bound?.plugin !== plugin) throw new Error(`${plugin} does not answer ${route.method} ${route.path}`);
    const ctx = requestOf(plugin, given, bound.name);
    const input = {
      params: checkTextual(route.params, given.params ?? {}),
      query: checkTextual(route.query, given.query ?? {}),
      body: route.method === 'GET' ? undefined : checkExact(route.body, given.body),
    };
    const run = async () => bound.handler(input as never, ctx);
    const reply =
      route.method === 'GET' || route.transaction === 'own'
        ? await run()
        : await db.transaction(run, { queue: bound.handler.queues?.(ctx, input as never) ?? [] });
    const problem = route.raw ? undefined : replyProblem(route.reply, reply);
    if (problem) throw new Error(`the answer of ${bound.name} does not fit its contract: ${problem}`);
    return reply;
  }

  return {
    db,
    time,
    organizations,
    events,
    audits,
    messages,
    pushes,
    call: call as PluginHost['call'],
    service,
    provide: (token, offered) => void services.set(token.id, offered),
    extend: (token, plugin, value) => extensions.add(token.id, plugin, () => value),
    configure: (plugin, settings) => void configured.set(plugin, settings),
    setOnPage: (plugin, orgId, values) =>
      void onPage.set(`${plugin}/${orgId}`, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]))),
    withdrawExtensions: (plugin) => extensions.withdraw(plugin),
    countInDatabase: () => {
      numbers = numberSeries(db.kyselyFor<CoreTables>(), clock);
    },
    waitAtMost: (ms) => {
      patience = ms ?? Number.POSITIVE_INFINITY;
    },
    allowOutbound: (origin) => {
      if (!/^(?:https?|postgresql):\/\/(127\.0\.0\.1|\[::1\]):\d+$/.test(origin)) throw new Error(`tests call this computer alone, not ${origin}`);
      allowed.push(origin);
      outbound.setListed(new Map(Object.keys(plugins).map((plugin) => [plugin, allowed])));
    },
    // Which tables a context sees is the caller's knowledge.
    context: <DB>(plugin: string) => contextOf(plugin) as unknown as ServerContext<DB>,
    requestContext: <DB>(plugin: string, caller: HostedCall = {}) => requestOf(plugin, caller, plugin) as unknown as RequestContext<DB>,
    close: async () => {
      outbound.close();
      await db.close();
    },
  };
}
