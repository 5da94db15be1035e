import { sql } from '@nephra/plugin-sdk/server';
import { type AreaSeed, codesAbove, planSeed, type SeedArea } from '../../domain/area/area-seed.ts';
import { areaListedTable, areaSeedTable, areaTable } from '../tables/area.table.ts';
import type { ReadCtx } from '../tables/tables.ts';
import national from './seed/areas.json' with { type: 'json' };

/** Where the list came from, when and under which licence stands at its head. */
export const NATIONAL_AREAS: AreaSeed = national;

export interface SeedOutcome {
  readonly added: number;
  readonly named: number;
  readonly dropped: number;
}
const NOTHING: SeedOutcome = { added: 0, named: 0, dropped: 0 };

/** Takes a list over that is newer than the one that is here. Two servers that start at once do so one after another; a list that is here already costs one statement. */
export async function seedAreas(ctx: ReadCtx, seed: AreaSeed = NATIONAL_AREAS): Promise<SeedOutcome> {
  if (!(await isNewer(ctx, 'national', seed))) return NOTHING;
  return await ctx.transaction(async () => {
    await sql`select pg_advisory_xact_lock(hashtextextended('system.areas', 0))`.execute(ctx.db);
    if (!(await isNewer(ctx, 'national', seed))) return NOTHING;
    const outcome = await takeOver(ctx, seed);
    await noteSeed(ctx, 'national', seed);
    return outcome;
  });
}

/** Day of the list that was taken over last; undefined: none was. */
export async function seedDay(ctx: ReadCtx, name: 'national' | 'towns'): Promise<string | undefined> {
  const here = await areaSeedTable
    .everywhere(ctx, 'the list of the product is taken over for the whole installation', 'one')
    .where('one.name', '=', name)
    .executeTakeFirst();
  return here?.dated;
}

async function isNewer(ctx: ReadCtx, name: 'national' | 'towns', { date }: AreaSeed): Promise<boolean> {
  const here = await seedDay(ctx, name);
  return here === undefined || here < date;
}

/** @param province of a list of towns: its first two digits, and no area of another one is looked at */
export async function takeOver(ctx: ReadCtx, seed: AreaSeed, province?: string): Promise<SeedOutcome> {
  // Nobody hangs an area under a code meanwhile: the same lock as that of the record's tree.
  await sql`select pg_advisory_xact_lock(hashtextextended('record-tree.system.area', 0))`.execute(ctx.db);
  const all = areaTable.everywhere(ctx, 'the list of the product is taken over for the whole installation', 'one');
  const stored = await (province === undefined ? all : all.where('one.enCode', 'like', `${province}%`)).execute();
  const everyListed = areaListedTable.everywhere(ctx, 'the list of the product is taken over for the whole installation', 'one');
  const ofProvince = ['', ...stored.map(({ id }) => id)];
  const listed = new Map(
    (await (province === undefined ? everyListed : everyListed.where('one.areaId', 'in', ofProvince)).execute()).map(({ areaId, name }) => [areaId, name]),
  );
  const rows = stored.map((row) => ({ ...row, seedName: listed.get(row.id) ?? '' }));
  const { added, named, dropped } = planSeed(rows, seed, province !== undefined);
  await addAreas(ctx, added, new Map(rows.map(({ enCode, id }) => [enCode, id])));
  for (const { row, fullName } of named) if (fullName !== row.fullName) await areaTable.update(ctx, row, { fullName });
  await noteListed(
    ctx,
    named.map(({ row, seedName }) => ({ areaId: row.id, name: seedName })),
  );
  for (const row of dropped) if (row.enabled) await areaTable.update(ctx, row, { enabled: false });
  await forgetListed(
    ctx,
    dropped.map(({ id }) => id),
  );
  return { added: added.length, named: named.length, dropped: dropped.length };
}

export async function noteSeed(ctx: ReadCtx, name: 'national' | 'towns', { source, date }: AreaSeed): Promise<void> {
  const stands = areaSeedTable.toSql({ name, source, dated: date }) as Required<ReturnType<typeof areaSeedTable.toSql>>;
  await ctx.db
    .insertInto('system.area_seed')
    .values(stands)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ source: stands.source, dated: stands.dated }))
    .execute();
}

/** @param ids of areas by code; those that are added go into it */
async function addAreas(ctx: ReadCtx, added: readonly SeedArea[], ids: Map<string, string>): Promise<void> {
  if (added.length === 0) return;
  const taken = await idsOnceGiven(
    ctx,
    added.map(({ code }) => code),
  );
  const rows = added.map(({ code, name }) => {
    const id = taken.has(code) ? ctx.newId() : code;
    const above = codesAbove(code).find((parent) => ids.has(parent));
    ids.set(code, id);
    return {
      id,
      enCode: code,
      fullName: name,
      parentId: (above !== undefined && ids.get(above)) || null,
      sortCode: 0,
      enabled: true,
      description: '',
    };
  });
  await areaTable.insertAll(ctx, rows);
  await noteListed(
    ctx,
    rows.map(({ id, fullName }) => ({ areaId: id, name: fullName })),
  );
}

/** Rows that one statement writes. */
const BATCH = 1_000;

async function noteListed(ctx: ReadCtx, rows: readonly { readonly areaId: string; readonly name: string }[]): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    const stored = rows.slice(start, start + BATCH).map((row) => areaListedTable.toSql(row) as Required<ReturnType<typeof areaListedTable.toSql>>);
    await ctx.db
      .insertInto('system.area_listed')
      .values(stored)
      .onConflict((conflict) => conflict.column('area_id').doUpdateSet((eb) => ({ name: eb.ref('excluded.name') })))
      .execute();
  }
}

async function forgetListed(ctx: ReadCtx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  // rows: of the whole installation; the areas stay, as the site's own
  await ctx.db
    .deleteFrom('system.area_listed')
    .where('area_id', 'in', [...ids])
    .execute();
}

/** An area is known by its code; one that was on an older list and was deleted since keeps its id. */
async function idsOnceGiven(ctx: ReadCtx, codes: readonly string[]): Promise<ReadonlySet<string>> {
  // rows: deleted ones too, of which no more is read than that their id is taken
  const rows = await ctx.db
    .selectFrom('system.area')
    .select('id')
    .where('id', 'in', [...codes])
    .execute();
  return new Set(rows.map(({ id }) => id));
}
