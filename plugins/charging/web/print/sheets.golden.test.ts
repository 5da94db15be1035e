import { createFakeWebContext } from '@nephra/plugin-sdk/testing';
import { describe, expect, it } from 'vitest';
import zh from '../../locales/zh.json' with { type: 'json' };
import { hospitalSheet, insuredSheet, sheet } from '../charging.fixture.ts';
import { settleSheetHtml } from './settle-sheet.html.ts';

const { t } = createFakeWebContext({ texts: zh });

/** Papers of bills that an insurer settled, and of those that none took part in. The journey `settlement-sheets` compares how they look. */
const papers = {
  insurer: settleSheetHtml(t, insuredSheet(), 'sheet', 'zh'),
  'insurer-lines': settleSheetHtml(t, insuredSheet(), 'detail', 'zh'),
  'insurer-simulated': settleSheetHtml(t, insuredSheet({ simulated: true }), 'sheet', 'zh'),
  'insurer-hospital': settleSheetHtml(t, hospitalSheet(), 'sheet', 'zh'),
  'hospital-refund': settleSheetHtml(t, sheet({ state: 'refund', totalPrice: -80.5, counterBillNo: 'SFGZ2026030200001', reason: '开错' }), 'sheet', 'zh'),
  'facility-self-pay': settleSheetHtml(t, sheet({ reimWay: '0', titleKind: 'facility', titleName: '测试血透中心' }), 'sheet', 'zh'),
};

describe('[7.8-05] [9-09] settlement sheets, word for word', () => {
  it.each(Object.entries(papers))('%s', async (name, { title, html, css }) => {
    const document = `<!doctype html><html lang="zh"><head><meta charset="utf-8"><title>${title}</title><style>${css}</style></head><body>\n${html.replaceAll('><', '>\n<')}\n</body></html>\n`;
    await expect(document).toMatchFileSnapshot(`./golden/${name}.html`);
  });
});
