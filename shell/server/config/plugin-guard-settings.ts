import { integer, oneOf, setting } from './setting.ts';

/** Environment variables about plugins that do not behave. */
export const pluginGuardSettings = {
  safeMode: setting({
    name: 'SAFE_MODE',
    fallback: '0',
    parse: oneOf('0', '1'),
    meaning: '1: only plugins that were built with the product run; those from outside stay off until the next start without it. Also: npm start -- --safe.',
  }),
  pluginDevelopment: setting({
    name: 'PLUGIN_DEVELOPMENT',
    fallback: '0',
    parse: oneOf('0', '1'),
    meaning:
      '1: for the server of somebody who writes plugins. nephra-plugin on the same computer reads the log of a plugin and drops its tables, and open browsers follow each build. Without effect in production.',
  }),
  pluginStartSeconds: setting({
    name: 'PLUGIN_START_SECONDS',
    fallback: '30',
    parse: integer(1, 3_600),
    meaning: 'How long the start of a plugin is waited for; one that takes longer is off, and the others start.',
  }),
  pluginMigrationSeconds: setting({
    name: 'PLUGIN_MIGRATION_SECONDS',
    fallback: '60',
    parse: integer(1, 86_400),
    meaning:
      'How long the new migrations of a package from outside may take on a copy of its tables, and then each statement on the tables themselves; one that takes longer is refused, and the version before goes on.',
  }),
  pluginMigrationMb: setting({
    name: 'PLUGIN_MIGRATION_MB',
    fallback: '512',
    parse: integer(16, 1_048_576),
    meaning:
      'What the database (embedded engine: the memory) may grow by while the new migrations of a package from outside run on a copy of its tables, and then while each runs on the tables themselves, there beside eight times what these have; one that wants more is refused.',
  }),
  pluginHangSeconds: setting({
    name: 'PLUGIN_HANG_SECONDS',
    fallback: '20',
    parse: integer(2, 600),
    meaning:
      'A plugin from outside that calculates and answers nothing for this long (six times as long, if it only waits) is ended and started again; one that runs in the server (apart: false) ends the server.',
  }),
  pluginCallSeconds: setting({
    name: 'PLUGIN_CALL_SECONDS',
    fallback: '60',
    parse: integer(1, 3_600),
    meaning:
      'How long a call, a service, an event or a frame of a package from outside is waited for; an answer that is a file has ten times as long. The third one within ten minutes that is not answered in time ends its process.',
  }),
  pluginJobMinutes: setting({
    name: 'PLUGIN_JOB_MINUTES',
    fallback: '60',
    parse: integer(1, 1_440),
    meaning: 'How long a job of a package from outside is waited for.',
  }),
  pluginTransactionSeconds: setting({
    name: 'PLUGIN_TRANSACTION_SECONDS',
    fallback: '2',
    parse: integer(1, 60),
    meaning:
      'A transaction of a package from outside that asks the database for nothing for this long, or for half of it while others wait for a connection, is rolled back; one that is at it for two and a half times as long while others wait as well, and on the embedded engine a single statement.',
  }),
  pluginMemoryMb: setting({
    name: 'PLUGIN_MEMORY_MB',
    fallback: '256',
    parse: integer(64, 16_384),
    meaning: 'Memory that the process of a package from outside may fill; one that wants more is ended and started again.',
  }),
  pluginIdleMinutes: setting({
    name: 'PLUGIN_IDLE_MINUTES',
    fallback: '15',
    parse: integer(1, 1_440),
    meaning:
      'A package from outside that nobody uses for this long rests: its process ends, and the next call starts it, as the first one after a start of the server does. Packages with a start of their own stay.',
  }),
};
