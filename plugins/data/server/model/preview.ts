import { AppError, EnvelopeCode, type Page, toPage } from '@nephra/plugin-sdk/contract';
import { containing, quoteName } from '@nephra/plugin-sdk/server';
import { MAX_PREVIEW_ROWS, MAX_PREVIEW_TEXT, PREVIEW_MS } from '../../contract/model/model-limits.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { columnsOf, inSource, type TextRow, tableIn } from './catalogue.ts';
import { tableMissing } from './site-table.ts';

export interface PreviewQuestion {
  readonly table: string;
  /** Column that the keyword is looked for in; empty: any. */
  readonly field: string;
  readonly keyword: string;
  readonly currentPage: number;
  readonly pageSize: number;
}

/** Rows of a table as texts, cut in the database: what is long never travels. */
export async function previewOf(ctx: ReadCtx, sourceId: string, question: PreviewQuestion): Promise<Page<TextRow>> {
  const { table, field, keyword, currentPage, pageSize } = question;
  return await inSource(ctx, sourceId, PREVIEW_MS, async (place) => {
    const columns = await columnsOf(place, table);
    if (columns.length === 0) throw tableMissing(table);
    if (field !== '' && !columns.some(({ name }) => name === field))
      throw new AppError('data.column-missing', { code: EnvelopeCode.Invalid, params: { name: field } });
    const searched = columns.filter(({ name }) => field === '' || name === field).map(({ name }) => `t.${quoteName(name)}::text`);
    const where = keyword === '' ? '' : ` where concat_ws(' ', ${searched.join(', ')}) ilike $1::text`;
    const values = keyword === '' ? [] : [containing(keyword)];
    const from = `${tableIn(place, table)} as t`;
    const keys = columns.filter(({ keyPlace }) => keyPlace > 0).sort((a, b) => a.keyPlace - b.keyPlace);
    // By the column and not by the text of the same name that is answered: 10 comes after 9.
    const order = keys.length === 0 ? '' : ` order by ${keys.map(({ name }) => `t.${quoteName(name)}`).join(', ')}`;
    const offset = (currentPage - 1) * pageSize;
    const limit = Math.max(0, Math.min(pageSize, MAX_PREVIEW_ROWS - offset));
    const shown = columns.map(({ name }) => `left(t.${quoteName(name)}::text, ${MAX_PREVIEW_TEXT}) as ${quoteName(name)}`).join(', ');
    const list = limit === 0 ? [] : await place.ask(`select ${shown} from ${from}${where}${order} limit ${limit} offset ${offset}`, values);
    const [counted] = await place.ask(`select count(*)::text as total from (select 1 from ${from}${where} limit ${MAX_PREVIEW_ROWS}) as found`, values);
    return toPage([...list], Number(counted?.total ?? 0), { currentPage, pageSize });
  });
}
