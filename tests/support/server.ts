import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Envelope, RegistryEntry, RegistryFile } from '@nephra/plugin-sdk/contract';
import type { Kysely } from 'kysely';
import type { DestinationStream } from 'pino';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { clientHash } from '../../shell/server/auth/password/password-hash.ts';
import { type Config, readConfig } from '../../shell/server/config/config.ts';
import { clockFrom } from '../../shell/server/core/clock/clock.ts';
import { createLog } from '../../shell/server/core/log.ts';
import { coreMigrations } from '../../shell/server/core/core-migrations.ts';
import type { CoreTables } from '../../shell/server/tables/tables.ts';
import type { Database } from '../../shell/server/db/index.ts';
import type { AccessRule } from '../../shell/server/http/pipeline/access.ts';
import { createServer, type NephraServer } from '../../shell/server/index.ts';
import { buildDataSet } from '../../tools/seed/generate.mjs';
import { firstStartDigest } from './first-start-digest.ts';
import { InlinePackages, type InlinePlugin, pluginFromSources } from './inline-packages.ts';
import { keptTemplate } from './databases/template-cache.ts';
import { openTestDatabase, testEngine } from './databases/test-database.ts';

/** For tests that need several plugins, in one order: every other list costs the suite a database template of its own. */
export const ALL_PLUGINS: readonly string[] = [
  'patient',
  'catalogue',
  'prescription',
  'charging',
  'pharmacy',
  'permission',
  'system',
  'insurance',
  'insurance-guangxi',
  'data',
  'chat',
  'assistant',
  'figures',
  'message',
  'mail',
  'wechat',
  'documents',
  'dialysis-file',
  'dialysis-schedule',
  'dialysis-session',
  'dialysis-wall',
  'dialysis-round',
];

/** Password of the demo accounts. */
export const DEMO_PASSWORD = 'Demo2026';

export interface TestServerOptions {
  /** Plugins of this repository by id, from their sources; they get their demo data. */
  readonly plugins?: readonly string[];
  /** Plugins made by the test. */
  readonly inline?: readonly InlinePlugin[];
  /** False: an empty system with an administrator who has no password. Default true. */
  readonly demo?: boolean;
  readonly config?: Partial<Config>;
  /** More lines for registry.json, for packages on the disk. */
  readonly registry?: readonly RegistryEntry[];
  /** Stands in for the product's own, to see what a wrong one does. */
  readonly accessRule?: AccessRule;
  /** Where log lines go when `config.logLevel` lets any through. */
  readonly logTo?: DestinationStream;
  /** First moment of the server's clock. */
  readonly start?: string;
  /** More rows for the template, after its first start. `version` names them. */
  readonly moreRows?: { readonly version: string; readonly fill: (database: Database) => Promise<void> };
}

/** An answer as a client sees it. */
export interface Answer<T = unknown> extends Envelope<T> {
  readonly status: number;
  readonly headers: LightMyRequestResponse['headers'];
}

