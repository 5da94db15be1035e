import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type RecordChange, type ServedRecord, serveRecord, type UploadBody } from '@nephra/plugin-sdk/server';
import { billRuleContract } from '../../contract/bill-rule/bill-rule.contract.ts';
import { couldMeet, type DatePart, exampleNumber, type NumberShape, numberLength } from '../../domain/bill-rule/number-shape.ts';
import type { Ctx, SystemDb } from '../tables/tables.ts';
import { billRuleShapeTable, billRuleTable } from '../tables/bill-rule.table.ts';
import { numberForForm } from './give-number.ts';
import { keepRules, usesByCode } from './known-uses.ts';
import { exportRule, importRule } from './rule-file.command.ts';

type Change = RecordChange<(typeof billRuleTable)['columns']>;

const shapeOf = ({ prefix, dateFormat, digit }: { readonly prefix: string; readonly dateFormat: string; readonly digit: number }): NumberShape => ({
  prefix,
  dateFormat: dateFormat as DatePart,
  digit,
});

const shapesOf = (ctx: Ctx, ruleIds: readonly string[]) =>
  billRuleShapeTable.select(ctx, 'one').where('one.ruleId', 'in', ruleIds).orderBy('one.givenAt').execute();

const atField = (key: string, path: string, params: Record<string, string | number>) =>
  new AppError(key, { code: EnvelopeCode.Invalid, params, fields: [{ path, msg: '' }] });

/** @throws AppError what a rule must not become: one that may give a number twice, numbers without room, a rule that is gone although it gave numbers */
async function assertMay(ctx: Ctx, { before, after }: Change): Promise<void> {
  const use = usesByCode(ctx).get(after?.enCode ?? '');
  if (after && use && numberLength(shapeOf(after)) > use.maxLength)
    throw atField('system.rule-no-room', 'prefix', { name: use.title[ctx.language], max: use.maxLength });
  if (!before) return;
  const given = await shapesOf(ctx, [before.id]);
  if (!after && given.length > 0) throw new AppError('system.rule-in-use', { params: { name: before.fullName, number: given.at(-1)?.lastNumber ?? '' } });
  if (after && given.some((one) => couldMeet(shapeOf(one), shapeOf(after))))
    throw atField('system.rule-would-repeat', 'prefix', { number: given.at(-1)?.lastNumber ?? '' });
}

const served: ServedRecord = serveRecord<SystemDb>()(billRuleContract, billRuleTable, {
  async shown(ctx, rows) {
    const uses = usesByCode(ctx);
    const ids = rows.map(({ id }) => id);
    const last = new Map((ids.length > 0 ? await shapesOf(ctx, ids) : []).map(({ ruleId, lastNumber }) => [ruleId, lastNumber]));
    return rows.map((row) => ({
      example: exampleNumber(shapeOf(row), row.startNumber, ctx.clock.today()),
      outputNumber: last.get(row.id) ?? '',
      usedFor: uses.get(row.enCode)?.title[ctx.language] ?? '',
      creatorUser: row.creatorUser,
    }));
  },
  // All organisations number by it.
  keeps: async (ctx) => ctx.user.isAdministrator,
  initial: (ctx) => ({ creatorUser: ctx.user.userName }),
  check: assertMay,
  more: {
    async selector(_input, ctx) {
      const rows = await billRuleTable
        .select(ctx, 'one')
        .where('one.enabled', '=', true)
        .orderBy('one.sortCode')
        .orderBy('one.fullName')
        .orderBy('one.id')
        .execute();
      return { list: rows.map(({ id, enCode, fullName }) => ({ id, enCode, fullName })) };
    },
    number: ({ params }, ctx) => numberForForm(ctx, params.code),
    exportFile: ({ params }, ctx) => exportRule(ctx, params.id),
    importFile: ({ body }, ctx) => importRule(ctx, body as unknown as UploadBody, served.engine.in(ctx)),
  },
});

type List = (input: unknown, ctx: Ctx) => unknown;

/** Plugins that came since are seen by whoever reads the list. */
export const billRuleRoutes: ServedRecord = {
  ...served,
  handlers: {
    ...served.handlers,
    list: (async (input: unknown, ctx: Ctx) => {
      await keepRules(ctx);
      return await (served.handlers.list as unknown as List)(input, ctx);
    }) as never,
  },
};
