import fc from 'fast-check';
import type { LivePerson } from './live-client.ts';
import { addressOf, answerFault, callRoute, hostileInput, idsIn, isPublic, type LiveRoute, validInput } from './live-routes.ts';

/** How much is asked. */
export interface LiveEffort {
  /** Hostile inputs for each route. */
  readonly inputs: number;
  /** Rows that are made where a route makes them. */
  readonly rows: number;
  /** Rounds of switching off and on. */
  readonly rounds: number;
}
export const USUAL_EFFORT: LiveEffort = { inputs: 25, rows: 200, rounds: 8 };
export const LONG_EFFORT: LiveEffort = { inputs: 300, rows: 10_000, rounds: 200 };

const SLOW_MS = 2_000;
const AT_ONCE = 8;
const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, 160) ?? '';

/** Who has no right, and who is not signed in, is refused on every route. */
export async function permissionFindings(routes: readonly LiveRoute[], nobody: LivePerson, without: LivePerson | undefined): Promise<string[]> {
  const findings: string[] = [];
  for (const { name, route } of routes) {
    if (isPublic(route.need)) continue;
    const [input] = fc.sample(validInput(route), { numRuns: 1, seed: 1 });
    if (!input) continue;
    if ((await callRoute(nobody, route, input)).code === 200) findings.push(`${name} answers who is not signed in.`);
    if (without && route.need !== 'session' && (await callRoute(without, route, input)).code === 200)
      findings.push(`${name} answers ${without.account}, who was granted nothing of this plugin; is it meant to? Then name another account with --without.`);
  }
  return findings;
}

/** No input of any shape ends in a fault. */
export async function hostileFindings(routes: readonly LiveRoute[], admin: LivePerson, { inputs }: LiveEffort): Promise<string[]> {
  const findings: string[] = [];
  for (const { name, route } of routes) {
    if (route.method !== 'GET' && route.encoding === 'multipart') continue;
    const result = await fc.check(
      fc.asyncProperty(hostileInput(route), async (input) => {
        const fault = answerFault(route, await callRoute(admin, route, input));
        if (fault) throw new Error(fault);
      }),
      { numRuns: inputs, endOnFailure: true },
    );
    if (result.failed) findings.push(`${name} ${(result.errorInstance as Error | null)?.message ?? 'failed'}; input: ${shown(result.counterexample?.[0])}`);
  }
  return findings;
}

const lists = (routes: readonly LiveRoute[]) => routes.filter(({ route }) => route.method === 'GET' && !route.raw && !route.path.includes('{'));

/** Makes rows by every route that makes some. @returns how many were made, and ids that appeared with them */
export async function makeRows(routes: readonly LiveRoute[], maker: LivePerson, count: number): Promise<{ made: number; ids: Set<string> }> {
  const ids = new Set<string>();
  let made = 0;
  const makers = routes.filter(
    ({ route }) => route.method === 'POST' && route.retry === 'idempotent-key' && !route.path.includes('{') && route.encoding !== 'multipart',
  );
  for (const { route } of makers) {
    const inputs = fc.sample(validInput(route), { numRuns: count, seed: 20_260_301 });
    for (let at = 0; at < inputs.length; at += AT_ONCE) {
      const replies = await Promise.all(inputs.slice(at, at + AT_ONCE).map((input) => callRoute(maker, route, input)));
      for (const { code, data } of replies) {
        if (code !== 200) continue;
        made += 1;
        for (const id of idsIn(data)) ids.add(id);
      }
    }
  }
  return { made, ids };
}

/** What one organisation made is neither listed nor reached by another. */
export async function foreignFindings(routes: readonly LiveRoute[], ids: ReadonlySet<string>, other: LivePerson): Promise<string[]> {
  const findings: string[] = [];
  let answered = false;
  for (const { name, route } of lists(routes)) {
    const { code, data } = await other.call('GET', route.path, { query: { pageSize: 100 } });
    answered ||= code === 200;
    const seen = [...idsIn(data)].filter((id) => ids.has(id));
    if (seen.length > 0)
      findings.push(
        `${name} shows ${other.account} ${seen.length} rows that another organisation made; filter by \`ctx.user.orgIds\`, or read through the door of the table.`,
      );
  }
  // Whoever may open nothing proves nothing.
  if (!answered)
    findings.push(`${other.account} may not open any list of the plugin; grant it on that server, so that it can be seen what another organisation sees.`);
  const [id] = ids;
  if (id === undefined) return findings;
  for (const { name, route } of routes) {
    if (!route.path.includes('{id}') || route.raw || (route.method !== 'GET' && route.encoding === 'multipart')) continue;
    const [input] = fc.sample(validInput(route), { numRuns: 1, seed: 1 });
    const reply = await other.call(route.method, addressOf(route, { ...input?.params, id }), { query: input?.query, body: input?.body });
    if (reply.code === 200) findings.push(`${name} lets ${other.account} reach a row that another organisation made (${route.method} with its id).`);
  }
  return findings;
}

/** Lists stay lists of one page, and quick, with many rows. */
export async function manyRowsFindings(routes: readonly LiveRoute[], admin: LivePerson): Promise<string[]> {
  const findings: string[] = [];
  for (const { name, route } of lists(routes)) {
    const { code, data, milliseconds } = await admin.call('GET', route.path, { query: { pageSize: 20, currentPage: 1 } });
    if (code !== 200) continue;
    if (milliseconds > SLOW_MS) findings.push(`${name} took ${Math.round(milliseconds)} ms for one page; look for an index that fits its order and filter.`);
    const { list } = (data ?? {}) as { list?: unknown[] };
    const paged = Object.hasOwn((route.query as { properties?: object } | undefined)?.properties ?? {}, 'pageSize');
    if (paged && (list?.length ?? 0) > 20) findings.push(`${name} was asked for 20 rows and sent ${list?.length}; use its pageSize.`);
  }
  return findings;
}
