import { createFakeWebContext } from '@nephra/plugin-sdk/testing';
import { expect, it } from 'vitest';
import zh from '../../locales/zh.json' with { type: 'json' };
import zhtw from '../../locales/zhtw.json' with { type: 'json' };
import { islandSheetHtml, type PrintedSheet } from './island-sheet.html.ts';

const SHEET: PrintedSheet = {
  titleKind: 'insurer',
  titleName: '海岛医保结算单',
  billNo: 'SF2026030200001',
  chargeTime: Date.parse('2026-03-02T02:30:00Z'),
  patientName: '赵一',
  setl_id: 'SIMS0001',
  parts: [
    { kind: '西药', amount: 77, covered: 63 },
    { kind: '化验', amount: 3.5, covered: 3.5 },
  ],
  medfee_sumamt: 80.5,
  fund_pay_sumamt: 56.53,
  psn_cash_pay: 23.97,
  cashierName: '收费员甲',
  simulated: true,
};

/** Open `golden/island.html` in a browser to see the paper. `npm test -- -u` writes it anew: look at the difference before you keep it. */
it('the paper is, word for word, what was agreed with the insurer', async () => {
  const { title, html, css } = islandSheetHtml(createFakeWebContext({ texts: zh }).t, SHEET, 'zh');
  const paper = `<!doctype html><html lang="zh"><head><meta charset="utf-8"><title>${title}</title><style>${css}</style></head><body>\n${html.replaceAll('><', '>\n<')}\n</body></html>\n`;
  await expect(paper).toMatchFileSnapshot('./golden/island.html');
});

it('names are text and never markup, and sums are in the script of the reader', () => {
  const { html } = islandSheetHtml(createFakeWebContext({ texts: zhtw }).t, { ...SHEET, patientName: '<img src=x>', medfee_sumamt: 123.4 }, 'zhtw');
  expect(html).not.toContain('<img');
  expect(html).toContain('壹佰貳拾參圓肆角整');
});
