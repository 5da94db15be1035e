import type { Page, PageRequest } from '@nephra/plugin-sdk/contract';
import { matchesKeyword, type RawReply, type RequestContext, selectPage, streamRows, xlsxReply } from '@nephra/plugin-sdk/server';
import type { DiagnosisListRow } from '../../../contract/catalogue/catalogue-diagnosis.contract.ts';
import { type DiagnosisStored, diagnosisTable } from '../../tables/diagnosis.table.ts';
import type { PrescriptionDb } from '../../tables.ts';
import { keepsSharedLists } from '../shared-lists.policy.ts';
import { SHEET_WORDS } from './diagnosis-workbook.ts';

type Ctx = RequestContext<PrescriptionDb>;

export interface DiagnosisFilter {
  readonly keyword?: string;
  readonly enabled?: number;
}

export const presentDiagnosis = ({ code, name, enabled, version }: Pick<DiagnosisStored, 'code' | 'name' | 'enabled' | 'version'>): DiagnosisListRow => ({
  code,
  name,
  enableMark: enabled ? 1 : 0,
  version,
});

function listed(ctx: Ctx, { keyword, enabled }: DiagnosisFilter) {
  let query = diagnosisTable.select(ctx, 'listed');
  const matching = matchesKeyword('listed.searchGrams', keyword, ['listed.code', 'listed.name']);
  if (matching) query = query.where(matching);
  if (enabled !== undefined) query = query.where('listed.enabled', '=', enabled === 1);
  return query;
}

export async function diagnosisPage(ctx: Ctx, filter: DiagnosisFilter, request: PageRequest): Promise<Page<DiagnosisListRow> & { keeps: boolean }> {
  const page = await selectPage(listed(ctx, filter), {
    db: ctx.db,
    request,
    sorts: { code: 'listed.code', name: 'listed.pinyin' },
    byDefault: ['listed.code', 'asc'],
    tieBreaker: 'listed.code',
  });
  return { list: page.list.map(presentDiagnosis), pagination: page.pagination, keeps: await keepsSharedLists(ctx) };
}

/** The list with its filter, under headings that the import reads. */
export function exportDiagnoses(ctx: Ctx, filter: DiagnosisFilter): RawReply {
  const words = SHEET_WORDS[ctx.language];
  ctx.audit({ subject: 'diagnosis', note: JSON.stringify(filter) });
  return xlsxReply({
    fileName: `${words.sheet}-${ctx.clock.today()}`,
    sheetName: words.sheet,
    columns: [
      { key: 'code', title: words.code, kind: 'text', width: 20 },
      { key: 'name', title: words.name, kind: 'text', width: 60 },
      { key: 'enabled', title: words.enabled, kind: 'text', width: 10 },
    ],
    rows: rowsOf(streamRows(listed(ctx, filter).orderBy('listed.code')), words),
  });
}

async function* rowsOf(rows: AsyncIterable<Pick<DiagnosisStored, 'code' | 'name' | 'enabled'>>, { yes, no }: { readonly yes: string; readonly no: string }) {
  for await (const { code, name, enabled } of rows) yield { code, name, enabled: enabled ? yes : no };
}
