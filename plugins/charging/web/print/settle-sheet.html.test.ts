import { createFakeWebContext } from '@nephra/plugin-sdk/testing';
import { describe, expect, it } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import zhtw from '../../locales/zhtw.json' with { type: 'json' };
import { sheet } from '../charging.fixture.ts';
import { settleSheetHtml, sheetTitle } from './settle-sheet.html.ts';

const textsIn = (texts: object) => createFakeWebContext({ texts }).t;

describe('[7.8-05] settlement sheet on paper', () => {
  it('[9-09] carries the heading of its kind in each language', () => {
    const kinds = ['facility', 'hospital', 'hubei', 'guangxi', 'guangdong'] as const;
    const titles = (texts: object) => kinds.map((titleKind) => sheetTitle(textsIn(texts), { titleKind, titleName: 'A' }));
    expect(titles(zh)).toEqual([
      'A结算单',
      'A医疗费用结算单',
      '湖北省社会医疗保险费用结算单',
      '广西壮族自治区社会医疗保险费用结算单',
      '广东省社会医疗保险费用结算单',
    ]);
    expect(titles(zhtw)[3]).toBe('廣西壯族自治區社會醫療保險費用結算單');
    expect(titles(en)[1]).toBe('A Medical Fee Settlement Sheet');
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
