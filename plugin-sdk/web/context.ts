import type { BodyOf, Contract, Language, MenuType, ParamsOf, QueryOf, ReplyOf, Route, RouteMap, UploadedFile } from '../contract/index.ts';

/** A menu entry as the server sent it (spec 3, menu item). */
export interface MenuNode {
  readonly id: string;
  readonly parentId: string;
  readonly type: MenuType;
  readonly enCode: string;
  readonly fullName: string;
  readonly urlAddress: string;
  readonly icon: string;
  readonly linkTarget: string;
  /** JSON text. */
  readonly propertyJson: string;
  readonly hasChildren: boolean;
  readonly children: readonly MenuNode[] | null;
}

/** The signed-in person as pages see them. */
export interface WebUser {
  readonly userId: string;
  readonly userName: string;
  readonly enCode: string;
  readonly organizeId: string;
  readonly organizeName: string;
  readonly headIcon: string;
  readonly isAdministrator: boolean;
  readonly priceType: string;
}

/** A call that the server or the network refused. The toast was already shown unless the call was `quiet`. */
export class ApiError extends Error {
  readonly code: number;
  /** Stable key such as `prescription.stale`, or `network`, `timeout`, `aborted`. */
  readonly error: string;
  readonly fields: readonly { path: string; msg: string }[];
  /** The route opens its own transactions: after a fault part of the act may stand. Set by `createClient`. */
  ownTransaction = false;
  constructor(input: { code: number; error: string; message: string; fields?: readonly { path: string; msg: string }[] }) {
    super(input.message);
    this.name = 'ApiError';
    this.code = input.code;
    this.error = input.error;
    this.fields = input.fields ?? [];
  }
}

/** `error` of a call for a file that is being made in the background: nothing went wrong, and the shell has shown it. */
export const EXPORT_GOES_ON = 'export-goes-on';

export interface CallOptions {
  /** No toast on failure; the caller shows it. */
  readonly quiet?: boolean;
  /** Milliseconds that the toast of a failure stays. Default: as any other. */
  readonly toastMs?: number;
  readonly signal?: AbortSignal;
  /** Same key = same act. An `Act` makes it; without one the call gets a new key, and pressing again after a lost answer is a second act. */
  readonly idempotencyKey?: string;
  readonly timeoutMs?: number;
  /**
   * A page asks by itself (refresh, badge, progress); nobody pressed anything. Such calls do not keep the session awake: after a while
   * without work it locks all the same.
   */
  readonly background?: boolean;
  /**
   * Of an export: when it turns out to be large, the server may go on with it in the background. The call then rejects with `EXPORT_GOES_ON`, and
   * the shell shows the person how far it is and gives the file.
   */
  readonly mayGoOn?: boolean;
  /**
   * How much of a file has come, or of an upload has gone; `total` is null while nobody knows it (files that are made as they are
   * sent).
   */
  readonly onProgress?: (received: number, total: number | null) => void;
}

export interface CallResult<T> {
  readonly data: T;
  /** The server's text for people. */
  readonly msg: string;
}

/** The shell's HTTP client as plugins see it. */
export interface HttpPort {
  /** Answers of `raw` routes arrive as a `File`. */
  call(route: Route, input: { params?: unknown; query?: unknown; body?: unknown }, options?: CallOptions): Promise<CallResult<unknown>>;
  /** Absolute path with ticket for links and images that the browser fetches itself. */
  fileUrl(path: string): string;
}

type Given<Name extends string, V> = undefined extends V ? (V extends undefined ? unknown : { readonly [K in Name]?: V }) : { readonly [K in Name]: V };

export type CallInput<R extends Route> = Given<'params', ParamsOf<R>> & Given<'query', QueryOf<R>> & Given<'body', BodyOf<R>>;

/** What a call gives to the browser: the answer of its contract; of a `raw` route the file, with the name the server gave it. */
export type ClientReply<R extends Route> = R extends { readonly raw: true } ? File : ReplyOf<R>;

export type Client<Routes extends RouteMap> = {
  readonly [K in keyof Routes]: (input: CallInput<Routes[K]>, options?: CallOptions) => Promise<CallResult<ClientReply<Routes[K]>>>;
};

/** Messages over the page, one at a time. They stay 1,500 milliseconds unless told (spec 9). */
export interface Toast {
  success(text: string, durationMs?: number): void;
  info(text: string, durationMs?: number): void;
  warning(text: string, durationMs?: number): void;
  error(text: string, durationMs?: number): void;
}

/**
 * Text a person typed and has not saved; survives errors, log-outs and restarts of the browser. Under a key that begins with `session:` it survives a reload,
 * and goes when the session ends.
 */
export interface Drafts {
  save(key: string, value: unknown): void;
  load<T>(key: string): T | undefined;
  clear(key: string): void;
  /** Keys of the person's own drafts of this plugin that begin so, to say which wait. */
  keys(prefix: string): readonly string[];
}

/** A file of the file store as attachments name it (spec 3, uploaded file). */
export interface StoredDocument {
  /** Name that people know. */
  readonly name: string;
  readonly fileId: string;
  readonly fileVersionId?: string;
}

/**
 * Where an upload goes: `annexpic` takes pictures only (spec 7.16), `IM` what a chat sends, smaller than 5 MB (spec 7.4), `notice` what is attached to a
 * notice, `document` what lies in folders of people. Files of the last three are removed some time after nothing names them any more. `record` and `recordpic`
 * (pictures only) are of rows of records: whoever sees such a row may fetch them.
 */
