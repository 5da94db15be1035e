import type { AuditClass, DataScope, EventToken, ExtensionToken, Language, OrgId, ServiceToken, UserId } from '../contract/index.ts';
import type { Kysely } from 'kysely';
import type { Readable } from 'node:stream';
import type { RecordOverlay } from '../contract/record/index.ts';
import type { MenuPort } from './menus/menu-port.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { ReadSetting } from './settings/setting-reader.ts';
import type { SocketPort } from './socket/socket.ts';

/** The signed-in person behind a call. */
export interface SessionUser {
  readonly userId: UserId;
  readonly account: string;
  readonly userName: string;
  /** Staff number (spec 3: enCode of the current user). */
  readonly enCode: string;
  /** Facility of the session; every list is filtered by `orgIds`. */
  readonly orgId: OrgId;
  /** The facility and all below it that the user's data rights reach. Never empty. */
  readonly orgIds: readonly OrgId[];
  readonly departmentId: string | null;
  readonly roles: readonly string[];
  readonly isAdministrator: boolean;
  readonly language: Language;
  /** Price level of the facility, stamped on new prescriptions (spec 6). */
  readonly priceType: string;
}

/** What decides which rows a person meets; a service that reads with somebody's eyes has no more of them. */
export type RowsUser = Pick<SessionUser, 'userId' | 'orgId' | 'orgIds' | 'departmentId' | 'isAdministrator'>;

/** Two kinds of time. A clock on the wall is set forward and back; a duration must not follow it. */
export interface Clock {
  /** What the clock on the wall shows: for what people read, and for days of the calendar. */
  now(): Date;
  /** Business day `YYYY-MM-DD` in Asia/Shanghai. */
  today(): string;
  /**
   * A moment on a line that only runs forward, for all nodes of a database, whatever is done to the clock: for durations, leases, locks and
   * when something is due. Compare it with moments of the same line alone, and show it only as `shown`.
   */
  steady(): Date;
  /** What the clock on the wall shows at a moment of the steady line. */
  shown(steady: Date): Date;
}

export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** How a number is built: `{ prefix: 'CF', date: 'yyyyMMdd', digits: 4 }` → `CF202603010001`. */
export interface NumberFormat {
  readonly prefix: string;
  /** The count begins anew with each of these; default: one count for all time. */
  readonly date?: 'yyyyMMdd' | 'yyyyMM' | 'yyyy';
  /** Least digits of the count. */
  readonly digits: number;
  /** The count is never below it; default 1. A count that has passed it goes on from where it is. */
  readonly start?: number;
}

/** Numbers that people read: prefix + day + counter. Unique for ever; gaps are allowed, reuse never. */
export interface Numbering {
  next(series: string, format: NumberFormat): Promise<string>;
}

export interface StoredFile {
  readonly fileId: string;
  readonly name: string;
  readonly size: number;
  readonly contentType: string;
}
export interface FileStore {
  /** @param input.owner outside of calls: whose it is, and whose organisation it counts for; default: the plugin's own, which counts for nobody */
  save(input: { name: string; type: string; content: Readable | Buffer; owner?: { readonly orgId: string; readonly userId: string } }): Promise<StoredFile>;
  /**
   * Any file in a plugin that is built with the product. A package from outside reaches what it saved, and in a call what the caller has uploaded and no other plugin
   * keeps: a call that writes keeps that for it, so calls of others open it, too. Others answer as if they were not there.
   *
   * `createdBy` and `type` let a route refuse a file that was stored for something, or somebody, else.
   * @throws AppError `core.file-missing`
   */
  open(fileId: string): Promise<StoredFile & { readonly type: string; readonly createdBy: string; readonly content: Readable }>;
  /** Removes it with the running transaction; one that is gone already is no mistake, and one that a package from outside does not keep stays. */
  remove(fileId: string): Promise<void>;
  /** Bytes that the caller's organisation keeps, and how many it may; 0: as many as the disk holds. Outside of calls both are 0: files of plugins count for nobody. */
  room(): Promise<{ readonly usedBytes: number; readonly quotaBytes: number }>;
}

