import type { PluginMigrations } from '../db/index.ts';
import migrations from './migrations';

/** Tables of the shell itself. */
export const coreMigrations: PluginMigrations = { plugin: 'core', schema: 'core', migrations };
