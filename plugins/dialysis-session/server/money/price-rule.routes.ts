import { AppError, dayOf, DAY_MS, EnvelopeCode, parseDay } from '@nephra/plugin-sdk/contract';
import { implement } from '@nephra/plugin-sdk/server';
import { catalogueEntries } from '../../../catalogue/contract/index.ts';
import { type PriceRuleBody, priceRuleContract, type PriceRuleRow } from '../../contract/money/price-rule.contract.ts';
import { type PriceRuleStored, priceRuleTable } from '../tables/price-rule.table.ts';
import type { Ctx, SessionDb } from '../tables/tables.ts';

const viewOf = (row: PriceRuleStored): PriceRuleRow => ({
  ...{
    id: row.id,
    kind: row.kind,
    region: row.region as PriceRuleRow['region'],
    mode: row.mode as PriceRuleRow['mode'],
    drugId: row.drugId,
    name: row.ruleName,
  },
  ...{ words: [...row.words], most: row.most, from: row.fromDay, to: row.toDay, source: row.source, version: row.version },
});

const refuse = (key: string, path: string): never => {
  throw new AppError(`dialysis-session.${key}`, { code: EnvelopeCode.Invalid, fields: [{ path, msg: '' }] });
};

async function nameOf(ctx: Ctx, body: PriceRuleBody): Promise<string> {
  if (body.drugId === '') return body.name.trim();
  const entry = (await ctx.service(catalogueEntries).entries(ctx.user.orgId, [body.drugId])).find(({ kind }) => kind === 'item');
  return entry?.drugName ?? refuse('entry-unknown', 'drugId');
}

function assertRule(body: PriceRuleBody): void {
  if (body.to !== null && body.to < body.from) refuse('price-rule-days', 'to');
  if ((body.kind === 'treatment') !== (body.mode !== '')) refuse('price-rule-mode', 'mode');
  if (body.kind === 'test' && body.name.trim() === '') refuse('price-rule-name', 'name');
  if (body.kind === 'test' && (body.words.length === 0 || body.most === null)) refuse('price-rule-words', 'words');
}

/** The day before, `YYYY-MM-DD`. */
const dayBefore = (day: string): string => dayOf(parseDay(day) - DAY_MS);

/** What is in force of the same mode, or of the same test, ends on the day before. */
async function endBefore(ctx: Ctx, body: PriceRuleBody, name: string): Promise<void> {
  const rows = await priceRuleTable
    .select(ctx, 'r')
    .where('r.orgId', '=', ctx.user.orgId)
    .where('r.kind', '=', body.kind)
    .where(body.kind === 'test' ? 'r.ruleName' : 'r.mode', '=', body.kind === 'test' ? name : body.mode)
    .where('r.fromDay', '<', body.from)
    .forUpdate()
    .execute();
  for (const row of rows) if (row.toDay === null || row.toDay >= body.from) await priceRuleTable.update(ctx, row, { toDay: dayBefore(body.from) });
}

export const priceRuleRoutes = implement<SessionDb>()(priceRuleContract, {
  async list(_input, ctx) {
    const rows = await priceRuleTable
      .select(ctx, 'r')
      .where('r.orgId', '=', ctx.user.orgId)
      .orderBy('r.kind', 'desc')
      .orderBy('r.mode')
      .orderBy('r.fromDay', 'desc')
      .orderBy('r.id')
      .limit(500)
      .execute();
    return { list: rows.map(viewOf) };
  },
  async add({ body }, ctx) {
    assertRule(body);
    const name = await nameOf(ctx, body);
    await endBefore(ctx, body, name);
    const { kind, region, mode, drugId, most, from, to } = body;
    const words = [...new Set(body.words.map((word) => word.trim()))];
    const row = await priceRuleTable.insert(ctx, {
      ...{ orgId: ctx.user.orgId, kind, region, mode, drugId, ruleName: name, words, most, fromDay: from, toDay: to, source: body.source.trim() },
    });
    ctx.audit({ subject: 'dialysis-price-rule', subjectId: row.id, after: body });
    ctx.message('price-rule-added');
    return viewOf(row);
  },
  async remove({ params, body }, ctx) {
    const row = await priceRuleTable.lock(ctx, params.id, body.version);
    await priceRuleTable.retire(ctx, row);
    ctx.audit({ subject: 'dialysis-price-rule', subjectId: row.id, before: viewOf(row) });
    ctx.message('price-rule-removed');
    return null;
  },
});
