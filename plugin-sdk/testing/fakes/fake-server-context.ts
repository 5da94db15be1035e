import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { Readable } from 'node:stream';
import { additionFlaw, AppError, dayOf, EnvelopeCode, type EventToken, type ExtensionToken, type Language, type ServiceToken } from '../../contract/index.ts';
import {
  type Extension,
  type OutboundRequest,
  type PushTarget,
  type RequestContext,
  type SessionUser,
  settingReader,
  type SettingValue,
  type StoredFile,
  textReader,
  textsOf,
  type TextTree,
  type WorkAudit,
  type WrittenMenu,
} from '../../server/index.ts';
import { createFakeOutbound, type FakeForeignSystem } from './fake-outbound.ts';
import { createFakeSecrets } from './fake-secrets.ts';

/** What a command or query did besides its SQL. */
export interface ServerRecord {
  readonly events: { readonly id: string; readonly payload: unknown }[];
  /** Frames that left, after the commit. */
  readonly pushes: { readonly target: PushTarget; readonly frame: string; readonly body: unknown }[];
  readonly audits: Parameters<RequestContext<never>['audit']>[0][];
  readonly workAudits: WorkAudit[];
  readonly messages: { readonly key: string; readonly params?: Record<string, string | number> }[];
  readonly logs: { readonly level: string; readonly fields: object; readonly message: string }[];
  /** Menu entries that are written, by enCode; whether the manifest claims them only the product knows. */
  readonly menus: Map<string, WrittenMenu>;
  /** Calls to foreign systems. */
  readonly outbound: OutboundRequest[];
  /** SQL that went to the stand-in database; empty when a real one was handed in. */
  readonly statements: string[];
}

export interface FakeServerContext<DB> extends RequestContext<DB> {
  readonly record: ServerRecord;
  /** Moves the clock. */
  setNow(instant: number): void;
}

export interface FakeServerOptions<DB> extends Partial<Pick<RequestContext<DB>, 'pluginId' | 'language' | 'ip' | 'settings'>> {
  /** Without one, statements are compiled, kept in `record.statements` and answered with no rows. */
  readonly db?: Kysely<DB>;
  /** Values that stand on the page of plugin settings, for all organisations, by name. */
  readonly settingValues?: Readonly<Record<string, SettingValue>>;
  readonly user?: Partial<SessionUser>;
  /** Texts behind `ctx.text`: the plugin's `locales`, `{ zh, zhtw, en }`. Without them a key is answered as it is. */
  readonly texts?: Partial<Record<Language, TextTree>>;
  /** Codes that `can` grants. Default: all. */
  readonly grants?: readonly string[];
  /** Milliseconds. Default 2026-01-05 10:00 in Asia/Shanghai. */
  readonly now?: number;
  readonly services?: readonly (readonly [ServiceToken<unknown>, unknown])[];
  /** What plugins add to extension points, each with its plugin's id. One without what the point asks for is refused by a sentence where it is read: the server leaves it out. */
  readonly extensions?: readonly (readonly [ExtensionToken<unknown>, string, unknown])[];
  /** Plays the foreign systems; without it none may be called. */
  readonly outbound?: FakeForeignSystem;
}

const USER: SessionUser = {
  userId: 'u1',
  account: 'tester',
  userName: 'Test User',
  enCode: '0001',
  orgId: 'o1',
  orgIds: ['o1'],
  departmentId: null,
  roles: [],
  isAdministrator: false,
  language: 'zh',
  priceType: '1',
};

/** Compiles like PostgreSQL, keeps the text, answers nothing. */
function createStandInDatabase<DB>(statements: string[]): Kysely<DB> {
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: (event) => {
      if (event.level === 'query') statements.push(event.query.sql);
    },
  });
}

