import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { RawReply, ServedRecord, UploadBody } from '@nephra/plugin-sdk/server';
import { type RuleFile, readRuleFile, ruleFileText } from '../../domain/bill-rule/rule-file.ts';
import type { Ctx } from '../tables/tables.ts';
import { type BillRuleStored, billRuleTable } from '../tables/bill-rule.table.ts';

const MAX_FILE_BYTES = 100_000;

/** A rule as it leaves the site. */
export const ruleContent = ({ fullName, enCode, prefix, dateFormat, digit, startNumber, sortCode, enabled, description }: BillRuleStored): RuleFile => ({
  fullName,
  enCode,
  prefix,
  dateFormat,
  digit,
  startNumber,
  sortCode,
  enabledMark: enabled ? 1 : 0,
  description,
});

/** GET {id}/Action/Export */
export async function exportRule(ctx: Ctx, id: string): Promise<RawReply> {
  const row = await billRuleTable.one(ctx, id);
  ctx.audit({ subject: 'bill-rule', subjectId: row.id, note: row.enCode });
  return {
    content: Buffer.from(ruleFileText(ruleContent(row))),
    contentType: 'application/json; charset=utf-8',
    fileName: `${row.fullName}.json`,
    disposition: 'attachment',
  };
}

async function textOf(ctx: Ctx, { file }: UploadBody): Promise<string> {
  if (file.extension !== 'json') throw new AppError('system.file-type', { code: EnvelopeCode.Invalid });
  if (file.size > MAX_FILE_BYTES) throw new AppError('system.file-unreadable', { code: EnvelopeCode.TooLarge });
  const { fileId } = await ctx.transaction(() => file.save('bill-rule'));
  try {
    return Buffer.concat(await (await ctx.files.open(fileId)).content.toArray()).toString('utf8');
  } finally {
    await ctx.transaction(() => ctx.files.remove(fileId));
  }
}

interface Imported {
  readonly id: string;
  readonly change: 'created' | 'edited' | 'unchanged';
}

/**
 * POST Action/Import: through the same writing as the page, so what may not be changed there is not changed by a file. What was exported is imported as no change.
 * @throws AppError `system.file-…`, `system.rule-file-other`, and what adding and changing refuse
 */
export async function importRule(ctx: Ctx, body: UploadBody, engine: ServedRecord['engine']): Promise<Imported> {
  const rule = readRuleFile(await textOf(ctx, body));
  if ('flaw' in rule) throw new AppError(`system.${rule.flaw}`, { code: EnvelopeCode.Invalid });
  const done = await ctx.transaction(async (): Promise<Imported> => {
    const stored = await billRuleTable.select(ctx, 'one').where('one.enCode', '=', rule.enCode).executeTakeFirst();
    if (!stored) return { id: (await engine.create(ctx as never, { ...rule })).id, change: 'created' };
    if (JSON.stringify(ruleContent(stored)) === JSON.stringify(rule)) return { id: stored.id, change: 'unchanged' };
    await engine.edit(ctx as never, stored.id, { ...rule });
    return { id: stored.id, change: 'edited' };
  });
  ctx.audit({ subject: 'bill-rule', subjectId: done.id, before: null, after: { ...rule, change: done.change } });
  ctx.message(`rule.${done.change}`, { name: rule.fullName });
  return done;
}
