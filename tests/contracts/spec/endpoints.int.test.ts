import { readFileSync } from 'node:fs';
import path from 'node:path';
import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileSchema } from '../../../shell/server/http/pipeline/validation.ts';
import { RouteTable } from '../../../shell/server/http/route-table.ts';
import type { BoundRoute } from '../../../shell/server/http/pipeline/bound-route.ts';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../../support/server.ts';

interface Row {
  readonly section: string;
  readonly method: string;
  readonly path: string;
}

/** Every call that the specification names (its section 7). */
const rows: readonly Row[] = readFileSync(path.join(import.meta.dirname, 'endpoints.tsv'), 'utf8')
  .split('\n')
  .slice(1)
  .filter(Boolean)
  .map((line) => {
    const [section = '', method = '', address = ''] = line.split('\t');
    return { section, method, path: address };
  })
  .filter(({ method }) => method !== 'WS');

/** Calls of the platform's own client that the specification does not name: what an area that comes to the product has to answer. */
const platformCalls = readFileSync(path.join(import.meta.dirname, 'platform-calls.tsv'), 'utf8')
  .split('\n')
  .slice(1)
  .filter(Boolean)
  .map((line) => {
    const [method = '', address = '', area = '', answered = ''] = line.split('\t');
    return { method, path: address, area, answered };
  });

/** The same for addresses that differ in the names of their parameters, or in capitals. */
const shapeOf = ({ method, path: address }: { readonly method: string; readonly path: string }): string =>
  `${method} ${address.replace(/\{\w+\}/g, '{}').toLowerCase()}`;

/** Rows whose screens are not part of the product yet, one `METHOD path` per line. */
const later = new Set(
  readFileSync(path.join(import.meta.dirname, 'later.txt'), 'utf8')
    .split('\n')
    .filter(Boolean),
);

describe('calls of the specification', () => {
  let server: TestServer;
  let admin: TestClient;
  const table = new RouteTable<BoundRoute>();
  beforeAll(async () => {
    server = await startTestServer({
      plugins: ALL_PLUGINS,
      config: { ratePerMinute: 1_000_000 },
    });
    admin = await server.signIn('admin');
    for (const bound of server.server.plugins.host.snapshot.routes) table.add(bound.route.method, bound.route.path, bound);
  });
  afterAll(() => server.close());

  const routeOf = (row: Row): BoundRoute | undefined => table.find(row.method, row.path)?.value;
  /** The same shape, not merely a route with a parameter that happens to match. */
  const isServed = (row: Row): boolean => {
    const found = routeOf(row);
    return found !== undefined && shapeOf(found.route) === shapeOf(row);
  };

  it('are all served, apart from those listed in later.txt', () => {
    const named = (row: Row) => `${row.method} ${row.path}`;
    expect(rows.filter((row) => !isServed(row) && !later.has(named(row))).map(named)).toEqual([]);
    // A row that has got its route must leave the list.
    expect(rows.filter((row) => isServed(row) && later.has(named(row))).map(named)).toEqual([]);
    expect([...later].filter((line) => !rows.some((row) => named(row) === line))).toEqual([]);
  });

  it('that the platform’s own client makes besides are answered as platform-calls.tsv says, and spelt so', () => {
    const routes = new Map(server.server.plugins.host.snapshot.routes.map(({ route }) => [shapeOf(route), route.path]));
    const written = platformCalls.map(({ method, path: address, answered }) => `${method} ${address} ${answered}`);
    expect(platformCalls.map((call) => `${call.method} ${call.path} ${routes.has(shapeOf(call)) ? 'yes' : 'no'}`)).toEqual(written);
    const bare = (address: string | undefined) => address?.replace(/\{\w+\}/g, '{}');
    const misspelt = platformCalls.filter((call) => routes.has(shapeOf(call)) && bare(routes.get(shapeOf(call))) !== bare(call.path));
    expect(misspelt).toEqual([]);
    // Each call stands in one of the two lists, once, and belongs to an area.
    const specified = new Set(rows.map(shapeOf));
    const shapes = platformCalls.map(shapeOf);
    expect(shapes.filter((shape, at) => specified.has(shape) || shapes.indexOf(shape) !== at)).toEqual([]);
    expect(platformCalls.filter((call) => !/^(GET|POST|PUT|DELETE)$/.test(call.method) || !/^[a-z][A-Za-z-]+$/.test(call.area))).toEqual([]);
    expect(platformCalls.length).toBeGreaterThan(330);
  });

  it('are spelt on the wire as the specification spells them', () => {
    const differing = rows
      .filter(isServed)
      .map((row) => [row.path.replace(/\{\w+\}/g, '{}'), routeOf(row)?.route.path.replace(/\{\w+\}/g, '{}')])
      .filter(([spec, own]) => spec !== own);
    expect(differing).toEqual([]);
  });

  it('have schemas that compile', () => {
    for (const { name, route } of server.server.plugins.host.snapshot.routes) {
      for (const schema of [route.params, route.query, route.body, route.reply]) {
        if (schema) expect(() => compileSchema(schema), name).not.toThrow();
      }
    }
  });

  it('name the record they change or say why they must not be sent twice', () => {
    for (const { name, route } of server.server.plugins.host.snapshot.routes) {
      if (route.method !== 'GET' && route.retry === 'never') expect(route.retryReason, name).toBeTruthy();
      if (route.method === 'GET' && route.retry !== undefined) expect(route.need, name).not.toBe('public');
    }
  });

  it('say that their caller names them where the body carries such a name: a refused one is never done by a late copy', () => {
    const named = server.server.plugins.host.snapshot.routes.filter(
      ({ route }) => 'clientId' in ((route.body as { properties?: object } | undefined)?.properties ?? {}),
    );
    expect(named.length).toBeGreaterThan(15);
    for (const { name, route } of named) expect([name, route]).toMatchObject([name, { retry: 'natural', actName: 'clientId' }]);
  });

  it('answer reads with the shape of their contract', async () => {
    // The test server turns an answer that does not fit its contract into a fault.
    for (const bound of server.server.plugins.host.snapshot.routes) {
      const { route, name } = bound;
      if (route.method !== 'GET' || route.retry !== undefined || route.raw) continue;
      const answer = await admin.get(`${route.path.replace(/\{\w+\}/g, 'unknown')}?n=1700000000`);
      expect(answer.status, name).toBe(200);
      expect(Object.keys(answer), name).toEqual(expect.arrayContaining(['code', 'msg', 'data', 'timestamp', 'extras']));
      expect([EnvelopeCode.Fault, EnvelopeCode.Unavailable], `${name}: ${answer.msg}`).not.toContain(answer.code);
      expect(answer.msg, name).not.toBe('');
      if (answer.code === EnvelopeCode.Ok) expect(answer.extras, name).toBeNull();
      else expect(answer.extras?.error, name).toBeTruthy();
    }
  });

  it('are described by an OpenAPI document', async () => {
    const answer = await admin.raw({ method: 'GET', url: '/api/openapi.json' });
    const document = answer.json() as { openapi: string; paths: Record<string, Record<string, { operationId: string }>> };
    expect(document.openapi).toBe('3.1.0');
    const described = Object.entries(document.paths).flatMap(([address, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${address}`),
    );
    expect(described.sort()).toEqual(server.server.plugins.host.snapshot.routes.map(({ route }) => `${route.method} ${route.path}`).sort());
    const ids = Object.values(document.paths).flatMap((operations) => Object.values(operations).map((operation) => operation.operationId));
    expect(new Set(ids).size).toBe(ids.length);
  });
});
