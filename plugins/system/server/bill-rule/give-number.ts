import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type BillNumbers, type NumberUse, sql } from '@nephra/plugin-sdk/server';
import type { DatePart } from '../../domain/bill-rule/number-shape.ts';
import type { Ctx, ReadCtx } from '../tables/tables.ts';

/** A form that is opened again within this time shows the same number, as on the platform. */
const HOLD_MS = 3 * 60_000;

interface Rule {
  readonly id: string;
  readonly prefix: string;
  readonly dateFormat: DatePart;
  readonly digit: number;
  readonly startNumber: string;
}

/** Shared with others who number, but nobody changes or deletes the rule until the number is committed or taken back. */
async function heldRule(ctx: ReadCtx, code: string): Promise<Rule | undefined> {
  // rows: rules are of the whole installation, and whoever numbers need not see them
  return (await ctx.db
    .selectFrom('system.bill_rule')
    .select(['id', 'prefix', 'date_format as dateFormat', 'digit', 'start_number as startNumber'])
    .where('en_code', '=', code)
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()) as Rule | undefined;
}

async function give(ctx: ReadCtx, { id, prefix, dateFormat, digit, startNumber }: Rule): Promise<string> {
  const number = await ctx.numbers.next(`system.bill-rule/${id}/${prefix}`, {
    prefix,
    digits: digit,
    start: Number(startNumber),
    ...(dateFormat !== 'no' && { date: dateFormat }),
  });
  const given = { last_number: number, given_at: ctx.clock.now() };
  // Shown with the rule. It travels with the commit: nobody waits for it.
  await ctx.lateDb
    .insertInto('system.bill_rule_shape')
    .values({ rule_id: id, prefix, date_format: dateFormat, digit, ...given })
    .onConflict((conflict) => conflict.columns(['rule_id', 'prefix', 'date_format', 'digit']).doUpdateSet(given))
    .execute();
  return number;
}

/** Rules for other plugins. */
export const numbersByRule = (ctx: ReadCtx): BillNumbers => ({
  next: ({ code, maxLength }: Pick<NumberUse, 'code' | 'maxLength'>) =>
    ctx.transaction(async () => {
      const rule = await heldRule(ctx, code);
      const number = rule && (await give(ctx, rule));
      if (number !== undefined && number.length > maxLength) throw new AppError('system.rule-too-long', { params: { code, max: maxLength } });
      return number;
    }),
});

/**
 * GET BillNumber/{code}: a number for a form that is about to be filled in; the same person reads the same one for three minutes.
 * @throws AppError `system.rule-unknown` (404)
 */
export async function numberForForm(ctx: Ctx, code: string): Promise<string> {
  const { userId } = ctx.user;
  return await ctx.transaction(async () => {
    const rule = await heldRule(ctx, code);
    if (!rule) throw new AppError('system.rule-unknown', { code: EnvelopeCode.NotFound, params: { code } });
    const now = ctx.clock.steady();
    // The row is locked by this: two windows of one person get one number.
    const held = await ctx.db
      .insertInto('system.bill_number_hold')
      .values({ rule_id: rule.id, user_id: userId, number: '', until: now })
      .onConflict((conflict) => conflict.columns(['rule_id', 'user_id']).doUpdateSet({ number: sql<string>`bill_number_hold.number` }))
      .returning(['number', 'until'])
      .executeTakeFirstOrThrow();
    if (held.number !== '' && held.until > now) return held.number;
    const number = await give(ctx, rule);
    // rows: everybody holds numbers of their own
    await ctx.db
      .updateTable('system.bill_number_hold')
      .set({ number, until: new Date(now.getTime() + HOLD_MS) })
      .where('rule_id', '=', rule.id)
      .where('user_id', '=', userId)
      .execute();
    ctx.audit({ subject: 'bill-rule', subjectId: rule.id, note: number });
    return number;
  });
}