/** Calls in the name of one session, or of nobody. */
export interface TestClient {
  readonly token: string;
  get<T = unknown>(url: string, headers?: Record<string, string>): Promise<Answer<T>>;
  post<T = unknown>(url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  put<T = unknown>(url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  del<T = unknown>(url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  /** The answer as it stands on the wire. */
  raw(options: InjectOptions): Promise<LightMyRequestResponse>;
}

export interface TestServer {
  readonly server: NephraServer;
  readonly database: Database;
  readonly db: Kysely<CoreTables>;
  readonly config: Config;
  /** Moves when the test says so. */
  readonly time: {
    now: Date;
    /** Time passes. */
    advance(milliseconds: number): void;
    /** The clock on the wall is set; no time passes. */
    step(milliseconds: number): void;
    /** By how much the clock was set so far. */
    stepped: number;
  };
  readonly packages: InlinePackages;
  readonly registryFile: string;
  readonly nobody: TestClient;
  signIn(account: string, password?: string): Promise<TestClient>;
  withToken(token: string): TestClient;
  writeRegistry(registry: RegistryFile): Promise<void>;
  readRegistry(): RegistryFile;
  close(): Promise<void>;
}

let dataSet: { readonly name: string; readonly files: readonly (readonly [string, string])[] } | undefined;

/** Days of treatments that templates hold: half a year is seconds of processor for each of them, and proves nothing new. */
const TREATMENT_DAYS = 45;

function generated(): NonNullable<typeof dataSet> {
  const files = Object.entries(buildDataSet(undefined, { treatmentDays: TREATMENT_DAYS }) as Record<string, unknown>).map(
    ([name, data]) => [`${name}.json`, JSON.stringify(data)] as const,
  );
  const hash = createHash('sha256');
  for (const [name, text] of files) hash.update(name).update(text);
  return { name: `seed-${hash.digest('hex').slice(0, 16)}`, files };
}

/** Folder with the generated data set: generated once per thread, written once for all runs. */
async function demoData(): Promise<string> {
  dataSet ??= generated();
  const { name, files } = dataSet;
  return await keptTemplate(name, async (unfinished) => {
    mkdirSync(unfinished);
    for (const [file, text] of files) writeFileSync(path.join(unfinished, file), text);
  });
}

/**
 * Starts the whole server in this process over a database of the test's own. Calls are injected; use `server.listen()`
 * for real sockets. First start and demo data come from a template that is built once per content.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nephra-test-'));
  const demo = options.demo !== false;
  const ids = options.plugins ?? [];
  const sources = await Promise.all(ids.map(pluginFromSources));
  const entryOf = ({ definition }: InlinePlugin): RegistryEntry => ({ id: definition.id, source: `inline:${definition.id}`, enabled: true });
  const registryFile = path.join(folder, 'registry.json');
  const writeRegistryFile = (registry: RegistryFile): void => writeFileSync(registryFile, `${JSON.stringify(registry, null, 2)}\n`);
  const config: Config = {
    ...readConfig({}),
    mode: 'test',
    port: 0,
    host: '127.0.0.1',
    dataDir: path.join(folder, 'data'),
    buildDir: path.join(folder, 'build'),
    registryFile,
    demoData: demo ? await demoData() : '',
    logLevel: 'silent',
    passwordCost: 10,
    // A template of the database outlives the folder, and with it the key of what was sealed there.
    secretKey: Buffer.alloc(32, 7).toString('base64'),
    ...options.config,
  };
  const time = {
    now: new Date(options.start ?? '2026-03-02T02:00:00Z'),
    advance(milliseconds: number) {
      time.now = new Date(time.now.getTime() + milliseconds);
    },
    stepped: 0,
    step(milliseconds: number) {
      time.stepped += milliseconds;
      time.advance(milliseconds);
    },
  };
  const clock = clockFrom(
    () => time.now,
    () => new Date(time.now.getTime() - time.stepped),
  );
  const log = createLog(config.logLevel, options.logTo);
  const packages = new InlinePackages([...sources, ...(options.inline ?? [])], config.buildDir, config.dataDir);
  const base: RegistryFile = { site: { name: '测试医院' }, plugins: sources.map(entryOf) };

  const database = await openTestDatabase([coreMigrations], {
    seed: {
      version: `${demo} ${ids.join()} ${firstStartDigest(ids)}${options.moreRows ? ` ${options.moreRows.version}` : ''}`,
      fill: async (template) => {
        writeRegistryFile(base);
        // Demo data is bound to the embedded engine in the product; the test suite fills both.
        const first = await createServer({ config, database: asEmbedded(template), log, clock, packages, keepDatabaseOpen: true, checkReplies: 'fault' });
        await first.close();
        await options.moreRows?.fill(template);
      },
    },
  });
  writeRegistryFile({ ...base, plugins: [...base.plugins, ...(options.inline ?? []).map(entryOf), ...(options.registry ?? [])] });
  const server = await createServer({
    config,
    database: asEmbedded(database),
    log,
    clock,
    packages,
    accessRule: options.accessRule,
    checkReplies: 'fault',
    // A real one takes a second and 256 MB for each backup.
    backupWorkFactor: 4,
  });

  const withToken = (token: string): TestClient => {
    const call = async <T>(
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      url: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<Answer<T>> => {
      const answer = await server.app.inject({
        method,
        url,
        headers: { ...(token ? { authorization: token } : {}), ...headers },
        ...(body === undefined ? {} : { payload: body as InjectOptions['payload'] }),
      });
      return { ...(JSON.parse(answer.body) as Envelope<T>), status: answer.statusCode, headers: answer.headers };
    };
    return {
      token,
      get: (url, headers) => call('GET', url, undefined, headers),
      post: (url, body, headers) => call('POST', url, body, headers),
      put: (url, body, headers) => call('PUT', url, body, headers),
      del: (url, body, headers) => call('DELETE', url, body, headers),
      // Asks for bytes of files, as our own pages do.
      raw: (request) =>
        server.app.inject({ ...request, headers: { accept: 'application/octet-stream', ...(token ? { authorization: token } : {}), ...request.headers } }),
    };
  };

  return {
    server,
    database,
    db: database.kyselyFor<CoreTables>(),
    config,
    time,
    packages,
    registryFile,
    nobody: withToken(''),
    withToken,
    async signIn(account, password = DEMO_PASSWORD) {
      const form = new URLSearchParams({ account, password: clientHash(password), origin: 'password', grant_type: 'password' });
      const answer = await withToken('').post<{ token: string }>('/api/oauth/Login', form.toString(), { 'content-type': 'application/x-www-form-urlencoded' });
      if (answer.code !== 200) throw new Error(`${account} could not sign in: ${answer.code} ${answer.msg}`);
      return withToken(answer.data.token);
    },
    async writeRegistry(registry) {
      writeRegistryFile(registry);
      await server.plugins.host.reload();
    },
    readRegistry: () => JSON.parse(readFileSync(registryFile, 'utf8')) as RegistryFile,
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Lets demo data in on PostgreSQL, too; everything else is the database's own. */
function asEmbedded(database: Database): Database {
  if (testEngine === 'embedded') return database;
  return new Proxy(database, {
    get: (target, key) => {
      if (key === 'engine') return 'embedded';
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
