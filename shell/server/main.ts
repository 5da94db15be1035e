import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { passwordRuleText } from '@nephra/plugin-sdk/contract';
import { type Config, ConfigError, configFromEnvironment } from './config/index.ts';
import { systemClock } from './core/clock/clock.ts';
import { createLog, type Logger } from './core/log.ts';
import { type Database, openDatabase, prepareFirstStart } from './db/index.ts';
import { prepareAdministrator } from './first-start/administrator.ts';
import { DEMO_PASSWORD } from './first-start/demo-staff.ts';
import { guardExit } from './host/guard/exit-guard.ts';
import { createServer, type NephraServer } from './index.ts';

const SHUTDOWN_LIMIT_MS = 15_000;

const serverOver = (config: Config, log: Logger, database: Database, options: { firstStart: boolean }): Promise<NephraServer> =>
  createServer({ config, log, database, keepDatabaseOpen: options.firstStart });

/** The embedded database, built beside and renamed on the very first start; or PostgreSQL. */
async function openConfigured(config: Config, log: Logger): Promise<Database> {
  if (config.databaseUrl) {
    const { databaseUrl: url, databaseConnections: poolSize, databaseReadConnections: readShare } = config;
    return await openDatabase({ kind: 'postgres', url, poolSize, readShare }, log, systemClock);
  }
  const dataDir = path.resolve(config.dataDir);
  const base = fileURLToPath(new URL('./db-base.tar.gz', import.meta.url));
  const baseSnapshot = existsSync(base) ? base : undefined;
  const made = await prepareFirstStart({ dataDir, baseSnapshot }, log, async (database) => {
    log.info({ dataDir }, 'first start: preparing the database');
    const server = await serverOver(config, log, database, { firstStart: true });
    await server.close();
  });
  if (made) log.info({ dataDir }, 'first start: the database is ready');
  return await openDatabase({ kind: 'embedded', dataDir, baseSnapshot }, log, systemClock);
}

/** What the operator has to know, besides the address. Looked up before the port opens, so that it is printed first of all. */
async function notices({ core, plugins }: NephraServer): Promise<(address: string) => string[]> {
  const accounts = (await core.parts.settings.get('demoAccounts')) ?? [];
  const { config, passwordRules, settings } = core.parts;
  const setupCode = await prepareAdministrator(core);
  // The set-up page asks; a start that needs none has asked nobody.
  const chosen =
    config.mode !== 'production' || setupCode !== undefined || config.passwordPolicy !== '' || (await settings.get('passwordPolicy')) !== undefined;
  const { fileError } = plugins.host;
  return (address) => [
    ...(accounts.length ? [`demo accounts: ${accounts.join(' ')}  (password ${DEMO_PASSWORD})`] : []),
    ...(setupCode ? [`The account admin has no password yet. Open ${address}/login and enter this setup code once: ${setupCode}`] : []),
    ...(chosen ? [] : [`Passwords: ${passwordRuleText(passwordRules.current, 'en')}. PASSWORD_POLICY=level3 asks for more.`]),
    ...(fileError ? [`registry.json was refused: ${fileError}`] : []),
  ];
}

/** `npm start` holds a channel to this process; it closes however that one ends. */
function whenStarterIsGone(act: () => void): void {
  if (process.channel === undefined && !process.connected) return;
  process.once('disconnect', act);
}

/** Whatever the server makes, its database included, is for itself alone. */
const FOR_OWNER_ALONE = 0o077;

async function run(): Promise<void> {
  process.umask(FOR_OWNER_ALONE);
  const exit = guardExit();
  let end = (_reason: string, code: number): void => exit(code);
  whenStarterIsGone(() => end('the process that started this one is gone', 0));
  const config = configFromEnvironment();
  const log = createLog(config.logLevel);
  let server: NephraServer | undefined;
  // Installed before any plugin is loaded: a plugin's stray promise must not stop the hospital.
  process.on('unhandledRejection', (error) => {
    if (!server?.plugins.host.blame(error, 'rejection')) log.error({ err: error }, 'a promise was rejected and nobody heard');
  });
  server = await serverOver(config, log, await openConfigured(config, log), { firstStart: false });
  const running = server;
  const linesFor = await notices(running);
  const address = await running.listen();
  console.log([`Nephra listens on ${address}`, ...linesFor(address)].join('\n'));

  let stopping = false;
  const stop = (reason: string, code: number): void => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping');
    setTimeout(() => exit(code || 1), SHUTDOWN_LIMIT_MS).unref();
    running.close().then(
      () => exit(code),
      (error: unknown) => {
        log.fatal({ err: error }, 'stopping failed');
        exit(1);
      },
    );
  };
  end = stop;
  process.on('SIGTERM', () => stop('SIGTERM', 0));
  process.on('SIGINT', () => stop('SIGINT', 0));
  process.on('uncaughtException', (error) => {
    // A plugin's timer or listener that throws must not stop the hospital; anything else leaves an unknown state behind.
    if (running.plugins.host.blame(error, 'exception')) return;
    log.fatal({ err: error }, 'an exception that nobody caught');
    stop('exception', 1);
  });
}

run().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
});
