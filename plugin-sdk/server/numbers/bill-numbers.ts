import { defineExtension, defineService, type TextByLanguage } from '../../contract/index.ts';
import type { NumberFormat, ServerContext } from '../context.ts';
import { type ExtensionProvider, extend } from '../define-server-plugin.ts';

/** Something that a plugin numbers, and that a site may number by a rule of its own. */
export interface NumberUse {
  /** Code of the rule, unique in the installation: `patient.outpatient`. At most 50 characters. */
  readonly code: string;
  /** What is numbered, at most 50 characters in each language. */
  readonly title: TextByLanguage;
  /** Characters that the column of the number has room for; a rule with longer numbers is refused. */
  readonly maxLength: number;
  /** How it is numbered while no rule of this code is on; the rule begins like this. */
  readonly format: NumberFormat;
}

/** What running plugins number. The plugin of the rules keeps a rule for each, off until the site turns it on. */
export const numberUses = defineExtension<NumberUse>('system.number-use@1', { code: 'text', title: 'title', maxLength: 'number', format: 'object' });

/** Says that something may be numbered by a rule: `extensions: [numberUse(OUTPATIENT_NUMBER)]`. @throws TypeError where code or title is empty or too long */
export function numberUse<DB>(use: NumberUse): ExtensionProvider<DB> {
  for (const text of [use.code, ...Object.values(use.title)])
    if (text.trim() === '' || text.length > 50) throw new TypeError(`number use ${use.code}: "${text}" has not 1 to 50 characters`);
  const value = Object.freeze({ ...use });
  return extend(numberUses, () => value);
}

/** Numbers by the rules of the site; offered by the plugin of the rules. */
export interface BillNumbers {
  /**
   * The next number of a rule, in the running transaction: none is given twice, on whatever server, and none is lost when that is taken back.
   * @param use whose rule
   * @returns undefined while no rule of this code is on
   * @throws AppError `system.rule-too-long` when the numbers have outgrown their column
   */
  next(use: Pick<NumberUse, 'code' | 'maxLength'>): Promise<string | undefined>;
}
export const billNumbers = defineService<BillNumbers>('system.bill-numbers@1');

/**
 * The number of a new record: by the rule of the site where one is on, otherwise by the series of the plugin. Only where the row is written: the count stays
 * locked until the transaction ends. Papers whose numbers must have no gap and no other form, such as receipts, take `ctx.numbers` instead.
 * @param series counts of the plugin's own, such as `patient.outpatient.org-gz`
 */
export async function nextNumber(ctx: Pick<ServerContext<never>, 'numbers' | 'optionalService'>, use: NumberUse, series: string): Promise<string> {
  return (await ctx.optionalService(billNumbers)?.next(use)) ?? (await ctx.numbers.next(series, use.format));
}
