import { Type } from '@nephra/plugin-sdk/contract';
import { bundlePart, bundleRecordFields, writeBundleRecord } from '@nephra/plugin-sdk/server';
import { billRule } from '../../../contract/bill-rule/bill-rule.contract.ts';
import { billRuleRoutes } from '../../bill-rule/bill-rule.routes.ts';
import { keepRules, ruleOf, usesByCode } from '../../bill-rule/known-uses.ts';
import { ruleContent } from '../../bill-rule/rule-file.command.ts';
import { billRuleTable } from '../../tables/bill-rule.table.ts';
import type { Ctx, SystemDb } from '../../tables/tables.ts';
import { wanted } from './record-entries.ts';

const NAMES = ['fullName', 'prefix', 'dateFormat', 'digit', 'startNumber', 'sortCode', 'enabledMark', 'description'] as const;
const text = Type.String();
const whole = Type.Integer();

const storedRules = (ctx: Ctx) => billRuleTable.select(ctx, 'one').orderBy('one.enCode').execute();

/** A rule that a plugin brought and nobody touched is there at the other site, too. */
function isTouched(row: Awaited<ReturnType<typeof storedRules>>[number], uses: ReturnType<typeof usesByCode>): boolean {
  const use = uses.get(row.enCode);
  const brought = use && ruleOf(use);
  return !brought || Object.entries(brought).some(([name, value]) => row[name as keyof typeof brought] !== value);
}

/** Number rules without their counts, which are of one site. */
export const numberRules = bundlePart<SystemDb>({
  id: 'number-rules',
  title: { zh: '单据规则', zhtw: '單據規則', en: 'Number rules' },
  format: 1,
  fields: bundleRecordFields(billRule, NAMES),
  values: Type.Object(
    {
      fullName: text,
      prefix: text,
      dateFormat: text,
      digit: whole,
      startNumber: text,
      sortCode: whole,
      enabledMark: whole,
      description: text,
    },
    { additionalProperties: false },
  ),
  async rows(ctx, codes) {
    await keepRules(ctx);
    const uses = usesByCode(ctx);
    const rows = (await storedRules(ctx)).map((row) => {
      const { enCode, ...values } = ruleContent(row);
      return { code: enCode, name: row.fullName, values, own: isTouched(row, uses) };
    });
    return wanted(rows, codes, ({ own }) => own).map(({ own: _, ...row }) => row);
  },
  writer: async (ctx) => async (row) => {
    const stored = await billRuleTable.select(ctx, 'one').where('one.enCode', '=', row.code).executeTakeFirst();
    await writeBundleRecord(ctx, billRuleRoutes, stored?.id, { ...row.values, enCode: row.code });
  },
});
