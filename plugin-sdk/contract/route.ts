import { type Static, type TSchema, Type } from 'typebox';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call a route.
 * - `public`: anybody, signed in or not. `session`: every signed-in user.
 * - a permission code: `<menu enCode>` for the page itself, `<menu enCode>:<button enCode>` for an act on it.
 */
export type Need = 'public' | 'session' | `perm:${string}` | { readonly anyOf: readonly `perm:${string}`[] };

/** What the audit log keeps of a call. `none` is for reads without personal data only. */
export type AuditClass = 'none' | 'read' | 'read-patient' | 'print' | 'write' | 'money' | 'stock' | 'security' | 'export';

/**
 * What happens when a write arrives twice.
 * - `idempotent-key`: the caller sends an Idempotency-Key header; the second call gets the first answer.
 * - `natural`: doing it twice ends in the same state (PUT of a whole record, DELETE by id).
 * - `never`: the client must not send it again by itself; say why in `retryReason`.
 */
export type RetryRule = 'idempotent-key' | 'natural' | 'never';

interface RouteBase<Params extends TSchema, Query extends TSchema, Reply extends TSchema> {
  /** Path exactly as in the specification, parameters as `{id}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly need: Need;
  readonly audit: AuditClass;
  readonly params?: Params;
  readonly query?: Query;
  readonly reply: Reply;
  /** Items of the specification that this route serves, for example `7.6-01`. */
  readonly spec?: readonly string[];
  /** Answer is a stream of bytes (download, image), not an envelope. */
  readonly raw?: true;
  /**
   * Of a raw route whose answer is a file: only callers that ask for bytes (`Accept: application/octet-stream`, as our browser half does) get
   * them. Others, such as older clients of the platform, get `fileLink`: the address is good once, for five minutes.
   */
  readonly link?: true;
}

export interface ReadRoute<P extends TSchema = TSchema, Q extends TSchema = TSchema, R extends TSchema = TSchema> extends RouteBase<P, Q, R> {
  readonly method: 'GET';
  readonly body?: undefined;
  /** Only for the few GET calls of the platform that change something (log out). */
  readonly retry?: RetryRule;
}

export interface WriteRoute<P extends TSchema = TSchema, Q extends TSchema = TSchema, B extends TSchema = TSchema, R extends TSchema = TSchema>
  extends RouteBase<P, Q, R> {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly body?: B;
  readonly retry: RetryRule;
  readonly retryReason?: string;
  /**
   * Member of the body by which the caller names the act, so that the handler does it once however often it arrives (with `retry: 'natural'`, not with a transaction of its own). A refusal of such an act is
   * final: a copy that was on its way while another one was refused is refused as well, whatever has changed since. Whoever wants it all the same sends it under a new name.
   */
  readonly actName?: string;
  /**
   * `form` = application/x-www-form-urlencoded, `multipart` = file upload, `text` = text/xml or application/xml as it stands, up to 64 KiB, for foreign systems that call
   * us so: the handler gets a string and parses it itself. JSON unless told.
   */
  readonly encoding?: 'json' | 'form' | 'multipart' | 'text';
  /**
   * `own`: the handler starts outside of any transaction and opens its own, because it waits for a foreign system in between. A repeated call
   * with the same Idempotency-Key gets the first answer once there is one, and is refused (`core.still-running`) while the first is at work.
   * When the process dies in between, the key is free again after a while, so the handler must recognise what an earlier try left behind.
   */
  readonly transaction?: 'own';
}

export type Route = ReadRoute | WriteRoute;
export type RouteMap = Readonly<Record<string, Route>>;

export interface Contract<Routes extends RouteMap = RouteMap> {
  readonly name: string;
  readonly routes: Routes;
}

/** A schema that was left out is inferred as plain TSchema: no value is expected then. */
type Out<S> = [NonNullable<S>] extends [never]
  ? undefined
  : [TSchema] extends [NonNullable<S>]
    ? undefined
    : NonNullable<S> extends TSchema
      ? Static<NonNullable<S>>
      : undefined;

export type ParamsOf<R extends Route> = Out<R['params']>;
export type QueryOf<R extends Route> = Out<R['query']>;
export type BodyOf<R extends Route> = Out<R['body']>;
export type ReplyOf<R extends Route> = Out<R['reply']>;

type ReadSpec<P extends TSchema, Q extends TSchema, R extends TSchema> = Omit<ReadRoute<P, Q, R>, 'method' | 'path' | 'raw'>;
type WriteSpec<P extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema> = Omit<WriteRoute<P, Q, B, R>, 'method' | 'path' | 'raw'>;
type Raw = { readonly raw: true };

/** Declares a read. Leaving out `need` or `audit` does not compile. */
export function get<const P extends TSchema, const Q extends TSchema, const R extends TSchema>(
  path: `/${string}`,
  spec: ReadSpec<P, Q, R> & Raw,
): ReadRoute<P, Q, R> & Raw;
export function get<const P extends TSchema, const Q extends TSchema, const R extends TSchema>(path: `/${string}`, spec: ReadSpec<P, Q, R>): ReadRoute<P, Q, R>;
export function get(path: `/${string}`, spec: ReadSpec<TSchema, TSchema, TSchema>): ReadRoute {
  return { method: 'GET', path, ...spec };
}

interface DeclareWrite<M extends 'POST' | 'PUT' | 'DELETE'> {
  <const P extends TSchema, const Q extends TSchema, const B extends TSchema, const R extends TSchema>(
    path: `/${string}`,
    spec: WriteSpec<P, Q, B, R> & Raw,
  ): WriteRoute<P, Q, B, R> & Raw & { readonly method: M };
  <const P extends TSchema, const Q extends TSchema, const B extends TSchema, const R extends TSchema>(
    path: `/${string}`,
    spec: WriteSpec<P, Q, B, R>,
  ): WriteRoute<P, Q, B, R> & { readonly method: M };
}

const write = <M extends 'POST' | 'PUT' | 'DELETE'>(method: M): DeclareWrite<M> =>
  ((path: `/${string}`, spec: WriteSpec<TSchema, TSchema, TSchema, TSchema>) => ({ method, path, ...spec })) as DeclareWrite<M>;

/** Declares a write. Leaving out `need`, `audit` or `retry` does not compile. */
export const post = write('POST');
export const put = write('PUT');
export const del = write('DELETE');

/** Groups the routes of one subject. The server must implement every one; the browser gets a method for every one. */
export function defineContract<const Routes extends RouteMap>(name: string, routes: Routes): Contract<Routes> {
  return { name, routes };
}

/** Answer of a route with `link` to callers that do not ask for bytes: name of the file and where to fetch it. */
export const fileLink = Type.Object({ name: Type.String(), url: Type.String() });

/**
 * Body of a route with `encoding: 'multipart'`. Browsers send `{ file: Blob }`, and further text fields if they like; handlers get an
 * `UploadBody`.
 */
export const uploadBody = Type.Unsafe<{ readonly file: unknown }>(Type.Unknown());
