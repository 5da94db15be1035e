import { orgTable } from '../tables/org.table.ts';
import { type Ctx, visibleOrgIds } from '../permission-call.ts';

/** What the directory's queries need of a call. `user.orgIds` are the organisations that the caller sees. */
export type DirectoryContext = Pick<Ctx, 'db' | 'user' | 'language' | 'log' | 'dataScope' | 'pluginId'>;

/** Own organisation and all below; administrators see every organisation, like everywhere in this plugin. */
export async function directoryContext(ctx: Ctx): Promise<DirectoryContext> {
  if (visibleOrgIds(ctx) !== undefined) return ctx;
  const { db, language, user, log, dataScope, pluginId } = ctx;
  const rows = await orgTable.select(ctx).execute();
  return { db, language, log, dataScope, pluginId, user: { ...user, orgIds: rows.map((row) => row.id) } };
}
