import { createFakeWebContext } from '@nephra/plugin-sdk/testing';
import { describe, expect, it } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import zhtw from '../../locales/zhtw.json' with { type: 'json' };
import { NOW, wholeOf } from '../bedside/bedside.fixture.ts';
import { longestSheet } from './longest-sheet.fixture.ts';
import { printOrders, printSheet } from './print-sheet.ts';
import { MAX_WEIGHT, ordersHtml, sheetHtml, weightOf } from './sheet.html.ts';

const reading = (at: number, systolic: number) => ({
  ...{ id: `e${at}`, clientId: `c${at}`, kind: 'reading' as const, at, enteredAt: at, deviceAt: null, skewMs: 0, isLate: false, byName: '护士甲', coName: '' },
  ...{ content: { fields: { systolic, diastolic: 80 } }, corrections: 0 },
});
const many = Array.from({ length: 24 }, (_, hour) => reading(NOW + hour * 600_000, 100 + hour));

describe('the treatment sheet on paper', () => {
  it('has who signed and when, and every reading that a page has room for; of more the first and the last ones, and how many are missing', () => {
    const { t } = createFakeWebContext({ texts: zh });
    const html = sheetHtml(t, wholeOf({ entries: many, state: 4, endedAt: NOW }), 'SIM 透析中心');
    for (const text of ['血液透析治疗记录单', 'SIM 张三', '护士甲', '护士乙', '林医生', '100/80', '123/80']) expect(html).toContain(text);
    const rowsOf = (sheet: string): number => sheet.split('<tr>').length - 2;
    expect([rowsOf(html), html.includes('110/80'), html.includes('未印出')]).toEqual([24, true, false]);
    const full = sheetHtml(t, longestSheet(), 'SIM 透析中心');
    expect([rowsOf(full), full.includes('另有监测 14 条、事件与调整 7 条')]).toEqual([10, true]);
  });

  it('names the agent against clotting, and the doctor who confirmed', () => {
    const { t } = createFakeWebContext({ texts: zh });
    const html = sheetHtml(t, longestSheet(), '中心');
    expect(html).toContain('普通肝素 20000');
    expect(html.slice(html.indexOf('<footer>'))).toContain('<dt>医生</dt>');
  });

  it.each([
    [['青霉素', '肝素'], '', '青霉素、肝素'],
    [[], 'none', '无过敏史（已询问）'],
    [[], '', '过敏史未询问'],
  ] as const)('says of allergies %j %j: %s', (allergies, allergyState, said) => {
    const { t } = createFakeWebContext({ texts: zh });
    const whole = wholeOf({});
    const html = sheetHtml(t, { ...whole, patient: { ...whole.patient, allergies: [...allergies], allergyState } }, '中心');
    expect(html).toContain(`<dt>过敏</dt><dd>${said}</dd>`);
  });

  it('prints what people wrote as text', () => {
    const { t } = createFakeWebContext({ texts: zh });
    const note = { version: 1, fields: { note: '<script>x</script>' }, byId: 'n', byName: '护士甲', at: NOW };
    expect(sheetHtml(t, wholeOf({ sections: { before: note } }), '中心')).not.toContain('<script>');
  });

  it('gives each text as much as the page has room for: little where everything was written, all of it on an ordinary sheet', () => {
    for (const texts of [zh, zhtw, en]) {
      const { t } = createFakeWebContext({ texts });
      const full = sheetHtml(t, longestSheet(), '中心');
      expect(weightOf(full)).toBeLessThanOrEqual(MAX_WEIGHT);
      expect(full.slice(full.indexOf('<footer>')).split('欧阳娜娜司马相如')).toHaveLength(6);
      const note = { version: 1, fields: { note: '好'.repeat(150) }, byId: 'n', byName: '护士甲', at: NOW };
      expect(sheetHtml(t, wholeOf({ sections: { before: note } }), '中心')).toContain('好'.repeat(150));
    }
  });

  it('is complete in three languages', () => {
    const part = (title: string) => ({ orderId: title, title, dose: '1', drugKind: 'drug', highRisk: false });
    const order = {
      orderId: 'o',
      title: 'EPO',
      dose: '3000 IU',
      timing: 'after',
      once: false,
      highRisk: false,
      doctorName: 'D',
      method: 'iv',
      parts: [part('EPO'), part('B12')],
    };
    for (const texts of [zh, zhtw, en]) {
      const { t } = createFakeWebContext({ texts });
      const html = sheetHtml(t, wholeOf({ entries: many }), 'C') + ordersHtml(t, wholeOf({ orders: [order] }), 'C');
      expect(html).not.toMatch(/\b(paper|field|choice|agent|section|bed|order|entry)\.[a-z]/);
    }
  });

  it('is headed by the facility, without the group that it belongs to', () => {
    const { t, user } = createFakeWebContext({ texts: zh });
    const papers: string[] = [];
    const shell = { t, user: { ...user, organizeName: 'SIM 集团/SIM 透析中心' }, print: ({ html }: { readonly html: string }) => void papers.push(html) };
    printSheet(shell as Parameters<typeof printSheet>[0], wholeOf());
    printOrders(shell as Parameters<typeof printOrders>[0], wholeOf());
    for (const paper of papers) expect([paper.includes('SIM 透析中心'), paper.includes('集团')]).toEqual([true, false]);
    expect(papers).toHaveLength(2);
  });
});