/** A file that came with a call of a route with `encoding: 'multipart'`. Nothing of it stays unless it is saved. */
export interface UploadedFile {
  /** As the sender called it, without path. */
  readonly name: string;
  readonly size: number;
  /** What it is by its name and its content, `xlsx`. */
  readonly extension: string;
  /** Keeps it: it belongs to the caller's organisation then. */
  save(type: string): Promise<StoredFile>;
}

/** What handlers of such a route get as body. In a contract its schema is `uploadBody`. */
export interface UploadBody {
  readonly file: UploadedFile;
  readonly fields: Readonly<Record<string, string>>;
}

/** An audit entry for work that no call is asking for at this moment. */
export interface WorkAudit {
  readonly class: AuditClass;
  /** What was done, `charging.month-run`. */
  readonly action: string;
  /** On whose behalf. */
  readonly by: { readonly userId: UserId; readonly userName: string; readonly orgId: OrgId };
  readonly subject: string;
  readonly subjectId: string;
  readonly patientId?: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly note?: string;
}

/** Keeps texts unreadable for whoever gets hold of the database alone: credentials of foreign systems. Never for passwords of people. */
export interface Secrets {
  seal(text: string): string;
  /** @throws AppError `core.secret-broken` when it was altered, or sealed with another key. */
  open(sealed: string): string;
}

/** What one plugin adds to an extension point. */
export interface Extension<T> {
  readonly pluginId: string;
  readonly value: T;
}

/** What every piece of a plugin's server half may use. Handed in, never imported. */
export interface ServerContext<DB> {
  readonly pluginId: string;
  /**
   * Query builder. Inside a write route, a job or `transaction` it is bound to the running transaction, wherever it is
   * called from; outside it takes one pooled connection per statement.
   */
  readonly db: Kysely<DB>;
  /**
   * The same for writes whose answer nobody looks at. Inside a transaction they resolve at once and are sent, in their order, with the
   * transaction's next statement or with its COMMIT; one that fails fails the whole. So rows that many want stay locked for a shorter
   * time, and a call waits for the database less often. Not for a write whose refusal is to be caught, nor for one that returns rows.
   */
  readonly lateDb: Kysely<DB>;
  /**
   * Runs `work` in one transaction; joins the running one. No network call and no waiting for a person inside.
   * @param options.queue names of queues of this plugin (`inQueue`), in which it waits before it takes a connection; one that joins waits in none
   */
  transaction<T>(work: () => Promise<T>, options?: { readonly queue?: readonly string[] }): Promise<T>;
  readonly clock: Clock;
  readonly log: Log;
  /** A new time-ordered id. */
  newId(): string;
  readonly numbers: Numbering;
  readonly files: FileStore;
  /** The plugin's values from registry.json, checked against its settings schema. They stay as they are until the plugin is started anew. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** What the site changes of the plugin's records, by name of the record (`overrides.records` of registry.json). Read by the record engine; left out: nothing. */
  readonly recordOverlays?: ReadonlyMap<string, RecordOverlay>;
  /** A value that people change on the page of plugin settings (`editableSettings`), as it stands now. */
  readonly setting: ReadSetting;
  /**
   * A text of the plugin's own `locales`, by its dotted key: `ctx.text('workbook.rows', { n: 3 })`. `{{name}}` takes the parameter of that name; English
   * takes `key_one` where `n` or `count` is 1. Write the key, or a template that begins with its group (`` `payer.${code}` ``), at the call: the builder
   * refuses keys that the locales lack. At run time such a key is answered as it is.
   * @param language of whoever reads; by default that of the call, and `zh` where nobody calls (jobs, events, services)
   */
  text(key: string, params?: Readonly<Record<string, string | number>>, language?: Language): string;
  /** A service of another plugin. @throws AppError `core.service-missing` when its plugin is off. */
  service<T>(token: ServiceToken<T>): T;
  /** Same, `undefined` when the plugin is off. */
  optionalService<T>(token: ServiceToken<T>): T | undefined;
  /** What running plugins add to an extension point now, in the order of registry.json. Never keep it: plugins come and go. */
  extensions<T>(token: ExtensionToken<T>): readonly Extension<T>[];
  /** The only way out to foreign systems; reaches what manifest and registry.json allow this plugin. */
  readonly outbound: Outbound;
  readonly secrets: Secrets;
  /** Menu entries written at run time, within `menuClaims` of `plugin.ts`. */
  readonly menus: MenuPort;
  /** Pushes frames to open pages. */
  readonly socket: SocketPort;
  /**
   * Heard by subscribers after the surrounding transaction commits; dropped when it rolls back. It is a nudge, not a promise:
   * nothing is kept, so an event is lost when the process dies between commit and hearing, and a subscriber that fails is
   * not called again. Work that must happen is a row that the same transaction writes; the event only says that it is there,
   * and a job looks for rows that nobody took up.
   */
  publish<T>(event: EventToken<T>, payload: T): void;
  /**
   * Adds an audit entry for what a job or an event handler does; calls have `audit`. Stands or falls with the running transaction,
   * where it should come last: the end of the audit chain stays locked until the commit.
   */
  auditWork(entry: WorkAudit): Promise<void>;
}

