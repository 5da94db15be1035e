import { type Language, quantityToText, withoutTrailing } from '@nephra/plugin-sdk/contract';
import { type RawReply, type RequestContext, streamRows, xlsxReply } from '@nephra/plugin-sdk/server';
import type { EntryGroup } from '../../../contract/catalogue/catalogue-entry.schema.ts';
import type { PrescriptionDb } from '../../tables.ts';
import { type EntryFilter, type EntryRecord, EntryRepo } from './entry.repo.ts';

type Words = Readonly<Record<EntryGroup | 'yes' | 'no' | Column, string>>;
type Column =
  | 'number'
  | 'name'
  | 'spec'
  | 'form'
  | 'type'
  | 'category'
  | 'maker'
  | 'insurance'
  | 'approval'
  | 'grade'
  | 'price'
  | 'unit'
  | 'packed'
  | 'prepara'
  | 'dose'
  | 'doseUnit'
  | 'split'
  | 'stockKept'
  | 'cold'
  | 'control'
  | 'limit'
  | 'ingredients'
  | 'enabled';

/** Headings of the file; the server has no texts of its own for people besides sentences. */
const WORDS: Readonly<Record<Language, Words>> = {
  zh: {
    drug: '药品目录',
    material: '材料目录',
    item: '诊疗目录',
    lab: '化验目录',
    yes: '是',
    no: '否',
    number: '编码',
    name: '名称',
    spec: '规格',
    form: '剂型',
    type: '类型',
    category: '分类',
    maker: '生产厂家',
    insurance: '医保编码',
    approval: '批准文号',
    grade: '医保等级',
    price: '单价（元）',
    unit: '计价单位',
    packed: '包装数量',
    prepara: '制剂单位',
    dose: '制剂含量',
    doseUnit: '含量单位',
    split: '可拆零',
    stockKept: '管库存',
    cold: '冷链',
    control: '管制类别',
    limit: '限用范围',
    ingredients: '成分',
    enabled: '启用',
  },
  zhtw: {
    drug: '藥品目錄',
    material: '材料目錄',
    item: '診療目錄',
    lab: '檢驗目錄',
    yes: '是',
    no: '否',
    number: '代碼',
    name: '名稱',
    spec: '規格',
    form: '劑型',
    type: '類型',
    category: '分類',
    maker: '製造廠',
    insurance: '醫保代碼',
    approval: '許可證字號',
    grade: '醫保等級',
    price: '單價（元）',
    unit: '計價單位',
    packed: '包裝數量',
    prepara: '製劑單位',
    dose: '製劑含量',
    doseUnit: '含量單位',
    split: '可拆零',
    stockKept: '管庫存',
    cold: '冷鏈',
    control: '管制類別',
    limit: '限用範圍',
    ingredients: '成分',
    enabled: '啟用',
  },
  en: {
    drug: 'Drugs',
    material: 'Materials',
    item: 'Treatments',
    lab: 'Laboratory',
    yes: 'yes',
    no: 'no',
    number: 'Code',
    name: 'Name',
    spec: 'Specification',
    form: 'Form',
    type: 'Type',
    category: 'Category',
    maker: 'Maker',
    insurance: 'Insurance code',
    approval: 'Approval number',
    grade: 'Insurance grade',
    price: 'Price (yuan)',
    unit: 'Price per',
    packed: 'Units in a pack',
    prepara: 'Unit',
    dose: 'Dose of a unit',
    doseUnit: 'Dose unit',
    split: 'May be split',
    stockKept: 'Stock kept',
    cold: 'Cold chain',
    control: 'Control class',
    limit: 'Limited use',
    ingredients: 'Ingredients',
    enabled: 'In use',
  },
};

/** Numbers of the file without the column's trailing zeros: 20, not 20.0000. */
const plain = (numeric: string): string => (numeric.includes('.') ? withoutTrailing(withoutTrailing(numeric, '0'), '.') : numeric);

async function* rowsOf(entries: AsyncIterable<EntryRecord>, words: Words) {
  const yes = (is: boolean): string => (is ? words.yes : words.no);
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
export function exportEntries(ctx: RequestContext<PrescriptionDb>, filter: EntryFilter): RawReply {
  const words = WORDS[ctx.language];
  const text = (key: Exclude<Column, 'price'>, width?: number) => ({ key, title: words[key], kind: 'text' as const, ...(width ? { width } : {}) });
  ctx.audit({ subject: 'catalogue', subjectId: filter.group, note: JSON.stringify(filter) });
  return xlsxReply({
    fileName: `${words[filter.group]}-${ctx.clock.today()}`,
    sheetName: words[filter.group],
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
      { key: 'price', title: words.price, kind: 'price' },
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
    rows: rowsOf(streamRows(new EntryRepo(ctx).all(ctx.user.orgId, filter)), words),
  });
}
