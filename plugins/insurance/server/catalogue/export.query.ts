import { unitPriceFromWire } from '@nephra/plugin-sdk/contract';
import { type RawReply, type RequestContext, xlsxReply } from '@nephra/plugin-sdk/server';
import type zh from '../../locales/zh.json';
import type { InsuranceTables } from '../insurance-tables.ts';
import { type MappingFilter, mappingRows, priceText } from './mapping/mapping.query.ts';

type Ctx = RequestContext<InsuranceTables>;
type Column = keyof (typeof zh)['workbook']['head'];

const GRADES: Readonly<Record<string, string>> = { '01': '甲', '02': '乙', '03': '丙' };

async function* rowsOf(ctx: Ctx, filter: MappingFilter) {
  for await (const row of mappingRows(ctx, filter)) {
    const { mapping } = row;
    yield {
      problem: ctx.text(`workbook.problem.${row.problem}`),
      number: row.drugNumber,
      name: row.drugName,
      spec: row.drugSpec,
      type: row.drugType,
      maker: row.maker,
      approval: row.approvalNumber,
      price: priceText(unitPriceFromWire(row.price)),
      unit: row.stockUnit,
      grade: GRADES[row.grade] ?? '',
      code: mapping?.code ?? '',
      codeName: mapping?.name ?? '',
      begn: mapping?.begnDate ?? '',
      codeGrade: GRADES[mapping?.grade ?? ''] ?? '',
      cap: mapping?.cap === null || mapping?.cap === undefined ? '' : String(mapping.cap),
      state: mapping ? ctx.text(`workbook.state.${mapping.state}`) : '',
      refusal: mapping?.refusal ?? '',
    };
  }
}

/** The list with its filters as an Excel file, page by page. */
export function exportMappings(ctx: Ctx, filter: MappingFilter): RawReply {
  const sheet = ctx.text('workbook.sheet');
  const text = (key: Exclude<Column, 'price'>, width?: number) => ({
    key,
    title: ctx.text(`workbook.head.${key}`),
    kind: 'text' as const,
    ...(width ? { width } : {}),
  });
  ctx.audit({ subject: 'insurance-mapping', subjectId: ctx.user.orgId, note: JSON.stringify(filter) });
  return xlsxReply({
    fileName: `${sheet}-${ctx.clock.today()}`,
    sheetName: sheet,
    columns: [
      text('problem', 14),
      text('number', 16),
      text('name', 32),
      text('spec', 24),
      text('type'),
      text('maker', 24),
      text('approval', 20),
      { key: 'price', title: ctx.text('workbook.head.price'), kind: 'price' },
      text('unit'),
      text('grade'),
      text('code', 28),
      text('codeName', 32),
      text('begn', 14),
      text('codeGrade'),
      text('cap', 14),
      text('state'),
      text('refusal', 32),
    ],
    rows: rowsOf(ctx, filter),
  });
}