export type UploadType = 'annex' | 'annexpic' | 'IM' | 'notice' | 'document' | 'weixin' | 'record' | 'recordpic';

/** Reason of a signal that stops an upload for a while. */
export type UploadPause = 'paused';

export interface UploadOptions {
  /** Default `annex`. */
  readonly type?: UploadType;
  /**
   * Ends it. With the reason `paused` (`UploadPause`) what was sent of a large file stays, and the next upload of the same file goes on there; else it is
   * thrown away, also what an earlier upload of the file left, when the signal has ended before this one begins.
   */
  readonly signal?: AbortSignal;
  /** Bytes that have gone, of how many. */
  readonly onProgress?: (sent: number, total: number) => void;
}

/** The file storage as pages see it. Failures are told to the caller alone. */
export interface FilePort {
  /** @throws ApiError with the server's sentence */
  upload(file: File, options?: UploadOptions): Promise<UploadedFile>;
  /** Lets the browser save a stored file under the name that people know. @throws ApiError */
  download(file: Pick<UploadedFile, 'name' | 'fileId' | 'url'>): Promise<void>;
}

/** What the shell hands to a plugin's browser half. One per plugin. */
export interface WebContext {
  readonly pluginId: string;
  readonly http: HttpPort;
  readonly files: FilePort;
  readonly toast: Toast;
  readonly drafts: Drafts;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Documents of the plugin's records as the site has them, by name (`overrides.records`); pages of records read them by themselves. */
  readonly records?: Readonly<Record<string, unknown>>;
  readonly user: WebUser;
  readonly language: Language;
  /**
   * The present by the server's clock, milliseconds; `dayOf(ctx.now())` is the business day. Never `Date.now()` for what is shown, asked for or
   * sent: the clock of a computer at a desk may be hours off.
   */
  now(): number;
  /** Text of this plugin's locale files by dotted key; the key itself when it is missing. */
  t(key: string, params?: Record<string, string | number>): string;
  /** True when the user holds `<menu>`, `<menu>:<button>`, `<menu>#column:<column>` or `<menu>#form:<form>` (`grantCode`). */
  can(permission: string): boolean;
  /** Asks before something that cannot be undone. */
  confirm(question: { title?: string; content: string; danger?: boolean; okText?: string }): Promise<boolean>;
  /** @param options.replace the address takes the place of the one shown now: the way back leads past it */
  navigate(path: string, options?: { readonly replace?: boolean }): void;
  /** Address of a menu's page with this query, to link to; undefined when the person may not open it, or nobody draws it. */
  pageAddress(menu: string, query?: Readonly<Record<string, string>>): string | undefined;
  /**
   * While the answer is true, leaving the page or closing its tag asks first (spec 2.3). Returns what ends it.
   * @param options.keptAsDraft the page keeps it as a draft and brings it back: the question then does not say that it will be lost
   */
  guardUnsaved(isDirty: () => boolean, options?: { readonly keptAsDraft?: boolean }): () => void;
  /** Hears frames of the server's socket with this `method`. Returns what ends it. */
  onSocket(method: string, listener: (frame: Readonly<Record<string, unknown>>) => void): () => void;
  /** Sends a frame on the server's socket, the token added. False when there is no connection now. `useFrames` of the page kit is the typed way. */
  sendSocket(frame: Readonly<Record<string, unknown>> & { readonly method: string }): boolean;
  /** Opens the browser's print preview with this document body. */
  print(document: { title: string; html: string; css?: string }): void;
  /** Opens the shell's full-screen preview of a stored document (spec 2.4). */
  previewDocument(document: StoredDocument): void;
  /** What the server is told instead of a typed password (md5, hexadecimal), for pages that set one. */
  passwordHash(password: string): string;
  /**
   * This page is to open while the network is away, also after a reload: the shell keeps on the device what the page runs on and whose session it is, until the sign-out.
   * Called when the page is drawn. What it shows then the page keeps itself: `drafts`, under keys that begin with `session:`.
   */
  worksOffline(): void;
  /** Tells the administrator's plugin page about a fault. */
  report(error: unknown, where: string): void;
}

const opensOwnTransaction = (route: Route): boolean => route.method !== 'GET' && route.transaction === 'own';

/** Failures of such a route say that it has its own transactions. */
const marked =
  <Args extends unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
  (...args: Args): Promise<Answer> =>
    call(...args).catch((error: unknown) => {
      if (error instanceof ApiError) error.ownTransaction = true;
      throw error;
    });

/** One method per route of the contract. */
export function createClient<Routes extends RouteMap>(contract: Contract<Routes>, http: HttpPort): Client<Routes> {
  const methods: Record<string, unknown> = {};
  for (const [name, route] of Object.entries(contract.routes)) {
    const call = (input: { params?: unknown; query?: unknown; body?: unknown }, options?: CallOptions) => http.call(route, input ?? {}, options);
    methods[name] = opensOwnTransaction(route) ? marked(call) : call;
  }
  return methods as Client<Routes>;
}

/** Text of a dotted key, or `otherwise` where the word is data that nobody translated. */
export function wordOf(t: WebContext['t'], key: string, otherwise: string, params?: Record<string, string | number>): string {
  const text = t(key, params);
  return text === key ? otherwise : text;
}
