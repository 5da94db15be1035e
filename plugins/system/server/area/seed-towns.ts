import { sql } from '@nephra/plugin-sdk/server';
import { townsByProvince } from '../../domain/area/area-seed.ts';
import { areaTable } from '../tables/area.table.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { noteSeed, seedDay, type SeedOutcome, takeOver } from './seed-areas.ts';

interface TownSeed {
  readonly source: string;
  readonly date: string;
  readonly licence: string;
  readonly count: number;
  /** `440103 001沙面街道 002岭南街道`: what is below one area. */
  readonly towns: readonly string[];
}

/** Towns as the product brings them: read when somebody asks for them. Where they came from, as of when and under which licence stands at their head. */
export const townSeed = async (): Promise<TownSeed> => (await import('./seed/towns.json', { with: { type: 'json' } })).default;

/** What the list of towns is, and whether it is here. */
export async function townsOnOffer(ctx: ReadCtx): Promise<{ source: string; date: string; count: number; taken: boolean }> {
  const { source, date, count } = await townSeed();
  return { source, date, count, taken: (await seedDay(ctx, 'towns')) === date };
}

export interface TakenTowns extends SeedOutcome {
  /** Place of the province that comes next; -1: all are here. */
  readonly next: number;
  /** Provinces in all. */
  readonly of: number;
}

/**
 * Takes the towns over below the areas that are here, province by province, each by itself: nobody waits for all of them, and what broke off goes on where it
 * was. Areas that a site gave these codes become those of the list, names and all else of the site stay.
 * @param from place of the province to begin with @param enough asked behind each: whether the rest is for the next call
 */
export async function takeTowns(
  ctx: ReadCtx,
  seed: Pick<TownSeed, 'source' | 'date' | 'towns'>,
  from = 0,
  enough: () => boolean = () => false,
): Promise<TakenTowns> {
  const lists = [...townsByProvince(seed.towns)];
  const sum = { added: 0, named: 0, dropped: 0, of: lists.length };
  let at = from;
  for (; at < lists.length; at += 1) {
    const [province, areas] = lists[at] ?? ['', []];
    const done = await ctx.transaction(async () => {
      await sql`select pg_advisory_xact_lock(hashtextextended('system.areas', 0))`.execute(ctx.db);
      return await takeOver(ctx, { source: seed.source, date: seed.date, areas }, province);
    });
    for (const key of ['added', 'named', 'dropped'] as const) sum[key] += done[key];
    if (enough() && at + 1 < lists.length) return { ...sum, next: at + 1 };
  }
  // Whoever began in the middle has not got them all.
  if ((await townsHere(ctx)) < lists.reduce((total, [, areas]) => total + areas.length, 0)) return { ...sum, next: 0 };
  await noteSeed(ctx, 'towns', { source: seed.source, date: seed.date, areas: [] });
  return { ...sum, next: -1 };
}

async function townsHere(ctx: ReadCtx): Promise<number> {
  const towns = areaTable
    .everywhere(ctx, 'towns are of the whole installation, and counted alone', 'one')
    .where(sql<boolean>`char_length(one."enCode") = 9`)
    .clearSelect()
    .select((eb) => eb.fn.countAll<string>().as('count'));
  return Number((await towns.executeTakeFirst())?.count ?? 0);
}

/** A site that has the towns gets a newer list of them with the product. */
export async function renewTowns(ctx: ReadCtx): Promise<SeedOutcome | undefined> {
  const here = await seedDay(ctx, 'towns');
  if (here === undefined) return undefined;
  const seed = await townSeed();
  return here < seed.date ? await takeTowns(ctx, seed) : undefined;
}
