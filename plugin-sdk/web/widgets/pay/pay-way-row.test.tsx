import { fen } from '@nephra/plugin-sdk/contract';
import { type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { act, useState } from 'react';
import { pressPayWay } from './pay-way-keys.ts';
import { type PayEntry, PayWayRow } from './pay-way-row.tsx';

const EMPTY: PayEntry = { amount: null, tendered: null, reference: '' };

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

function Desk() {
  const [rows, setRows] = useState<readonly PayEntry[]>([{ ...EMPTY, amount: fen(8_050) }, EMPTY]);
  return (
    <div role="toolbar" aria-label="Pay" onKeyDown={(event) => pressPayWay(event, event.currentTarget)}>
      {rows.map((entry, at) => (
        <PayWayRow
          key={at === 0 ? 'cash' : 'card'}
          name={at === 0 ? '现金' : '银行卡'}
          number={at + 1}
          givesChange={at === 0}
          needsReference
          entry={entry}
          onChange={(change) => setRows((old) => old.map((row, place) => (place === at ? { ...row, ...change } : row)))}
          onPayAll={() => setRows((old) => old.map((_, place) => (place === at ? { ...EMPTY, amount: fen(8_050) } : EMPTY)))}
          onFill={() => undefined}
          fillable={false}
          first={at === 0}
        />
      ))}
    </div>
  );
}

describe('a way of paying', () => {
  it('asks for what was handed over or for the number of the payment, as soon as it pays something', async () => {
    page = await renderElement(<Desk />);
    const { get, find, click, type } = page;
    expect(get('textbox', '实收').closest('[data-first]')).not.toBe(null);
    expect(find('textbox', '流水号')).toBeUndefined();
    await type(get('textbox', '现金金额'), '');
    expect(find('textbox', '实收')).toBeUndefined();
    await click(get('button', /银行卡/));
    expect(get('textbox', '流水号').getAttribute('placeholder')).toBe('必填');
    expect(get('textbox', '银行卡金额')).toHaveProperty('value', '80.50');
  });

  it('is taken by Alt and its digit, and the cursor goes on to what is asked of it', async () => {
    page = await renderElement(<Desk />);
    const { get, until, container } = page;
    const frame = get('toolbar', 'Pay');
    const key = (code: string, altKey: boolean) => {
      const event = new KeyboardEvent('keydown', { code, altKey, bubbles: true, cancelable: true });
      act(() => void frame.dispatchEvent(event));
      return event.defaultPrevented;
    };
    expect([key('Digit2', false), key('Digit9', true), key('KeyA', true)]).toEqual([false, false, false]);
    expect(key('Digit2', true)).toBe(true);
    const field = await until(() => container.querySelector('[data-used] input[aria-label="流水号"]'));
    await until(() => document.activeElement === field);
  });
});
