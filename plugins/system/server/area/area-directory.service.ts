import { type AreaDirectory, sql } from '@nephra/plugin-sdk/server';
import { ADDRESS_LEVEL, isMeant, namesInPath, namesSaid } from '../../domain/area/area-path.ts';
import { areaTable } from '../tables/area.table.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { areaPaths } from './area.query.ts';

async function hasChoices(ctx: ReadCtx, id: string): Promise<boolean> {
  const below = areaTable
    .everywhere(ctx, 'areas are of the whole installation: rules read them for everybody', 'one')
    .where('one.parentId', '=', id)
    .where('one.enabled', '=', true);
  return (await below.limit(1).executeTakeFirst()) !== undefined;
}

/** Areas for rules of other plugins. */
export const areasForRules = (ctx: ReadCtx): AreaDirectory => ({
  paths: (ids) => areaPaths(ctx, ids),

  async hold(id) {
    const row = await areaTable
      .everywhere(ctx, 'areas are of the whole installation: rules read them for everybody', 'one')
      .where('one.id', '=', id)
      .forShare()
      .executeTakeFirst();
    const path = row && (await areaPaths(ctx, [id])).get(id);
    if (!path?.enabled) return false;
    return path.names.length > ADDRESS_LEVEL || !(await hasChoices(ctx, id));
  },

  async read(texts) {
    const said = texts.map((text) => ({ text: text.trim(), ways: namesSaid(text) }));
    const names = [...new Set(said.flatMap(({ text, ways }) => [text, ...ways.flatMap((way) => way.at(-1) ?? [])].flatMap(namesInPath)))];
    if (names.length === 0) return [];
    const rows = await areaTable
      .everywhere(ctx, 'areas are of the whole installation: rules read them for everybody', 'one')
      .where((eb) => eb.or([eb('one.enCode', 'in', names), eb('one.fullName', 'in', names)]))
      .orderBy('one.enCode')
      .execute();
    const paths = await areaPaths(
      ctx,
      rows.map(({ id }) => id),
    );
    return said.map(({ text, ways }) => {
      const coded = rows.find(({ enCode }) => enCode === text);
      if (coded) return { id: coded.id };
      for (const way of ways) {
        const meant = rows.filter(({ id }) => isMeant(way, paths.get(id)?.names ?? []));
        // A municipality is a city of the same name, too; whoever says the name means the lower one.
        const lowest = meant.filter(({ id }) => !meant.some((other) => other.id !== id && paths.get(other.id)?.ids.includes(id)));
        if (lowest[0]) return lowest.length > 1 ? { several: lowest.length } : { id: lowest[0].id };
      }
      return undefined;
    });
  },

  async below(id) {
    const rows = areaTable.everywhere(ctx, 'areas are of the whole installation: rules read them for everybody', 'one');
    const { rows: found } = await sql<{ readonly id: string }>`
      with recursive branch (id) as (
        select ${id}::text
        union
        select one.id from ${rows} as one inner join branch on one."parentId" = branch.id
      ) select id from branch`.execute(ctx.db as never);
    return found.map((row) => row.id);
  },
});
