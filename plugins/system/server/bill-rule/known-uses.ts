import { type NumberUse, numberUses, sql } from '@nephra/plugin-sdk/server';
import type { ReadCtx } from '../tables/tables.ts';
import { billRuleTable } from '../tables/bill-rule.table.ts';

/** What running plugins number, by the code of its rule. */
export const usesByCode = (ctx: Pick<ReadCtx, 'extensions'>): ReadonlyMap<string, NumberUse> =>
  new Map(ctx.extensions(numberUses).map(({ value }) => [value.code, value]));

/** Keeps a rule for everything that plugins number: off, and like the plugin numbers by itself. One that a site has deleted stays away. */
export async function keepRules(ctx: ReadCtx): Promise<void> {
  const uses = [...usesByCode(ctx).values()];
  if (uses.length === 0) return;
  await ctx.transaction(async () => {
    // Two servers that look at once write one after another.
    await sql`select pg_advisory_xact_lock(hashtextextended('system.bill-rules', 0))`.execute(ctx.db);
    // rows: codes that were ever used, deleted ones too
    const taken = await ctx.db
      .selectFrom('system.bill_rule')
      .select('en_code')
      .where(
        'en_code',
        'in',
        uses.map(({ code }) => code),
      )
      .execute();
    const known = new Set(taken.map(({ en_code }) => en_code));
    const rows = uses.filter(({ code }) => !known.has(code)).map(ruleOf);
    if (rows.length > 0) await billRuleTable.insertAll(ctx, rows);
  });
}

/** A rule as a plugin brings it. */
export const ruleOf = ({ code, title, format }: NumberUse) => ({
  fullName: title.zh,
  enCode: code,
  prefix: format.prefix,
  dateFormat: format.date ?? ('no' as const),
  digit: format.digits,
  startNumber: String(format.start ?? 1),
  sortCode: 0,
  enabled: false,
  description: '',
  creatorUser: '',
});
