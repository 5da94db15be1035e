import { createFakeWebContext } from '@nephra/plugin-sdk/testing';
import { describe, expect, it } from 'vitest';
import type { PrintReply } from '../../contract/index.ts';
import { emptyOf } from '../../../catalogue/contract/index.ts';
import { LINE_PRINTED } from '../../contract/line-content.ts';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import zhtw from '../../locales/zhtw.json' with { type: 'json' };
import { rxOf } from '../work-area/rx.fixture.ts';
import { rxSheetHtml } from './rx-sheet.html.ts';

type Row = PrintReply['sheets'][number]['rows'][number];

const row = (over: Partial<Row> = {}): Row => ({
  detailId: 'd1',
  mark: '',
  drugName: '骨化三醇软胶囊',
  drugSpec: '0.25µg×20粒',
  ...emptyOf(LINE_PRINTED),
  onceUsing: 0.5,
  onceUsingUnit: 'µg',
  drugUsage: '1',
  drugInterval: 'qd',
  drugDays: 28,
  drugNum: 3,
  drugNumUnit: '盒',
  price: 38.5,
  subTotal: 115.5,
  ...over,
});

const injected = (mark: string, drugName: string, remark = ''): Row =>
  row({
    mark,
    drugName,
    drugSpec: '',
    drugUsage: '404',
    drugInterval: 'hd',
    drugDays: 1,
    onceUsing: 1,
    onceUsingUnit: '支',
    drugNum: 1,
    drugNumUnit: '支',
    remark,
  });

function printed(over: Partial<PrintReply> = {}): PrintReply {
  const { prescriptionDetailList: _, sessionWeekdays: __, westDetailList: ___, diagTreatDetailList: ____, assayDetailList: _____, ...head } = rxOf();
  return {
    ...head,
    dpType: 14,
    totalPrice: 515.5,
    patientIdcard: '',
    allergies: ['青霉素'],
    allergyState: '',
    sheetCount: 2,
    sheets: [
      {
        sheetNo: 1,
        kind: 'rx',
        colour: 'white',
        controlClass: '',
        rows: [row(), injected('┏', '0.9%氯化钠注射液'), injected('┗', '蔗糖铁注射液', '慢滴')],
        blankRows: 2,
        subTotal: 115.5,
      },
      {
        sheetNo: 2,
        kind: 'treatment',
        colour: 'white',
        controlClass: '',
        rows: [row({ drugName: '血液透析', drugSpec: '', drugNum: 1, drugNumUnit: '次' })],
        blankRows: 4,
        subTotal: 400,
      },
    ],
    ...over,
  };
}

const textsIn = (texts: object) => createFakeWebContext({ texts }).t;
/** Text of the paper as it is read: one line per block. */
const read = (html: string): string[] =>
  html
    .replace(/<\/(p|h1|h2|div|tr|section)>/g, '\n')
    .replace(/<\/(dt|td)>/g, ' ')
    .replace(/<[^>]+>/g, '')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');

