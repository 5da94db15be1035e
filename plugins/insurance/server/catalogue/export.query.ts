import { unitPriceFromWire } from '@nephra/plugin-sdk/contract';
import { type RawReply, type RequestContext, xlsxReply } from '@nephra/plugin-sdk/server';
import type { MappingRow } from '../../contract/index.ts';
import type zh from '../../locales/zh.json';
import type { InsuranceTables } from '../insurance-tables.ts';
import { type MappingFilter, mappingRows, priceText } from './mapping/mapping.query.ts';

type Ctx = RequestContext<InsuranceTables>;
type Heading = keyof (typeof zh)['workbook']['head'];

const GRADES: Readonly<Record<string, string>> = { '01': '甲', '02': '乙', '03': '丙' };

/** Columns in their order: what stands in one, and its width where it is not the usual. */
const COLUMNS: readonly (readonly [key: Heading, cell: (row: MappingRow, ctx: Ctx) => string, width?: number])[] = [
  ['problem', (row, ctx) => ctx.text(`workbook.problem.${row.problem}`), 14],
  ['number', (row) => row.drugNumber, 16],
  ['name', (row) => row.drugName, 32],
  ['spec', (row) => row.drugSpec, 24],
  ['type', (row) => row.drugType],
  ['maker', (row) => row.maker, 24],
  ['approval', (row) => row.approvalNumber, 20],
  ['price', (row) => priceText(unitPriceFromWire(row.price))],
  ['unit', (row) => row.stockUnit],
  ['grade', (row) => GRADES[row.grade] ?? ''],
  ['code', ({ mapping }) => mapping?.code ?? '', 28],
  ['codeName', ({ mapping }) => mapping?.name ?? '', 32],
  ['begn', ({ mapping }) => mapping?.begnDate ?? '', 14],
  ['codeGrade', ({ mapping }) => GRADES[mapping?.grade ?? ''] ?? ''],
  ['cap', ({ mapping }) => String(mapping?.cap ?? ''), 14],
  ['state', ({ mapping }, ctx) => (mapping ? ctx.text(`workbook.state.${mapping.state}`) : '')],
  ['refusal', ({ mapping }) => mapping?.refusal ?? '', 32],
];

async function* rowsOf(ctx: Ctx, filter: MappingFilter) {
  for await (const row of mappingRows(ctx, filter)) yield Object.fromEntries(COLUMNS.map(([key, cell]) => [key, cell(row, ctx)]));
}

/** The list with its filters as an Excel file, page by page. */
export function exportMappings(ctx: Ctx, filter: MappingFilter): RawReply {
  const sheet = ctx.text('workbook.sheet');
  ctx.audit({ subject: 'insurance-mapping', subjectId: ctx.user.orgId, note: JSON.stringify(filter) });
  return xlsxReply({
    fileName: `${sheet}-${ctx.clock.today()}`,
    sheetName: sheet,
    columns: COLUMNS.map(([key, , width]) => {
      return { key, title: ctx.text(`workbook.head.${key}`), kind: key === 'price' ? key : 'text', ...(width !== undefined && { width }) } as const;
    }),
    rows: rowsOf(ctx, filter),
  });
}
