import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientHash } from '../../shell/server/auth/password/password-hash.ts';
import type { BoundRoute } from '../../shell/server/http/pipeline/bound-route.ts';
import { buildDataSet } from '../../tools/seed/generate.mjs';
import { ALL_PLUGINS, DEMO_PASSWORD, startTestServer, type TestClient, type TestServer } from '../support/server.ts';

/** People of the demo data set, as far as this test reads them. */
interface DemoPeople {
  readonly core: { readonly users: readonly { readonly realName: string; readonly mobilePhone: string }[] };
  readonly patient: { readonly patients: readonly Readonly<Record<string, unknown>>[] };
}

const PERSONAL = ['patientName', 'patientIdcard', 'phone', 'address', 'contactName', 'contactPhone', 'psn_no', 'outpatientCode'] as const;

/** Every name, number and address of a person in the demo data. */
function personalValues(): string[] {
  const { core, patient } = buildDataSet() as unknown as DemoPeople;
  const ofPatients = patient.patients.flatMap((one) => PERSONAL.map((name) => String(one[name] ?? '')));
  return [...new Set([...core.users.flatMap((user) => [user.realName, user.mobilePhone]), ...ofPatients])].filter((value) => value.length > 1);
}

let written = '';
const sink = new Writable({
  write(chunk: Buffer, _encoding, done) {
    written += chunk.toString();
    done();
  },
});
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ plugins: ALL_PLUGINS, config: { logLevel: 'trace', ratePerMinute: 1_000_000, loginCaptchaAfter: 100_000 }, logTo: sink });
});
afterAll(() => server?.close());

/** These end the caller's own session. */
const ENDS = new Set(['session.logout', 'session.lock', 'session.unlock', 'session.modifyPassword']);

/** An address of a route in which everything that can be said is somebody's name or number. */
function addressOf({ route }: BoundRoute, values: () => string): string {
  const path = route.path.replace(/\{[^}]+\}/g, () => encodeURIComponent(values()));
  const names = Object.keys((route.query as { properties?: object } | undefined)?.properties ?? {});
  const query = new URLSearchParams([...names.map((name) => [name, values()]), ['keyword', values()], ['token', values()]]);
  return `${path}?${query}`;
}

function bodyOf({ route }: BoundRoute, values: () => string): Record<string, string> {
  const shape = route.method === 'GET' ? undefined : (route.body as { properties?: object } | undefined);
  return Object.fromEntries(Object.keys(shape?.properties ?? {}).map((name) => [name, values()]));
}

it('a whole walk over every route and page leaves no personal value, ticket, token or password in the log', async () => {
  const people = personalValues();
  expect(people.length).toBeGreaterThan(800);
  let at = 0;
  const next = (): string => people[at++ % people.length] ?? '';
  const signIn = async (): Promise<TestClient> => await server.signIn('admin');
  let admin = await signIn();
  const secrets = [admin.token, clientHash(DEMO_PASSWORD)];
  const { routes } = server.server.plugins.host.snapshot;
  for (const bound of routes) {
    if (ENDS.has(bound.name)) continue;
    const body = bound.route.method === 'GET' ? {} : { payload: bodyOf(bound, next) };
    const answer = await admin.raw({ method: bound.route.method, url: addressOf(bound, next), ...body });
    if (/"code":6\d\d/.test(answer.body.slice(0, 40))) {
      admin = await signIn();
      secrets.push(admin.token);
    }
  }

  // What people do all day, and what goes wrong with it.
  const doctor = await server.signIn('doctor');
  secrets.push(doctor.token);
  for (const value of people.slice(0, 40)) {
    await doctor.get(`/api/his/patient?keyword=${encodeURIComponent(value)}`);
    await admin.get(`/api/permission/Users?keyword=${encodeURIComponent(value)}`);
    await server.nobody.raw({ method: 'GET', url: `/his/patient?keyword=${encodeURIComponent(value)}` });
    await server.nobody.raw({ method: 'GET', url: `/${encodeURIComponent(value)}/${encodeURIComponent(value)}.js` });
    await server.nobody.raw({ method: 'GET', url: `/plugins/${encodeURIComponent(value)}/entry.js` });
    await server.nobody.raw({ method: 'GET', url: `/api/nowhere/${encodeURIComponent(value)}` });
  }
  await doctor.raw({
    method: 'POST',
    url: '/api/his/patient',
    headers: { 'content-type': 'application/json' },
    payload: `{"patientName":"${people[0]}", ${people[1]}`,
  });
  await server.signIn(String(people[1]), 'Wrong2026').catch(() => undefined);
  const { ticket } = (await doctor.post<{ ticket: string }>('/api/oauth/Ticket/Actions/Issue', { target: '/home' })).data;
  const scan = (await server.nobody.post<{ ticket: string; url: string }>('/api/oauth/Scan')).data;
  secrets.push(ticket, ...(scan ? [scan.ticket, scan.url.split('scan=')[1] ?? ''] : []));
  await server.nobody.raw({ method: 'GET', url: `/home?token=${ticket}` });
  await server.nobody.raw({ method: 'GET', url: `/api/oauth/Scan/${scan?.ticket ?? ticket}` });
  await server.nobody.raw({ method: 'GET', url: `/api/file/Download?encryption=${ticket}&name=${encodeURIComponent(String(people[2]))}` });

  expect(written).toContain(`"route":"/api/his/patient"`);
  expect(written).toContain('"route":"/api/oauth/Scan/{ticket}"');
  expect(written.match(/"msg":"call"/g)?.length).toBeGreaterThan(routes.length);
  const words = [...people, ...secrets.map((secret) => secret.replace('Bearer ', '')).filter(Boolean), 'scrypt$'];
  const found = words.filter((word) => written.includes(word) || written.includes(encodeURIComponent(word)));
  expect(found.map((word) => `${word}: ${written.slice(Math.max(0, written.indexOf(word) - 300), written.indexOf(word) + 100)}`).slice(0, 5)).toEqual([]);
}, 600_000);