/** The host as a handler in a test sees it. */
export function createFakeServerContext<DB = Record<string, never>>(options: FakeServerOptions<DB> = {}): FakeServerContext<DB> {
  const record: ServerRecord = { events: [], pushes: [], audits: [], workAudits: [], messages: [], menus: new Map(), logs: [], outbound: [], statements: [] };
  let now = options.now ?? Date.UTC(2026, 0, 5, 2);
  let ids = 0;
  let held: Pick<ServerRecord, 'events' | 'pushes'> | null = null;
  const { menus } = record;
  const series = new Map<string, number>();
  const files = new Map<string, StoredFile & { readonly type: string; readonly createdBy: string; readonly bytes: Buffer }>();
  const services = new Map((options.services ?? []).map(([token, service]) => [token.id, service]));
  const log = (level: string) => (fields: object, message: string) => {
    record.logs.push({ level, fields, message });
  };
  const newId = () => {
    ids += 1;
    return `id${String(ids).padStart(6, '0')}`;
  };
  const find = <T>(token: ServiceToken<T>): T | undefined => services.get(token.id) as T | undefined;

  const db = options.db ?? createStandInDatabase<DB>(record.statements);
  return {
    pluginId: options.pluginId ?? 'test',
    db,
    lateDb: db,
    async transaction(work) {
      if (held) return work();
      held = { events: [], pushes: [] };
      try {
        const result = await work();
        record.events.push(...held.events);
        record.pushes.push(...held.pushes);
        return result;
      } finally {
        held = null;
      }
    },
    clock: { now: () => new Date(now), today: () => dayOf(now), steady: () => new Date(now), shown: (steady) => steady },
    log: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') },
    newId,
    numbers: {
      async next(name, { prefix, date, digits, start = 1 }) {
        const day = date ? dayOf(now).replaceAll('-', '').slice(0, date.length) : '';
        const key = `${name}:${day}`;
        const value = Math.max((series.get(key) ?? 0) + 1, start);
        series.set(key, value);
        return `${prefix}${day}${String(value).padStart(digits, '0')}`;
      },
    },
    files: {
      async save({ name, type, content }) {
        const bytes = Buffer.isBuffer(content) ? content : Buffer.concat(await content.toArray());
        const stored = { fileId: newId(), name, size: bytes.length, contentType: 'application/octet-stream' };
        files.set(stored.fileId, { ...stored, type, createdBy: options.user?.userId ?? USER.userId, bytes });
        return stored;
      },
      async open(fileId) {
        const stored = files.get(fileId);
        if (!stored) throw new AppError('file.missing', { code: EnvelopeCode.NotFound });
        const { bytes, ...facts } = stored;
        return { ...facts, content: Readable.from(bytes) };
      },
      async remove(fileId) {
        files.delete(fileId);
      },
      async room() {
        return { usedBytes: [...files.values()].reduce((sum, { bytes }) => sum + bytes.length, 0), quotaBytes: 0 };
      },
    },
    settings: options.settings ?? {},
    setting: settingReader({
      pluginId: options.pluginId ?? 'test',
      config: () => options.settings ?? {},
      page: () => Object.fromEntries(Object.entries(options.settingValues ?? {}).map(([name, value]) => [name, { value }])),
    }),
    text: textReader([textsOf(options.texts ?? {})], options.language ?? 'zh'),
    service(token) {
      const service = find(token);
      if (service === undefined) throw new AppError('core.service-missing', { params: { service: token.id } });
      return service;
    },
    optionalService: find,
    extensions: <T>(token: ExtensionToken<T>): Extension<T>[] => {
      const added = (options.extensions ?? []).filter(([point]) => point.id === token.id);
      for (const [, pluginId, value] of added) {
        const flaw = additionFlaw(token, value);
        // The server leaves it out and tells the administrator; a test would wonder where it is.
        if (flaw !== undefined) throw new TypeError(`${flaw} The server leaves out what the plugin ${pluginId} adds.`);
      }
      return added.map(([, pluginId, value]) => ({ pluginId, value: value as T }));
    },
    outbound: createFakeOutbound(options.outbound, record.outbound, () => held !== null),
    menus: {
      write: async (menu) => void menus.set(menu.enCode, menu),
      remove: async (enCode) => void menus.delete(enCode),
      list: async () => [...menus.keys()],
    },
    socket: { push: async (target, _frames, frame, body) => void (held ?? record).pushes.push({ target, frame, body }) },
    secrets: createFakeSecrets(options.pluginId ?? 'test'),
    publish: <T>(event: EventToken<T>, payload: T) => void (held ?? record).events.push({ id: event.id, payload }),
    auditWork: async (entry) => void record.workAudits.push(entry),
    user: { ...USER, ...options.user },
    language: options.language ?? 'zh',
    ip: options.ip ?? '127.0.0.1',
    can: (permission) => options.grants === undefined || options.grants.includes(permission),
    dataScope: () => ({ kind: 'organisation' }),
    audit: (entry) => void record.audits.push(entry),
    message: (key, params) => void record.messages.push({ key, params }),
    record,
    setNow(instant) {
      now = instant;
    },
  } satisfies FakeServerContext<DB>;
}
