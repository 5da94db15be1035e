import type { BodyOf, Contract, ParamsOf, QueryOf, ReplyOf, Route, RouteMap } from '../contract/index.ts';
import type { RawReply, RequestContext } from './context.ts';

export interface RouteInput<R extends Route> {
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
}

export type RouteReply<R extends Route> = R extends { readonly raw: true } ? RawReply : ReplyOf<R>;

export type Handler<R extends Route, DB> = (input: RouteInput<R>, ctx: RequestContext<DB>) => Promise<RouteReply<R>> | RouteReply<R>;

/** Names of the queues that a call belongs to, by who calls and with what; asked before the transaction begins, so it reads nothing from the database. */
export type QueuesOf<R extends Route, DB> = (ctx: RequestContext<DB>, input: RouteInput<R>) => readonly string[];

/**
 * A handler of a write route that locks what many may want at the same time: such calls wait for each other in order, three under way at once, before they
 * take a connection of the database. The names are the plugin's own, `drawer 42`; of several a call waits for one after another in the order of their names. The lock itself
 * stays: other servers do not know these queues. Routes with `transaction: 'own'` name them where they open theirs (`ctx.transaction(work, { queue })`).
 */
export function inQueue<R extends Route, DB>(queues: QueuesOf<R, DB>, handler: Handler<R, DB>): Handler<R, DB> {
  const queued: Handler<R, DB> = (input, ctx) => handler(input, ctx);
  // A property of the handler: plugins may bring a copy of this module with them.
  return Object.assign(queued, { queues });
}

export type Handlers<Routes extends RouteMap, DB> = { readonly [K in keyof Routes]: Handler<Routes[K], DB> };

/** A contract with a handler for each of its routes. */
export interface Implementation {
  readonly contract: Contract;
  readonly handlers: Readonly<
    Record<string, ((input: RouteInput<Route>, ctx: RequestContext<never>) => unknown) & { readonly queues?: QueuesOf<Route, never> }>
  >;
}

/**
 * Binds handlers to a contract; a missing or extra handler does not compile.
 * Writes run inside one transaction together with their idempotency row and audit entry.
 */
export function implement<DB>() {
  return <Routes extends RouteMap>(contract: Contract<Routes>, handlers: Handlers<Routes, DB>): Implementation => ({
    contract,
    handlers: handlers as unknown as Implementation['handlers'],
  });
}
