import { sampleOf, slotsOf, withId, type Call } from '../calls/id-places.ts';
import { isNear, kindsFor, kindsOf, type Kind } from '../../security/organisations/other-organisation.ts';
import type { BoundRoute } from '../../../shell/server/http/pipeline/bound-route.ts';
import { askedCalls } from '../../../tools/bench/ten-years/asked.mjs';
import { careCalls, listCalls } from '../../../tools/bench/ten-years/calls.mjs';
import { dayAfter } from '@nephra/plugin-sdk/contract';
import { shareOf } from '../cases/effort.ts';
import { askHardQuestions, hardQuestions } from '../calls/hard-questions.ts';
import { addressOf } from '../calls/address-of.ts';
import type { TestClient, TestServer } from '../server.ts';

/** Would end the session that asks, or waits for somebody. */
const LEFT_OUT = new Set(['session.logout', 'session.lock', 'session.unlock']);
/** Ids of a kind that are put into a place. */
const TRIED = 1;
/** Questions for too much whose plans are looked at in one run. */
const HARD_A_RUN = 60;
/** After so many days every id of a distant kind was read with. */
const DISTANT_DAYS = 10;

/** Every list as its page asks for it, with its orders, keywords and spans. @returns addresses that were refused */
export async function readLists(client: TestClient, now: number, account: string): Promise<string[]> {
  const refused: string[] = [];
  for (const { address } of [...listCalls(now, account), ...careCalls(now, account)]) {
    const { code, msg } = await client.get(address);
    if (code !== 200) refused.push(`${address}: ${code} ${msg}`);
  }
  for (const { address, body } of askedCalls(now, account)) {
    const { code, msg } = await client.post(address, body);
    if (code !== 200) refused.push(`${address} ${JSON.stringify(body)}: ${code} ${msg}`);
  }
  return refused;
}

/**
 * Every route that reads: bare, and with an id of each kind that a place of it is near to. Ids of other kinds lead nowhere but for a few, and all
 * of them would grow by the square of the product: a share, another one every day.
 * @returns how many calls
 */
export async function readEveryRoute(server: TestServer, client: TestClient, orgId: string): Promise<number> {
  const { routes, live } = server.server.plugins.host.snapshot;
  const knows = new Map(live.map(({ id, found }) => [id, found.manifest.dependsOn] as const));
  const kinds: readonly Kind[] = await kindsOf(server, 'nowhere', orgId);
  const calls: { readonly bound: BoundRoute; readonly call: Call }[] = [];
  const distant: typeof calls = [];
  for (const bound of routes) {
    if (bound.route.method !== 'GET' || LEFT_OUT.has(bound.name)) continue;
    const base = sampleOf(bound);
    calls.push({ bound, call: base });
    const known = kindsFor(bound, kinds, knows);
    for (const slot of slotsOf(bound))
      for (const kind of known) {
        const list = isNear(kind, { bound, slot }, known) ? calls : distant;
        list.push(...kind.theirs.slice(0, TRIED).map((id) => ({ bound, call: withId(base, slot, id) })));
      }
  }
  calls.push(...shareOf('plans of ten years: ids of kinds far from a route', distant, Math.ceil(distant.length / DISTANT_DAYS)));
  for (const { bound, call } of calls) await client.raw({ method: 'GET', url: addressOf(bound, call) });
  return calls.length;
}

/** Lists of all plugins, asked for too much: one letter, a million pages, ten years. @returns what was answered by a fault */
export async function readTooMuch(server: TestServer, client: TestClient, today: string): Promise<string[]> {
  const all = hardQuestions(server.server.plugins.host.snapshot.routes, today);
  return await askHardQuestions(client, shareOf('plans of ten years: lists asked for too much', all, HARD_A_RUN));
}

interface Panel {
  readonly id: string;
  readonly totals: readonly { readonly key: string; readonly opens?: boolean }[];
  readonly parts: readonly { readonly key: string; readonly opens?: boolean; readonly list: readonly { readonly key: string }[] }[];
  readonly days?: { readonly key: string; readonly opens?: boolean } | null;
}

/** Every panel of figures over a year, and the rows behind each figure. @param today last day of the year */
export async function readFigures(client: TestClient, today: string): Promise<void> {
  const span = `startDate=${dayAfter(today, -365)}&endDate=${today}`;
  const { list } = (await client.get<{ list: Panel[] }>(`/api/his/figures/Panels?${span}`)).data;
  for (const { id, totals, parts, days } of list) {
    const questions = [
      ...totals.filter(({ opens }) => opens).map(({ key }) => `figure=${key}`),
      ...parts.filter(({ opens }) => opens).map(({ key, list: [part] }) => `figure=${key}&part=${encodeURIComponent(part?.key ?? '')}`),
      ...(days?.opens ? [`figure=${days.key}&day=${today}`] : []),
    ];
    for (const question of questions) await client.get(`/api/his/figures/Rows/${id}?${span}&${question}`);
  }
}
