import { sql } from '@nephra/plugin-sdk/server';
import { type Ctx, sees } from '../permission-call.ts';

export interface OrgPath {
  /** From the top of what the caller sees down to the organisation. */
  readonly ids: readonly string[];
  readonly names: readonly string[];
}

/** Ways from the top down to these organisations; parts above what the caller sees are left out, hidden organisations too. */
export async function orgPaths(ctx: Ctx, orgIds: readonly string[]): Promise<ReadonlyMap<string, OrgPath>> {
  const wanted = [...new Set(orgIds)].filter((id) => sees(ctx, id));
  if (wanted.length === 0) return new Map();
  // rows: what `sees` does not let through is told to nobody
  const { rows } = await sql<{ start: string; id: string; full_name: string; depth: number }>`
    with recursive above as (
      select id as start, id, parent_id, full_name, 0 as depth from core.org where id = any(${wanted})
      union all
      select above.start, org.id, org.parent_id, org.full_name, above.depth + 1
      from core.org as org join above on org.id = above.parent_id where above.depth < 32
    ) select start, id, full_name, depth from above order by depth desc`.execute(ctx.db);
  const paths = new Map<string, { ids: string[]; names: string[] }>();
  for (const row of rows) {
    if (!sees(ctx, row.id)) continue;
    const path = paths.get(row.start) ?? { ids: [], names: [] };
    path.ids.push(row.id);
    path.names.push(row.full_name);
    paths.set(row.start, path);
  }
  return paths;
}
