import { createFakeWebContext } from '@nephra/plugin-sdk/testing';
import { describe, expect, it } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import zhtw from '../../locales/zhtw.json' with { type: 'json' };
import { hospitalSheet, insuredSheet, sheet } from '../charging.fixture.ts';
import { settleSheetHtml, sheetTitle } from './settle-sheet.html.ts';

const textsIn = (texts: object) => createFakeWebContext({ texts }).t;

describe('[7.8-05] settlement sheet on paper', () => {
  it('[9-09] carries the heading of its kind in each language', () => {
    const kinds = ['facility', 'hospital', 'insurer'] as const;
    const titles = (texts: object) => kinds.map((titleKind) => sheetTitle(textsIn(texts), { titleKind, titleName: 'A' }));
    expect(titles(zh)).toEqual(['A结算单', 'A医疗费用结算单', 'A']);
    expect(titles(zhtw)[1]).toBe('A醫療費用結算單');
    expect(titles(en)[1]).toBe('A Medical Fee Settlement Sheet');
  });

  it('the list of fees is headed as what it is, by the facility, whoever settles', () => {
    const head = (texts: object, one: Parameters<typeof settleSheetHtml>[1]) =>
      /<h1>(.*?)<\/h1>/.exec(settleSheetHtml(textsIn(texts), one, 'detail', 'zh').html)?.[1];
    expect([zh, zhtw, en].map((texts) => head(texts, insuredSheet()))).toEqual(['测试医院医疗费用清单', '测试医院醫療費用清單', '测试医院 Fee List']);
    expect(head(zh, insuredSheet({ fixmedinsName: '' }))).toBe('测试血透中心医疗费用清单');
    expect(head(zh, sheet({ titleKind: 'facility', titleName: '测试血透中心' }))).toBe('测试血透中心医疗费用清单');
  });

  it('of an insured bill says who pays what and what is covered, and nothing of it on others', () => {
    const words = ['基金支付总额', '个人账户', '现金支付', '符合政策范围', '先行自付', '超限价', '全自费', 'SIMS0001'];
    const { html } = settleSheetHtml(textsIn(zh), insuredSheet(), 'sheet', 'zh');
    for (const word of words) expect(html).toContain(word);
    for (const figure of ['56.53', '10.00', '13.97', '66.50', '7.00']) expect(html).toContain(figure);
    const own = settleSheetHtml(textsIn(zh), sheet(), 'sheet', 'zh').html;
    for (const word of words) expect(own).not.toContain(word);
  });

  it('what the hospital bears stands on it as a part of its own, so that the sum on paper adds up', () => {
    const [zhPaper, zhtwPaper, enPaper] = [zh, zhtw, en].map((texts) => settleSheetHtml(textsIn(texts), hospitalSheet(), 'sheet', 'zh').html);
    expect(zhPaper).toMatch(/医院负担.*46\.53.*23\.97.*10\.00.*医保基金 46\.53、医院负担 10\.00/s);
    expect([zhtwPaper?.includes('醫院負擔'), enPaper?.includes('Hospital')]).toEqual([true, true]);
    expect(settleSheetHtml(textsIn(zh), insuredSheet(), 'sheet', 'zh').html).not.toContain('医院负担');
  });

  it.each([
    [zh, '模拟环境 · 非真实医保结算'],
    [zhtw, '模擬環境 · 非真實醫保結算'],
    [en, 'Simulation · not a real insurer'],
  ])('says at head and foot that a simulation settled it', (texts, words) => {
    const marks = (simulated: boolean) => settleSheetHtml(textsIn(texts), insuredSheet({ simulated }), 'detail', 'zh').html.split(words).length - 1;
    expect([marks(true), marks(false)]).toEqual([2, 0]);
  });

  it('[5-08] prints the total in digits and capitals, in the script of the reader', () => {
    expect(settleSheetHtml(textsIn(zh), sheet(), 'sheet', 'zh').html).toMatch(/¥80\.50.*捌拾元伍角整/);
    expect(settleSheetHtml(textsIn(zhtw), sheet({ totalPrice: 123.4 }), 'sheet', 'zhtw').html).toContain('壹佰貳拾參圓肆角整');
  });

  it('lists sums by type, or every line with price and amount', () => {
    const sums = settleSheetHtml(textsIn(zh), sheet(), 'sheet', 'zh').html;
    const detail = settleSheetHtml(textsIn(zh), sheet(), 'detail', 'zh').html;
    expect(sums).not.toContain('骨化三醇软胶囊');
    expect(detail).toContain('骨化三醇软胶囊 0.25µg×20粒');
    expect(detail).toContain('38.5000');
    expect(detail.match(/<tr>/g)).toHaveLength(3);
  });

  it('says when money went back', () => {
    const refund = sheet({ state: 'refund', totalPrice: -80.5, counterBillNo: 'SF1', reason: '开错' });
    expect(settleSheetHtml(textsIn(zh), refund, 'sheet', 'zh').html).toContain('退费单 · 原收据 SF1 · 原因：开错');
    expect(settleSheetHtml(textsIn(zh), sheet({ state: 'cancelled', counterBillNo: 'TF1' }), 'sheet', 'zh').html).toContain('本收据已退费 · 退费单 TF1');
  });

  it('[X1] names are text, never markup', () => {
    const { html } = settleSheetHtml(textsIn(zh), sheet({ patientName: '<img src=x onerror=alert(1)>', workerNames: ['"&\''] }), 'detail', 'zh');
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html).toContain('&quot;&amp;&#39;');
  });
});
