import { AppError, EnvelopeCode, type Page, type PageRequest } from '@nephra/plugin-sdk/contract';
import { assertVersion, type RequestContext, selectPage, sql } from '@nephra/plugin-sdk/server';
import type { InteractionRow, SaveInteractionBody } from '../../contract/catalogue/catalogue-interaction.contract.ts';
import { assertKeepsSharedLists, keepsSharedLists } from './shared-lists.policy.ts';
import { catalogueTable } from '../tables/catalogue.table.ts';
import type { InteractionTable, PrescriptionDb } from '../tables.ts';

type Ctx = RequestContext<PrescriptionDb>;

const COLUMNS = ['id', 'ingredient_a', 'ingredient_b', 'level', 'note', 'enabled', 'version'] as const satisfies readonly (keyof InteractionTable)[];

const present = (row: InteractionTable): InteractionRow => ({
  interactionId: row.id,
  ingredientA: row.ingredient_a,
  ingredientB: row.ingredient_b,
  level: row.level,
  note: row.note,
  enableMark: row.enabled ? 1 : 0,
  version: row.version,
});

export async function interactionPage(
  ctx: Ctx,
  filter: { keyword?: string; level?: InteractionRow['level']; enabled?: number },
  request: PageRequest,
): Promise<Page<InteractionRow> & { keeps: boolean }> {
  let query = ctx.db.selectFrom('prescription.interaction').select(COLUMNS);
  if (filter.level) query = query.where('level', '=', filter.level);
  if (filter.enabled !== undefined) query = query.where('enabled', '=', filter.enabled === 1);
  const keyword = filter.keyword?.trim() ?? '';
  if (keyword !== '') {
    // A few hundred pairs: reading them all is quicker than keeping an index of their parts.
    query = query.where(sql<boolean>`position(lower(${keyword}) in lower(ingredient_a || ' ' || ingredient_b || ' ' || note)) > 0`);
  }
  const page = await selectPage(query, {
    db: ctx.db,
    request,
    sorts: { ingredientA: 'ingredient_a', ingredientB: 'ingredient_b', level: 'level' },
    byDefault: ['ingredient_a', 'asc'],
    tieBreaker: 'id',
  });
  return { list: page.list.map(present), pagination: page.pagination, keeps: await keepsSharedLists(ctx) };
}

export async function ingredientNames(ctx: Ctx): Promise<string[]> {
  const rows = await catalogueTable
    .select(ctx, 'entry')
    .clearSelect()
    .select(sql<string>`unnest(entry.ingredients)`.as('word'))
    .where('entry.kind', '=', 'drug')
    .groupBy('word')
    .orderBy('word')
    .execute();
  return rows.map((row) => row.word);
}

/** @throws AppError `catalogue.interaction-same`, `catalogue.interaction-duplicate` whichever way round the pair stands */
async function assertPair(ctx: Ctx, id: string, a: string, b: string): Promise<void> {
  if (a === b) throw new AppError('catalogue.interaction-same', { code: EnvelopeCode.Invalid });
  const twin = await ctx.db
    .selectFrom('prescription.interaction')
    .select('id')
    .where('id', '<>', id)
    .where((eb) => eb.or([eb.and([eb('ingredient_a', '=', a), eb('ingredient_b', '=', b)]), eb.and([eb('ingredient_a', '=', b), eb('ingredient_b', '=', a)])]))
    .executeTakeFirst();
  if (twin) throw new AppError('catalogue.interaction-duplicate', { params: { a, b } });
}

/** Adds a pair, or changes one. @throws AppError `catalogue.shared-list` (403), `catalogue.interaction-not-found` (404), `catalogue.interaction-stale` (409) */
export async function saveInteraction(ctx: Ctx, id: string | undefined, body: SaveInteractionBody): Promise<InteractionRow> {
  await assertKeepsSharedLists(ctx);
  await sql`select pg_advisory_xact_lock(hashtextextended('prescription.interaction', 0))`.execute(ctx.db);
  const before = id === undefined ? undefined : await ctx.db.selectFrom('prescription.interaction').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  if (id !== undefined && !before) throw new AppError('catalogue.interaction-not-found', { code: EnvelopeCode.NotFound });
  if (before) assertVersion(before.version, body.version, 'catalogue.interaction-stale');
  const row: InteractionTable = {
    id: id ?? ctx.newId(),
    ingredient_a: body.ingredientA.trim(),
    ingredient_b: body.ingredientB.trim(),
    level: body.level,
    note: body.note.trim(),
    enabled: body.enableMark === 1,
    version: (before?.version ?? 0) + 1,
  };
  await assertPair(ctx, row.id, row.ingredient_a, row.ingredient_b);
  if (before) await ctx.db.updateTable('prescription.interaction').set(row).where('id', '=', row.id).execute();
  else await ctx.db.insertInto('prescription.interaction').values(row).execute();
  ctx.audit({ subject: 'interaction', subjectId: row.id, before: before && present(before), after: present(row) });
  return present(row);
}
