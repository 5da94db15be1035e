import fc, { type Arbitrary } from 'fast-check';
import type { Need, Route } from '../../contract/route.ts';
import { type LivePerson, type LiveReply, wellFormed } from './live-client.ts';
import { hostileOf, hostileValue, type SchemaLike, validOf } from './schema-arbitrary.ts';

/** A route of the plugin by its name. */
export interface LiveRoute {
  readonly name: string;
  readonly route: Route;
}

export interface RouteInput {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: unknown;
  readonly body: unknown;
}

const FAULT = 599;
const schemaOf = (schema: unknown): SchemaLike | undefined => schema as SchemaLike | undefined;
const paramNames = ({ path }: Route): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** Fills an address. A value that is no text is written as JSON; an empty one would be another address. */
export const addressOf = ({ path }: Route, params: Readonly<Record<string, unknown>>): string =>
  path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = params[name];
    const text = typeof value === 'string' ? value : JSON.stringify(value ?? 'x');
    return encodeURIComponent(wellFormed(text.slice(0, 1_000)) || 'x');
  });

export const callRoute = (person: LivePerson, route: Route, { params, query, body }: RouteInput): Promise<LiveReply> =>
  person.call(route.method, addressOf(route, params), { query, body });

export const validInput = (route: Route): Arbitrary<RouteInput> =>
  fc.record({
    params: validOf(schemaOf(route.params)).map((made) => (made ?? {}) as Record<string, unknown>),
    query: validOf(schemaOf(route.query)),
    body: validOf(schemaOf(route.body)),
  });

export const hostileInput = (route: Route): Arbitrary<RouteInput> =>
  fc.record({
    params: fc.record(Object.fromEntries(paramNames(route).map((name) => [name, hostileValue]))),
    query: route.query ? hostileOf(schemaOf(route.query)) : fc.constant(undefined),
    body: route.body ? hostileOf(schemaOf(route.body)) : fc.constant(undefined),
  });

/** What is wrong with an answer whatever was asked: a fault, no envelope, a text that nobody translated. */
export function answerFault(route: Route, { status, code, msg }: LiveReply): string | undefined {
  if (status >= 500 || code === FAULT) return `ended in a fault (HTTP ${status}, code ${code})`;
  if (code === 0 && !(route.raw && status === 200)) return `answered without an envelope (HTTP ${status})`;
  if (/^[a-z][\w-]*(\.[\w-]+)+$/.test(msg)) return `answered the key '${msg}' in place of a text; add it to locales`;
  return undefined;
}

export const isPublic = (need: Need): boolean => need === 'public';

/** Ids that stand in an answer, wherever they are. */
export function idsIn(data: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(data)) for (const one of data) idsIn(one, found);
  else if (typeof data === 'object' && data !== null) {
    for (const [name, value] of Object.entries(data)) {
      if (/^id$|Id$/.test(name) && typeof value === 'string' && value.length >= 8) found.add(value);
      else idsIn(value, found);
    }
  }
  return found;
}
