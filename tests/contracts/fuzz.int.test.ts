import { EnvelopeCode, Type } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostileOf, type SchemaLike, validOf } from '../../plugin-sdk/testing/live/schema-arbitrary.ts';
import type { BoundRoute } from '../../shell/server/http/pipeline/bound-route.ts';
import { longRun, seedOfRun, shareOf } from '../support/cases/effort.ts';
import { askHardQuestions, hardQuestions } from '../support/calls/hard-questions.ts';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../support/server.ts';

/** Calls that would end or lock the session that makes the other calls. */
const LEFT_OUT = new Set(['session.logout', 'session.lock', 'session.unlock']);
const SEED = 20_260_301;
/** Samples of a route come in turns, the same ones every time, so that a run is red for a change and not for its day; the long run tries new ones, too. */
const TURNS = [0, 1, 2, 3];
const SAMPLES_A_TURN = 3;
/** Of some hundred questions for too much. */
const HARD_A_RUN = 150;
const turns = (): readonly number[] => [...shareOf('fuzz: turns of samples for every route', TURNS, 1), ...(longRun ? [TURNS.length + seedOfRun] : [])];
/** Thousands of calls one after another: every route of every plugin is among them. */
const LONG_MS = 900_000;

const none = Type.Object({});
const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)) ?? '';
const wellFormed = (value: string): string => value.replace(/[\ud800-\udfff]/g, '?');

/** A number of its own for every route, whatever routes come and go. */
const seedFor = ({ method, path }: BoundRoute['route']): number =>
  [...`${method} ${path}`].reduce((seed, letter) => (seed * 31 + letter.charCodeAt(0)) | 0, SEED);

function samplesOf({ route }: BoundRoute, turn: number): [unknown, unknown, unknown][] {
  const { params = none, query = none } = route;
  const body = (route.method === 'GET' ? undefined : route.body) ?? none;
  const [inPath, inQuery, inBody] = [params, query, body] as readonly SchemaLike[];
  const samples = fc.oneof(
    fc.tuple(validOf(inPath), validOf(inQuery), validOf(inBody)),
    fc.tuple(validOf(inPath), hostileOf(inQuery), validOf(inBody)),
    fc.tuple(validOf(inPath), validOf(inQuery), hostileOf(inBody)),
    fc.tuple(hostileOf(inPath), validOf(inQuery), validOf(inBody)),
  );
  return fc.sample(samples, { numRuns: SAMPLES_A_TURN, seed: seedFor(route) + turn });
}

describe('calls with generated content', () => {
  let server: TestServer;
  let admin: TestClient;
  beforeAll(async () => {
    server = await startTestServer({
      plugins: ALL_PLUGINS,
      config: { ratePerMinute: 1_000_000_000, loginFailuresAllowed: 100, loginCaptchaAfter: 100, addressFailuresAllowed: 10_000 },
    });
    admin = await server.signIn('admin');
  });
  afterAll(() => server.close());

  const urlOf = ({ route }: BoundRoute, params: unknown, query: unknown): string => {
    const values = (params ?? {}) as Record<string, unknown>;
    const address = route.path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(wellFormed(text(values[name] ?? 'x')).slice(0, 300)) || 'x');
    const pairs = Object.entries(typeof query === 'object' ? (query ?? {}) : { q: query }).map(
      ([key, value]) => `${encodeURIComponent(wellFormed(key))}=${encodeURIComponent(wellFormed(text(value)).slice(0, 2000))}`,
    );
    return `${address}${pairs.length ? `?${pairs.join('&')}` : ''}`;
  };

  const call = async (bound: BoundRoute, params: unknown, query: unknown, body: unknown): Promise<number> => {
    const { route, name } = bound;
    const form = route.method !== 'GET' && route.encoding === 'form';
    const payload =
      route.method === 'GET'
        ? undefined
        : form
          ? new URLSearchParams(Object.entries((body ?? {}) as object).map(([key, value]) => [key, wellFormed(text(value))])).toString()
          : JSON.stringify(body);
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
    const answer = await admin.raw({
      method: route.method,
      url: urlOf(bound, params, query),
      ...(payload === undefined ? {} : { payload, headers: { 'content-type': type } }),
    });
    expect(answer.statusCode, `${name} ${answer.body.slice(0, 300)}`).toBeLessThan(500);
    if (route.raw && answer.statusCode === 200) return EnvelopeCode.Ok;
    const envelope = answer.json() as { code: number; msg: string };
    expect(envelope.code, `${name} ${payload?.slice(0, 500)} ${answer.body.slice(0, 300)}`).not.toBe(EnvelopeCode.Fault);
    expect(envelope.msg, name).not.toBe('');
    return envelope.code;
  };

  it('never end in a fault, whether their shape fits or not', { timeout: LONG_MS }, async () => {
    const routes = server.server.plugins.host.snapshot.routes.filter(
      (bound) => !LEFT_OUT.has(bound.name) && !(bound.route.method !== 'GET' && bound.route.encoding === 'multipart'),
    );
    expect(routes.length).toBeGreaterThan(40);
    const codes = new Map<number, number>();
    const chosen = turns();
    let calls = 0;
    for (const bound of routes) {
      const samples = chosen.flatMap((turn) => samplesOf(bound, turn));
      for (const [params, query, body] of samples) {
        const code = await call(bound, params, query, body);
        codes.set(code, (codes.get(code) ?? 0) + 1);
      }
      calls += samples.length;
    }
    // Else the calls would all end at the gate and say nothing about what is behind it.
    expect(codes.get(EnvelopeCode.Ok)).toBeGreaterThan(calls / 12);
    expect(codes.get(EnvelopeCode.Invalid)).toBeGreaterThan(calls / 12);
  });

  it('lists that are asked for too much answer, or say in a sentence what is too much', { timeout: LONG_MS }, async () => {
    const all = hardQuestions(
      server.server.plugins.host.snapshot.routes.filter(({ name }) => !LEFT_OUT.has(name)),
      server.server.core.parts.clock.today(),
    );
    // Each list of each plugin is among them.
    expect(new Set(all.map(({ bound }) => bound.name)).size).toBeGreaterThan(80);
    expect(await askHardQuestions(admin, shareOf('fuzz: lists asked for too much', all, HARD_A_RUN))).toEqual([]);
  });

  it('leave the session, the audit chain and the prototype of all objects alone', async () => {
    expect((await admin.get('/api/oauth/CurrentUser')).code).toBe(EnvelopeCode.Ok);
    expect(({} as Record<string, unknown>).creatorUserId).toBeUndefined();
    const { verifyChain } = await import('../../shell/server/audit/verify-chain.ts');
    await server.server.core.parts.audit.settled();
    expect((await verifyChain(server.db)).broken).toBeUndefined();
  });
});
