import { type Language, unitPriceFromWire } from '@nephra/plugin-sdk/contract';
import { type RawReply, type RequestContext, xlsxReply } from '@nephra/plugin-sdk/server';
import type { MappingProblem, MappingState } from '../../contract/index.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { type MappingFilter, mappingRows, priceText } from './mapping/mapping.query.ts';

type Column =
  | 'problem'
  | 'number'
  | 'name'
  | 'spec'
  | 'type'
  | 'maker'
  | 'approval'
  | 'price'
  | 'unit'
  | 'grade'
  | 'code'
  | 'codeName'
  | 'begn'
  | 'codeGrade'
  | 'cap'
  | 'state'
  | 'refusal';
type Words = Readonly<Record<Column | 'sheet', string>> & {
  readonly problems: Readonly<Record<MappingProblem, string>>;
  readonly states: Readonly<Record<MappingState, string>>;
};

/** Headings of the file; the server has no texts of its own for people besides sentences. */
const WORDS: Readonly<Record<Language, Words>> = {
  zh: {
    sheet: '医保对照',
    problem: '状态',
    number: '院内编码',
    name: '名称',
    spec: '规格',
    type: '类型',
    maker: '生产厂家',
    approval: '批准文号',
    price: '单价（元）',
    unit: '计价单位',
    grade: '院内等级',
    code: '国家医保编码',
    codeName: '医保名称',
    begn: '开始日期',
    codeGrade: '医保等级',
    cap: '支付限价（元）',
    state: '上报',
    refusal: '拒绝原因',
    problems: {
      unmapped: '未对照',
      vanished: '编码已失效',
      expired: '已过期',
      refused: '上报被拒',
      'over-cap': '高于限价',
      grade: '等级不一致',
      'not-reported': '未上报',
      fine: '正常',
    },
    states: { draft: '未上报', reported: '已上报', refused: '被拒' },
  },
  zhtw: {
    sheet: '醫保對照',
    problem: '狀態',
    number: '院內代碼',
    name: '名稱',
    spec: '規格',
    type: '類型',
    maker: '製造廠',
    approval: '許可證字號',
    price: '單價（元）',
    unit: '計價單位',
    grade: '院內等級',
    code: '國家醫保代碼',
    codeName: '醫保名稱',
    begn: '開始日期',
    codeGrade: '醫保等級',
    cap: '支付限價（元）',
    state: '上報',
    refusal: '拒絕原因',
    problems: {
      unmapped: '未對照',
      vanished: '代碼已失效',
      expired: '已過期',
      refused: '上報被拒',
      'over-cap': '高於限價',
      grade: '等級不一致',
      'not-reported': '未上報',
      fine: '正常',
    },
    states: { draft: '未上報', reported: '已上報', refused: '被拒' },
  },
  en: {
    sheet: 'Mapping',
    problem: 'State',
    number: 'Own code',
    name: 'Name',
    spec: 'Specification',
    type: 'Type',
    maker: 'Maker',
    approval: 'Approval number',
    price: 'Price (yuan)',
    unit: 'Price per',
    grade: 'Own grade',
    code: 'National code',
    codeName: 'Name in the list',
    begn: 'From',
    codeGrade: 'Insurance grade',
    cap: 'Price cap (yuan)',
    state: 'Reported',
    refusal: 'Reason of refusal',
    problems: {
      unmapped: 'unmapped',
      vanished: 'code no longer valid',
      expired: 'expired',
      refused: 'refused',
      'over-cap': 'price above cap',
      grade: 'grade differs',
      'not-reported': 'not reported',
      fine: 'fine',
    },
    states: { draft: 'no', reported: 'yes', refused: 'refused' },
  },
};
const GRADES: Readonly<Record<string, string>> = { '01': '甲', '02': '乙', '03': '丙' };

async function* rowsOf(ctx: RequestContext<InsuranceTables>, filter: MappingFilter, words: Words) {
  for await (const row of mappingRows(ctx, filter)) {
    const { mapping } = row;
    yield {
      problem: words.problems[row.problem],
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
      state: mapping ? words.states[mapping.state] : '',
      refusal: mapping?.refusal ?? '',
    };
  }
}

/** The list with its filters as an Excel file, page by page. */
export function exportMappings(ctx: RequestContext<InsuranceTables>, filter: MappingFilter): RawReply {
  const words = WORDS[ctx.language];
  const text = (key: Exclude<Column, 'price'>, width?: number) => ({ key, title: words[key], kind: 'text' as const, ...(width ? { width } : {}) });
  ctx.audit({ subject: 'insurance-mapping', subjectId: ctx.user.orgId, note: JSON.stringify(filter) });
  return xlsxReply({
    fileName: `${words.sheet}-${ctx.clock.today()}`,
    sheetName: words.sheet,
    columns: [
      text('problem', 14),
      text('number', 16),
      text('name', 32),
      text('spec', 24),
      text('type'),
      text('maker', 24),
      text('approval', 20),
      { key: 'price', title: words.price, kind: 'price' },
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
    rows: rowsOf(ctx, filter, words),
  });
}
