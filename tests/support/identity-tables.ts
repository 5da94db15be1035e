import type { ServerPlugin } from '@nephra/plugin-sdk/server';
import { coreMigrations } from '../../shell/server/core/core-migrations.ts';

/** The shell's own tables for `hostPlugins({ core: identityTables, … })`: plugins with the privilege `identity` read and write them. */
export const identityTables: ServerPlugin<never> = { schema: 'core', migrations: coreMigrations.migrations };
