import { quantityToText, withoutTrailing } from '@nephra/plugin-sdk/contract';
import { type RawReply, type RequestContext, streamRows, xlsxReply } from '@nephra/plugin-sdk/server';
import type zh from '../../locales/zh.json';
import type { CatalogueDb } from '../tables.ts';
import { type EntryFilter, type EntryRecord, EntryRepo } from './entry.repo.ts';

type Ctx = RequestContext<CatalogueDb>;
type Column = keyof (typeof zh)['workbook']['head'];

/** Numbers of the file without the column's trailing zeros: 20, not 20.0000. */
const plain = (numeric: string): string => (numeric.includes('.') ? withoutTrailing(withoutTrailing(numeric, '0'), '.') : numeric);

async function* rowsOf(ctx: Ctx, entries: AsyncIterable<EntryRecord>) {
  const yes = (is: boolean): string => (is ? ctx.text('workbook.yes') : ctx.text('workbook.no'));
  for await (const entry of entries) {
    yield {
      number: entry.drugNumber,
      name: entry.drugName,
      spec: entry.drugSpec,
      form: entry.drugForm,
      type: entry.drugType,
      category: entry.drugCategory,
      maker: entry.drugChangjia,
      insurance: entry.medicalInsCode,
      approval: entry.approvalNumber,
      grade: entry.drugDirectoryType,
      price: entry.price,
      unit: entry.stockUnit,
      packed: plain(quantityToText(entry.stockDmin)),
      prepara: entry.preparaUnit,
      dose: Number(entry.dMin) === 0 ? '' : plain(entry.dMin),
      doseUnit: entry.dMinUnit,
      split: yes(entry.splitAllowed),
      stockKept: yes(entry.stockKept),
      cold: yes(entry.coldChain),
      control: entry.controlClass,
      limit: entry.limitUseScope,
      ingredients: entry.ingredients.join(', '),
      enabled: yes(entry.enabled),
    };
  }
}

/** The list with its filters as an Excel file, streamed. */
export function exportEntries(ctx: Ctx, filter: EntryFilter): RawReply {
  const sheet = ctx.text(`workbook.sheet.${filter.group}`);
  const text = (key: Exclude<Column, 'price'>, width?: number) => ({
    key,
    title: ctx.text(`workbook.head.${key}`),
    kind: 'text' as const,
    ...(width ? { width } : {}),
  });
  ctx.audit({ subject: 'catalogue', subjectId: filter.group, note: JSON.stringify(filter) });
  return xlsxReply({
    fileName: `${sheet}-${ctx.clock.today()}`,
    sheetName: sheet,
    columns: [
      text('number'),
      text('name', 32),
      text('spec', 24),
      text('form'),
      text('type'),
      text('category', 18),
      text('maker', 24),
      text('insurance', 18),
      text('approval', 18),
      text('grade'),
      { key: 'price', title: ctx.text('workbook.head.price'), kind: 'price' },
      text('unit'),
      text('packed'),
      text('prepara'),
      text('dose'),
      text('doseUnit'),
      text('split'),
      text('stockKept'),
      text('cold'),
      text('control'),
      text('limit', 32),
      text('ingredients', 24),
      text('enabled'),
    ],
    rows: rowsOf(ctx, streamRows(new EntryRepo(ctx).all(ctx.user.orgId, filter))),
  });
}
