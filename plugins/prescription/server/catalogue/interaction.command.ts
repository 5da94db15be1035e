import { AppError, EnvelopeCode, type Page, type PageRequest } from '@nephra/plugin-sdk/contract';
import { assertVersion, type RequestContext, selectPage, sql } from '@nephra/plugin-sdk/server';
import type { InteractionRow, SaveInteractionBody } from '../../contract/catalogue/catalogue-interaction.contract.ts';
import { assertKeepsSharedLists, keepsSharedLists } from './shared-lists.policy.ts';
import { catalogueTable } from '../tables/catalogue.table.ts';
import { type InteractionStored, interactionTable } from '../tables/interaction.table.ts';
import type { PrescriptionDb } from '../tables.ts';

type Ctx = RequestContext<PrescriptionDb>;

const present = ({ id, enabled, ...pair }: InteractionStored): InteractionRow => ({ interactionId: id, ...pair, enableMark: enabled ? 1 : 0 });

export async function interactionPage(
  ctx: Ctx,
  filter: { keyword?: string; level?: InteractionRow['level']; enabled?: number },
  request: PageRequest,
): Promise<Page<InteractionRow> & { keeps: boolean }> {
  let query = interactionTable.select(ctx, 'pair');
  if (filter.level) query = query.where('pair.level', '=', filter.level);
  if (filter.enabled !== undefined) query = query.where('pair.enabled', '=', filter.enabled === 1);
  const keyword = filter.keyword?.trim() ?? '';
  if (keyword !== '') {
    // A few hundred pairs: reading them all is quicker than keeping an index of their parts.
    query = query.where(sql<boolean>`position(lower(${keyword}) in lower(pair."ingredientA" || ' ' || pair."ingredientB" || ' ' || pair.note)) > 0`);
  }
  const page = await selectPage(query, {
    db: ctx.db,
    request,
    sorts: { ingredientA: 'pair.ingredientA', ingredientB: 'pair.ingredientB', level: 'pair.level' },
    byDefault: ['pair.ingredientA', 'asc'],
    tieBreaker: 'pair.id',
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
  const twin = await interactionTable
    .select(ctx, 'pair')
    .where('pair.id', '<>', id)
    .where((eb) =>
      eb.or([
        eb.and([eb('pair.ingredientA', '=', a), eb('pair.ingredientB', '=', b)]),
        eb.and([eb('pair.ingredientA', '=', b), eb('pair.ingredientB', '=', a)]),
      ]),
    )
    .executeTakeFirst();
  if (twin) throw new AppError('catalogue.interaction-duplicate', { params: { a, b } });
}

/** Adds a pair, or changes one. @throws AppError `catalogue.shared-list` (403), `catalogue.interaction-not-found` (404), `catalogue.interaction-stale` (409) */
export async function saveInteraction(ctx: Ctx, id: string | undefined, body: SaveInteractionBody): Promise<InteractionRow> {
  await assertKeepsSharedLists(ctx);
  await sql`select pg_advisory_xact_lock(hashtextextended('prescription.interaction', 0))`.execute(ctx.db);
  const before = id === undefined ? undefined : await interactionTable.find(ctx, id);
  if (id !== undefined && !before) throw new AppError('catalogue.interaction-not-found', { code: EnvelopeCode.NotFound });
  if (before) assertVersion(before.version, body.version, 'catalogue.interaction-stale');
  const content = {
    ingredientA: body.ingredientA.trim(),
    ingredientB: body.ingredientB.trim(),
    level: body.level,
    note: body.note.trim(),
    enabled: body.enableMark === 1,
  };
  await assertPair(ctx, before?.id ?? '', content.ingredientA, content.ingredientB);
  const after = before ? await interactionTable.update(ctx, before, content) : await interactionTable.insert(ctx, content);
  ctx.audit({ subject: 'interaction', subjectId: after.id, before: before && present(before), after: present(after) });
  return present(after);
}
