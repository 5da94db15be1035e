import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { areaUses, type RecordChange, requireSystemAdministrator, type ServedRecord, serveRecord, usesText } from '@nephra/plugin-sdk/server';
import { areaContract } from '../../contract/area/area.contract.ts';
import { topAsNone } from '../dictionary/top-as-none.ts';
import { type AreaStored, areaTable } from '../tables/area.table.ts';
import type { Ctx, SystemDb } from '../tables/tables.ts';
import { areaInfo, areaPaths, childrenOf, choicesBelow, findAreas, listedAmong, namesOfPaths, pathsAsked } from './area.query.ts';
import { takeTowns, townSeed, townsOnOffer } from './seed-towns.ts';

/** Milliseconds that one call loads towns: far less than a browser waits. */
const TOWNS_MS = 4_000;

/** One that rows hold stays, whoever may see them; it can be disabled. */
async function assertUnused(ctx: Ctx, { id, fullName, enCode }: AreaStored): Promise<void> {
  const texts: string[] = [];
  for (const { value } of ctx.extensions(areaUses)) {
    const uses = await value.of(ctx, id);
    if (uses) texts.push(usesText(ctx, uses));
  }
  if (texts.length === 0) return;
  const list = texts.join(ctx.language === 'en' ? '; ' : '；');
  throw new AppError('system.area-in-use', { code: EnvelopeCode.Refused, params: { name: fullName, code: enCode, list } });
}

/** @throws AppError what of an area must not be so */
async function assertMay(ctx: Ctx, { before, after }: RecordChange<(typeof areaTable)['columns']>): Promise<void> {
  if (!before) return;
  const isListed = (await listedAmong(ctx, [before.id])).has(before.id);
  if (isListed && !after) throw new AppError('system.area-listed', { code: EnvelopeCode.Refused, params: { name: before.fullName } });
  if (isListed && after && after.enCode !== before.enCode)
    throw new AppError('system.area-code-listed', {
      code: EnvelopeCode.Invalid,
      params: { name: before.fullName },
      fields: [{ path: 'enCode', msg: '' }],
    });
  if (!after) await assertUnused(ctx, before);
}

const served: ServedRecord = serveRecord<SystemDb>()(areaContract, areaTable, {
  // All organisations read it.
  keeps: async (ctx) => ctx.user.isAdministrator,
  async shown(ctx, rows) {
    const ids = rows.map(({ id }) => id);
    const [paths, listed] = [await areaPaths(ctx, ids), await listedAmong(ctx, ids)];
    return ids.map((id) => ({ path: paths.get(id)?.text ?? '', seeded: listed.has(id) ? 1 : 0 }));
  },
  check: assertMay,
  more: {
    children: async ({ params, query }, ctx) => ({ list: await childrenOf(ctx, params.id, query.keyword) }),
    selector: async ({ params }, ctx) => ({ list: await choicesBelow(ctx, params.id, params.x) }),
    names: ({ body }, ctx) => namesOfPaths(ctx, body.idsList),
    info: ({ params }, ctx) => areaInfo(ctx, params.id),
    find: async ({ query }, ctx) => ({ list: await findAreas(ctx, query.keyword) }),
    paths: async ({ body }, ctx) => ({ list: await pathsAsked(ctx, body.ids) }),
    towns(_input, ctx) {
      requireSystemAdministrator(ctx);
      return townsOnOffer(ctx);
    },
    async takeTowns({ body }, ctx) {
      requireSystemAdministrator(ctx);
      const seed = await townSeed();
      // An upgrade brought another list while the question stood open.
      if (body.date !== seed.date) throw new AppError('system.towns-other', { code: EnvelopeCode.Conflict, params: { date: seed.date } });
      const end = ctx.clock.steady().getTime() + TOWNS_MS;
      const { added, next, of } = await takeTowns(ctx, seed, body.from ?? 0, () => ctx.clock.steady().getTime() >= end);
      ctx.audit({ subject: 'area-towns', subjectId: 'towns', after: { added, next } });
      if (next < 0) ctx.message('area.townsTaken');
      return { added, next, of };
    },
  },
});

export const areaRoutes: ServedRecord = topAsNone(served);
