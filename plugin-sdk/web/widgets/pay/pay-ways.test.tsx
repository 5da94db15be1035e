import { fen } from '@nephra/plugin-sdk/contract';
import { type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { action, makeObservable, observableRef } from 'mobx';
import { afterEach, describe, expect, it } from 'vitest';
import type { PayEntry } from './pay-way-row.tsx';
import { PayWays, type PayWaysStore } from './pay-ways.tsx';

const EMPTY: PayEntry = { amount: null, tendered: null, reference: '' };

/** Writes down what it is told, and takes over what was typed. */
class Payment implements PayWaysStore {
  readonly told: unknown[] = [];
  rows: PayWaysStore['rows'] = [
    { way: { payWay: 'cash', payWayName: '现金', givesChange: true, needsReference: false }, ...EMPTY, amount: fen(5_000) },
    { way: { payWay: 'card', payWayName: '银行卡', givesChange: false, needsReference: true }, ...EMPTY },
  ];

  constructor(readonly open = fen(3_050)) {
    makeObservable(this, { rows: observableRef, set: action });
  }
  set(code: string, change: Partial<PayEntry>) {
    this.told.push([code, change]);
    this.rows = this.rows.map((row) => (row.way.payWay === code ? { ...row, ...change } : row));
  }
  payAllBy(code: string) {
    this.told.push(['all', code]);
  }
  payRestBy(code: string) {
    this.told.push(['rest', code]);
  }
}

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

describe('ways of paying a sum', () => {
  it('tell the store which way was pressed, filled and typed into, and draw what it makes of it', async () => {
    const payment = new Payment();
    page = await renderElement(<PayWays payment={payment} markFirst />);
    const { get, all, click, type, container } = page;
    expect(container.querySelectorAll('[data-first]').length).toBe(1);
    await click(get('button', /2\s*银行卡/));
    await click(all('button', '补足')[1] as HTMLElement);
    await type(get('textbox', '银行卡金额'), '30.5');
    expect(payment.told).toEqual([
      ['all', 'card'],
      ['rest', 'card'],
      ['card', { amount: 3_050 }],
    ]);
    expect(get('textbox', '流水号').getAttribute('placeholder')).toBe('必填');
  });

  it('fill nothing when nothing is open, and mark no field unless the page asks for it', async () => {
    page = await renderElement(<PayWays payment={new Payment(fen(0))} />);
    const { all, container } = page;
    expect(all('button', '补足').every((button) => (button as HTMLButtonElement).disabled)).toBe(true);
    expect(container.querySelector('[data-first]')).toBe(null);
  });
});
