import { createFakeWebContext } from '@nephra/plugin-sdk/testing';
import { describe, expect, it } from 'vitest';
import zh from '../../locales/zh.json' with { type: 'json' };
import { gxSheet, sheet } from '../charging.fixture.ts';
import { gxSheetHtml } from './gx-sheet.html.ts';
import { settleSheetHtml } from './settle-sheet.html.ts';

const { t } = createFakeWebContext({ texts: zh });
const hubei = sheet({ medInsMark: '1', titleKind: 'hubei', titleName: '', fixmedinsCode: 'H42SIM000001', fixmedinsName: '测试医院(武汉)' });
const guangdong = sheet({ medInsMark: '1', titleKind: 'guangdong', titleName: '', fixmedinsCode: 'H44SIM000001', fixmedinsName: '测试医院(广州)' });

/** Papers of three regions, and of bills that no insurer took part in. The journey `settlement-sheets` compares how they look. */
const papers = {
  hubei: settleSheetHtml(t, hubei, 'sheet', 'zh'),
  guangxi: gxSheetHtml(t, gxSheet(), 'zh'),
  guangdong: settleSheetHtml(t, guangdong, 'sheet', 'zh'),
  'guangdong-lines': settleSheetHtml(t, guangdong, 'detail', 'zh'),
  'hospital-refund': settleSheetHtml(t, sheet({ state: 'refund', totalPrice: -80.5, counterBillNo: 'SFGZ2026030200001', reason: '开错' }), 'sheet', 'zh'),
  'facility-self-pay': settleSheetHtml(t, sheet({ reimWay: '0', titleKind: 'facility', titleName: '测试血透中心' }), 'sheet', 'zh'),
};

describe('[7.8-05] [9-09] settlement sheets, word for word', () => {
  it.each(Object.entries(papers))('%s', async (name, { title, html, css }) => {
    const document = `<!doctype html><html lang="zh"><head><meta charset="utf-8"><title>${title}</title><style>${css}</style></head><body>\n${html.replaceAll('><', '>\n<')}\n</body></html>\n`;
    await expect(document).toMatchFileSnapshot(`./golden/${name}.html`);
  });
});
