import { createFakeWebContext } from '@nephra/plugin-sdk/testing';
import { describe, expect, it } from 'vitest';
import zh from '../../locales/zh.json' with { type: 'json' };
import zhtw from '../../locales/zhtw.json' with { type: 'json' };
import { gxSheet } from './gx-sheet.fixture.ts';
import { gxSheetHtml } from './gx-sheet.html.ts';

const { t } = createFakeWebContext({ texts: zh });

const BORNE_BY_HOSPITAL = { fund_pay_sumamt: 46.53, hifp_pay: 43.2, hosp_part_amt: 10 };

describe('[7.8-05] [9-09] settlement sheet of Guangxi, word for word', () => {
  it.each(Object.entries({ guangxi: gxSheet(), 'guangxi-simulated': gxSheet({ simulated: true }), 'guangxi-hospital': gxSheet(BORNE_BY_HOSPITAL) }))(
    '%s',
    async (name, sheet) => {
      const { title, html, css } = gxSheetHtml(t, sheet, 'zh');
      const document = `<!doctype html><html lang="zh"><head><meta charset="utf-8"><title>${title}</title><style>${css}</style></head><body>\n${html.replaceAll('><', '>\n<')}\n</body></html>\n`;
      await expect(document).toMatchFileSnapshot(`./golden/${name}.html`);
    },
  );

  it('[X1] names are text, never markup, and amounts are in the script of the reader', () => {
    const { html } = gxSheetHtml(createFakeWebContext({ texts: zhtw }).t, gxSheet({ patientName: '<img src=x>', medfee_sumamt: 123.4 }), 'zhtw');
    expect(html).not.toContain('<img');
    expect(html).toContain('壹佰貳拾參圓肆角整');
  });
});
