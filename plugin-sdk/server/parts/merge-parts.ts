import type { ServerPlugin } from '../define-server-plugin.ts';

/** What a part may bring; schema and migrations are the whole plugin's. */
const LISTS = ['implementations', 'services', 'extensions', 'dataModels', 'subscribers', 'jobs', 'sockets'] as const;
type Merged = (typeof LISTS)[number] | 'tableSizes' | 'invariants' | 'demo' | 'start' | 'stop';

/**
 * One subject of a server half: its routes, services, jobs, tables, extensions and what it does at start and stop, in the members of a server half. `start`
 * and `demo` of parts run in the order of `parts`, `stop` in the opposite one, and all of them although one failed.
 */
export interface ServerPart<DB> extends Pick<ServerPlugin<DB>, Merged> {
  /** What a refusal calls it: `month`. */
  readonly name: string;
}

/** What the members of a list are claimed by, as a refusal names it; extensions and subscribers may be many. */
const CLAIMS: Partial<Record<(typeof LISTS)[number], (one: never) => readonly string[]>> = {
  implementations: ({ contract }: { contract: { routes: Record<string, { method: string; path: string }> } }) =>
    Object.values(contract.routes).map(({ method, path }) => `route ${method} ${path}`),
  services: ({ token }: { token: { id: string } }) => [`service '${token.id}'`],
  dataModels: ({ menu }: { menu: string }) => [`data model of '${menu}'`],
  jobs: ({ name }: { name: string }) => [`job '${name}'`],
  sockets: ({ frames }: { frames: { name: string } }) => [`frames '${frames.name}'`],
};

class Claims {
  readonly #owners = new Map<string, string>();

  take(what: string, by: string): void {
    const before = this.#owners.get(what);
    if (before !== undefined) throw new Error(`Two parts of the server half claim the ${what}: ${before} and ${by}.`);
    this.#owners.set(what, by);
  }
}

/**
 * The server half as a whole: its own members and those of its parts.
 * @throws Error naming the member and both parts where two claim one: a route, service, job, data model, frames, table, or the invariants
 */
export function mergeParts<DB>(whole: ServerPlugin<DB>, parts: readonly ServerPart<DB>[]): ServerPlugin<DB> {
  const all: readonly ServerPart<DB>[] = [{ ...whole, name: 'index' }, ...parts];
  const claims = new Claims();
  for (const part of all) {
    claims.take(`name '${part.name}'`, part.name);
    for (const list of LISTS) for (const one of part[list] ?? []) for (const what of CLAIMS[list]?.(one as never) ?? []) claims.take(what, part.name);
    for (const table of Object.keys(part.tableSizes ?? {})) claims.take(`table '${table}'`, part.name);
    if (part.invariants) claims.take('invariants', part.name);
  }
  const { schema, migrations } = whole;
  const lists = Object.fromEntries(
    LISTS.map((list) => [list, all.flatMap((part): readonly unknown[] => part[list] ?? [])] as const).filter(([, found]) => found.length > 0),
  );
  const invariants = all.find((part) => part.invariants)?.invariants;
  const demos = all.flatMap(({ demo }) => demo ?? []);
  const starts = all.flatMap(({ start }) => start ?? []);
  const stops = all.flatMap(({ stop }) => stop ?? []).reverse();
  return {
    ...(schema !== undefined && { schema }),
    ...(migrations && { migrations }),
    ...lists,
    ...(all.some(({ tableSizes }) => tableSizes) && {
      tableSizes: Object.assign({}, ...all.map(({ tableSizes }) => tableSizes)) as ServerPlugin<DB>['tableSizes'],
    }),
    ...(invariants && { invariants }),
    ...(demos.length > 0 && {
      demo: async (data, ctx) => {
        for (const demo of demos) await demo(data, ctx);
      },
    }),
    ...(starts.length > 0 && {
      start: async (ctx) => {
        for (const start of starts) await start(ctx);
      },
    }),
    ...(stops.length > 0 && { stop: () => stopAll(stops) }),
  };
}

/** Every part stops, although one fails. @throws what failed first */
async function stopAll(stops: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const stop of stops) {
    try {
      await stop();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