describe('[2.7-03] the prescription on paper', () => {
  it('is, word for word', () => {
    expect(read(rxSheetHtml(textsIn(zh), printed(), '康源血液透析中心').html)).toEqual([
      'CF202603020001',
      '康源血液透析中心',
      '处方笺',
      '普通',
      '姓名 赵一',
      '性别年龄 男 66岁',
      '门诊号 MZ0001',
      '费别 职工医保',
      '医疗类别 门诊慢特病',
      '开立时间 2026-03-02 10:00',
      '临床诊断 终末期肾病',
      '过敏 青霉素',
      'Rp.',
      '1 骨化三醇软胶囊 0.25µg×20粒',
      '每次 0.5 µg 口服 每日一次 共 28 天',
      '× 3 盒',
      '2 ┏ 0.9%氯化钠注射液',
      '每次 1 支 静脉注射/滴注 每次透析',
      '× 1 支',
      '3 ┗ 蔗糖铁注射液',
      '每次 1 支 静脉注射/滴注 每次透析',
      '慢滴',
      '× 1 支',
      '———— 以下空白 ————',
      '本页金额 ¥115.50第 1 页 / 共 2 页 · 处方合计 ¥515.50',
      '开立医生 林医生',
      '审核',
      '调配',
      '核对发药',
      'CF202603020001',
      '康源血液透析中心',
      '治疗单',
      '普通',
      '姓名 赵一',
      '性别年龄 男 66岁',
      '门诊号 MZ0001',
      '费别 职工医保',
      '医疗类别 门诊慢特病',
      '开立时间 2026-03-02 10:00',
      '临床诊断 终末期肾病',
      '过敏 青霉素',
      '1 血液透析 1 次',
      '本页金额 ¥400.00第 2 页 / 共 2 页 · 处方合计 ¥515.50',
      '开立医生 林医生',
      '执行',
      '执行时间',
    ]);
  });

  it('papers of the ward and of the laboratory carry no signatures of the pharmacy', () => {
    const [first] = printed().sheets;
    if (!first) throw new Error('no sheet');
    const paper = (kind: 'treatment' | 'assay') => rxSheetHtml(textsIn(zh), printed({ sheets: [{ ...first, kind }] }), 'A').html;
    for (const kind of ['treatment', 'assay'] as const) for (const label of ['审核', '调配', '核对发药']) expect(paper(kind)).not.toContain(label);
    expect(read(paper('assay')).slice(-4)).toEqual(['开立医生 林医生', '采集', '采集时间', '接收']);
  });

  it('narcotic drugs come on red paper with the class and the identity number', () => {
    const [first] = printed().sheets;
    if (!first) throw new Error('no sheet');
    const { html } = rxSheetHtml(
      textsIn(zh),
      printed({ patientIdcard: '440100196001011234', sheets: [{ ...first, colour: 'red', controlClass: 'narcotic' }] }),
      'A',
    );
    expect(html).toContain('class="sheet red"');
    expect(read(html)).toContain('身份证号 440100196001011234');
    expect(read(html)[3]).toBe('麻');
  });

  it('speaks the language of the reader', () => {
    expect(read(rxSheetHtml(textsIn(zhtw), printed(), 'A').html)).toContain('———— 以下空白 ————');
    expect(read(rxSheetHtml(textsIn(zhtw), printed(), 'A').html)[2]).toBe('處方箋');
    expect(read(rxSheetHtml(textsIn(en), printed(), 'A').html)).toContain(
      '0.5 µg each by mouth Once daily for 28 days'.replace('by mouth', textsIn(en)('usage.1')).replace('Once daily', textsIn(en)('freq.qd')),
    );
  });

  it('names are text, never markup', () => {
    const [first] = printed().sheets;
    if (!first) throw new Error('no sheet');
    const bad = '<img src=x onerror=alert(1)>';
    const { html } = rxSheetHtml(textsIn(zh), printed({ patientName: bad, sheets: [{ ...first, rows: [row({ drugName: bad, remark: bad })] }] }), bad);
    expect(html).not.toContain('<img');
  });

  it.each([
    ['zh', zh, '过敏 未询问', '过敏 无（已询问）'],
    ['zhtw', zhtw, '過敏 未詢問', '過敏 無（已詢問）'],
    ['en', en, 'never asked', 'none (asked)'],
  ])('[B17] %s: paper says whether somebody asked for allergies', (_, texts, unasked, none) => {
    const paper = (allergyState: '' | 'none') => read(rxSheetHtml(textsIn(texts), printed({ allergies: [], allergyState }), '测试').html).join('\n');
    expect(paper('')).toContain(unasked);
    expect(paper('')).not.toContain(none);
    expect(paper('none')).toContain(none);
    expect(paper('none')).not.toContain(unasked);
  });
});
