import type { BodyOf, Contract, ParamsOf, QueryOf, Route, RouteMap } from '@nephra/plugin-sdk/contract';
import type { FileStore, Implementation, QueuesOf, RequestContext, RouteReply, ServerContext } from '@nephra/plugin-sdk/server';
import type { TextSource } from '../../i18n/texts.ts';
import type { CoreTables } from '../../tables/tables.ts';
import type { TransactionOptions } from '../../db/index.ts';
import type { CallScope } from './call-scope.ts';
import { type UploadStore, withUpload } from './plugin-upload.ts';

/** Whose routes they are: the shell or one running plugin. */
export interface RouteOwner {
  /** `core` or the plugin's id. */
  readonly id: string;
  readonly texts: TextSource;
  /** What its handlers receive, before the facts of the call are added. */
  readonly context: ServerContext<never>;
  /** File store for a call: what it saves belongs to the caller's organisation, and is gone when the call is refused after all. */
  readonly fileStore?: (origin: { orgId: string; userId: string }, onRefusal: (undo: () => Promise<void>) => void) => FileStore;
  /** Where files that come with calls are kept. */
  readonly uploads?: UploadStore;
  /** Counts a running call; the answer ends it. Lets a plugin be replaced without cutting calls off. */
  enter(): () => void;
  /** Runs its code so that what it leaves behind is known to be its own. */
  readonly running?: <T>(work: () => T) => T;
  /** Shapes of its calls and answers are judged where its code runs: a schema of somebody else may cost whatever it likes there. */
  readonly judgesShapes?: boolean;
  /** How far its transactions go where it is somebody else's code: how many at once, when they take a connection, how long they keep it without a statement. */
  readonly transactions?: OwnTransactions;
  /** Hears of exceptions that no handler should throw. */
  onFault(error: unknown, call: CallScope): void;
}

export type OwnTransactions = Required<Pick<TransactionOptions, 'idle' | 'queue' | 'takesLate'>>;

export interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** The second half of a two-step handler: runs inside the transaction, maybe more than once. */
export type Finish = (() => Promise<unknown>) & { readonly queues?: readonly string[] };

/** `finish` waits in these queues before it takes a connection: for what is known only once the slow part is over. */
export const finishInQueue = <T>(queues: readonly string[], finish: () => Promise<T>): (() => Promise<T>) => Object.assign(() => finish(), { queues });

/** Name of a queue of one owner, among those of all. */
export const queueName = (owner: string, name: string): string => `${owner} ${name}`;

/** A route with what answers it. */
export interface BoundRoute {
  /** `session.login` */
  readonly name: string;
  readonly route: Route;
  readonly owner: RouteOwner;
  /**
   * Work that must not hold a transaction open (slow hashes, receiving a file); returns what to do inside it.
   * Routes without it run `handle` inside the transaction as a whole.
   */
  readonly prepare?: (input: Input, ctx: RequestContext<never>, call: CallScope) => Promise<Finish>;
  readonly handle?: (input: Input, ctx: RequestContext<never>, call: CallScope) => unknown;
  /** Its uploads are pieces of files. */
  readonly takesParts?: true;
  /** Names of the queues in which its transaction waits before it takes a connection. */
  readonly queues?: QueuesOf<Route, never>;
  /** Its transaction takes a connection with its first statement, and holds none while its handler waits for something else before. */
  readonly takesLate?: true;
}

interface CoreInput<R extends Route> {
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
}
type CoreContext = RequestContext<CoreTables>;

export type CoreHandler<R extends Route> =
  | ((input: CoreInput<R>, ctx: CoreContext, call: CallScope) => Promise<RouteReply<R>> | RouteReply<R>)
  | { readonly prepare: (input: CoreInput<R>, ctx: CoreContext, call: CallScope) => Promise<() => Promise<RouteReply<R>>> };

export type CoreHandlers<Routes extends RouteMap> = { readonly [K in keyof Routes]: CoreHandler<Routes[K]> };

/** Binds the shell's own handlers; they also receive the call itself. A missing or extra one does not compile. */
export function bindCore<Routes extends RouteMap>(owner: RouteOwner, contract: Contract<Routes>, handlers: CoreHandlers<Routes>): BoundRoute[] {
  return Object.entries(contract.routes).map(([name, route]) => {
    const handler = handlers[name as keyof Routes] as unknown as { prepare?: BoundRoute['prepare'] } & NonNullable<BoundRoute['handle']>; // typed at the call above
    const bound = { name: `${contract.name}.${name}`, route, owner };
    return typeof handler === 'function'
      ? { ...bound, handle: handler }
      : { ...bound, prepare: (handler as { prepare: NonNullable<BoundRoute['prepare']> }).prepare };
  });
}

/** Binds what a plugin's server half implements. */
export function bindPlugin(owner: RouteOwner, implementations: readonly Implementation[]): BoundRoute[] {
  return implementations.flatMap(({ contract, handlers }) =>
    Object.entries(contract.routes).map(([name, route]) => {
      const handler = handlers[name];
      if (!handler) throw new Error(`The route ${contract.name}.${name} has no handler.`);
      const plain = handler as unknown as NonNullable<BoundRoute['handle']>; // shapes were checked where the plugin was compiled
      const { running } = owner;
      const handle: typeof plain = running ? (input, ctx, call) => running(() => plain(input, ctx, call)) : plain;
      const { queues } = handler;
      const bound = { name: `${contract.name}.${name}`, route, owner, ...(queues && { queues }) };
      const isUpload = route.method !== 'GET' && route.encoding === 'multipart';
      return isUpload && owner.uploads ? { ...bound, prepare: withUpload(owner.uploads, handle) } : { ...bound, handle };
    }),
  );
}
