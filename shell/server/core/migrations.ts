import type { PluginMigrations } from '../db/index.ts';
import core from './migrations/0001-core.sql';
import identity from './migrations/0002-identity.sql';
import loginAttempts from './migrations/0003-login-attempts.sql';
import roleRanks from './migrations/0004-role-ranks.sql';
import steadyTime from './migrations/0005-steady-time.sql';
import passwordRule from './migrations/0006-password-rule.sql';
import exportJobs from './migrations/0007-export-jobs.sql';
import tenYears from './migrations/0008-ten-years.sql';
import positionNames from './migrations/0009-position-names.sql';
import unitNames from './migrations/0010-unit-names.sql';
import jobRuns from './migrations/0011-job-runs.sql';
import socketPush from './migrations/0012-socket-push.sql';
import pluginSettings from './migrations/0013-plugin-settings.sql';

/** Tables of the shell itself. */
export const coreMigrations: PluginMigrations = {
  plugin: 'core',
  schema: 'core',
  migrations: [
    { name: '0001-core', sql: core },
    { name: '0002-identity', sql: identity },
    { name: '0003-login-attempts', sql: loginAttempts },
    { name: '0004-role-ranks', sql: roleRanks },
    { name: '0005-steady-time', sql: steadyTime },
    { name: '0006-password-rule', sql: passwordRule },
    { name: '0007-export-jobs', sql: exportJobs },
    { name: '0008-ten-years', sql: tenYears },
    { name: '0009-position-names', sql: positionNames },
    { name: '0010-unit-names', sql: unitNames },
    { name: '0011-job-runs', sql: jobRuns },
    { name: '0012-socket-push', sql: socketPush },
    { name: '0013-plugin-settings', sql: pluginSettings },
  ],
};