/** Context of one call. */
export interface RequestContext<DB> extends ServerContext<DB> {
  /** @throws AppError with code 600 when a public route is called without a session. */
  readonly user: SessionUser;
  readonly language: Language;
  readonly ip: string;
  /** True when the user holds `<menu>`, `<menu>:<button>`, `<menu>#column:<column>` or `<menu>#form:<form>` (`grantCode`). */
  can(permission: string): boolean;
  /** Which rows of a menu's data the caller may see; `visibleRows` makes SQL of it. */
  dataScope(menuCode: string): DataScope;
  /** Adds facts to this call's audit entry: the record touched, what it was before and after. */
  audit(entry: { subject?: string; subjectId?: string; patientId?: string; before?: unknown; after?: unknown; note?: string }): void;
  /** Sets the envelope's `msg` from the plugin's texts (`messages.<key>`); default is a fixed "done". */
  message(key: string, params?: Record<string, string | number>): void;
}

/** What every handler of a route is given besides; those of start page cards and the like are of no call and have none of it. */
export interface CallContext<DB> extends RequestContext<DB> {
  /**
   * One of many acts of a call whose route opens its own transactions (an imported row): a transaction and an audit entry of its own, in the class of
   * the route. `work` gets a context whose `audit` and `message` are those of the act; what it throws rolls this act back and no other.
   */
  act<T>(options: CallAct, work: (ctx: RequestContext<DB>) => Promise<T>): Promise<ActResult<T>>;
  /**
   * What the caller would read of a refusal, in the call's language: of many acts some may be refused while the call goes on.
   * @throws what it is given where that is no refusal of this act: a fault, or a server that cannot at the moment
   */
  refusalText(error: unknown): RefusalText;
}

/** An act of a call. */
export interface CallAct {
  /** Names it for good: done before by this person, it is not done again. At most 160 characters; left out: it is done each time. */
  readonly key?: string;
  /** What is done, as JSON. The same key with another content is refused (`core.idempotency-mismatch`). */
  readonly content: unknown;
}

export interface ActResult<T> {
  readonly result: T;
  /** It was done before; `result` is that of then, as JSON keeps it. */
  readonly repeated: boolean;
}

export interface RefusalText {
  /** `permission.code-taken` */
  readonly key: string;
  readonly msg: string;
  /** Fields that are at fault, each with its sentence. */
  readonly fields: readonly { readonly path: string; readonly msg: string }[];
}

/** Answer of a route declared `raw`. */
export interface RawReply {
  readonly content: Readable | Buffer;
  readonly contentType: string;
  readonly fileName?: string;
  readonly disposition?: 'attachment' | 'inline';
  readonly cacheSeconds?: number;
  /** Of a file that stays where it is and that the shell can read again: callers that want an address get one to it, and nothing is copied. */
  readonly heldAs?: string;
  /** Of content that can be read from anywhere: callers that ask for a range of bytes get that. */
  readonly ranged?: RangedContent;
}

export interface RangedContent {
  /** Bytes of the whole. */
  readonly size: number;
  /** Bytes from the one to the other, both counted, from 0. */
  readonly read: (from: number, to: number) => Readable;
}

export type { AuditClass };
