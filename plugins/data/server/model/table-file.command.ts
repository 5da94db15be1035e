import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { RawReply, UploadBody } from '@nephra/plugin-sdk/server';
import { MAX_COLUMNS, MAX_COMMENT, MAX_TABLE_FILE, PREVIEW_MS } from '../../contract/model/model-limits.ts';
import { OWN_SOURCE } from '../../contract/source/source-limits.ts';
import { readTableFile, tableFileText } from '../../domain/model/table-file.ts';
import { isFlaw, isSiteName, type SiteTable } from '../../domain/model/table-shape.ts';
import { mappedColumns } from '../../domain/sync/map-type.ts';
import type { Ctx } from '../tables/tables.ts';
import { uploadedText } from '../uploaded-text.ts';
import { columnsOf, inSource, tablesIn } from './catalogue.ts';
import { bringTable, flawError, SUBJECT, type TableChange } from './change-table.ts';
import { siteTableOf, tableMissing } from './site-table.ts';

const refused = (key: string, code: EnvelopeCode = EnvelopeCode.Invalid, params: Record<string, string> = {}) => new AppError(`data.${key}`, { code, params });

/** A foreign table as the table of the site that takes its rows. @throws AppError `data.name-form` where a name fits none */
async function asSiteTable(ctx: Ctx, linkId: string, name: string): Promise<SiteTable | undefined> {
  return await inSource(ctx, linkId, PREVIEW_MS, async (place) => {
    const found = await columnsOf(place, name);
    if (found.length === 0) return undefined;
    const { columns, odd } = mappedColumns(found);
    const wrong = isSiteName(name) ? odd : name;
    if (wrong !== undefined) throw refused('name-form', EnvelopeCode.Refused, { name: wrong });
    const known = (await tablesIn(place, name, 1_000)).find(({ table }) => table === name);
    return { table: name, tableName: (known?.comment ?? '').slice(0, MAX_COMMENT), columns };
  });
}

/** GET {linkId}/Table/{id}/Action/Export */
export async function exportTable(ctx: Ctx, linkId: string, name: string): Promise<RawReply> {
  const table = linkId === OWN_SOURCE ? await siteTableOf(ctx, name) : await asSiteTable(ctx, linkId, name);
  if (!table) throw tableMissing(name);
  ctx.audit({ subject: linkId === OWN_SOURCE ? SUBJECT : 'foreign-table', subjectId: `${linkId}/${name}`, note: table.tableName });
  return {
    content: Buffer.from(tableFileText(table)),
    contentType: 'application/json; charset=utf-8',
    fileName: `${table.table}.json`,
    disposition: 'attachment',
  };
}

/**
 * POST {linkId}/Action/Import: a table of that name becomes what the file says, as far as its rows allow; otherwise it is made. No rows come along.
 * @throws AppError `data.table-file-…`, and what making and changing a table refuse
 */
export async function importTable(ctx: Ctx, body: UploadBody): Promise<{ readonly table: string; readonly change: TableChange }> {
  const text = await uploadedText(ctx, body, {
    type: 'site-table',
    maxBytes: MAX_TABLE_FILE,
    otherType: () => refused('table-file-type'),
    tooLarge: () => refused('table-file-large', EnvelopeCode.TooLarge),
  });
  const table = readTableFile(text, { maxColumns: MAX_COLUMNS, maxComment: MAX_COMMENT });
  if (isFlaw(table)) throw flawError(table);
  const { before, change } = await ctx.transaction(() => bringTable(ctx, table));
  ctx.audit({ subject: SUBJECT, subjectId: table.table, before, after: table });
  ctx.message(`model.${change}`, { name: table.table });
  return { table: table.table, change };
}
