import type { BodyOf, Contract, ParamsOf, QueryOf, ReplyOf, Route, RouteMap } from '../contract/index.ts';
import type { RawReply, RequestContext } from './context.ts';

export interface RouteInput<R extends Route> {
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
}

export type RouteReply<R extends Route> = R extends { readonly raw: true } ? RawReply : ReplyOf<R>;

export type Handler<R extends Route, DB> = (input: RouteInput<R>, ctx: RequestContext<DB>) => Promise<RouteReply<R>> | RouteReply<R>;

export type Handlers<Routes extends RouteMap, DB> = { readonly [K in keyof Routes]: Handler<Routes[K], DB> };

/** A contract with a handler for each of its routes. */
export interface Implementation {
  readonly contract: Contract;
  readonly handlers: Readonly<Record<string, (input: RouteInput<Route>, ctx: RequestContext<never>) => unknown>>;
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
