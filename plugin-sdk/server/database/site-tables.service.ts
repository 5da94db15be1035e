import { defineService } from '../../contract/index.ts';

/** Schema of the tables that a site makes at run time. No migration of a plugin makes tables there. */
export const SITE_SCHEMA = 'site';

/** Tables that a site has of its own, made and changed at run time. Rows are read and written with `ctx.db`. */
export interface SiteTables {
  /**
   * Runs statements that change the shape of tables in the schema `site`, in the running transaction, one such change of the installation at a time, and
   * writes them into the ledger of migrations: an export of the database makes the tables anew wherever it is imported.
   * @param statements with their full names (`"site"."ward"`), made by the plugin's own code with `quoteName`; without a parameter
   * @param name what was done, for whoever reads the ledger: `create ward`
   * @throws Error outside of a transaction, or for a statement that begins with nothing of `create table`, `alter table`, `drop table`, `comment on`
   */
  change(name: string, statements: readonly string[]): Promise<void>;
}
/** Offered by the shell to plugins with the privilege `site-tables`. */
export const siteTables = defineService<SiteTables>('core.site-tables@1');
