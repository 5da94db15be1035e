import { fen, type Language } from '@nephra/plugin-sdk/contract';
import { createFakeMenu, createFakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { ApiError } from '@nephra/plugin-sdk/web';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AmountText } from './pay/amount-text.tsx';
import { Barcode, barRuns, barsOf } from './drawing/barcode.tsx';
import { ButtonBlock } from './facts/button-block.tsx';
import { CalculatedText, calculatedValue } from './form/calculated-text.tsx';
import { DateText } from './date/date-text.tsx';
import { DescriptionList, DescriptionSections } from './facts/description-list.tsx';
import { GroupTitle } from './facts/group-title.tsx';
import { sizeText } from '../../contract/files/size-text.ts';
import { kitTextIn } from './kit-text.ts';
import { KIT_TEXTS, type KitTextKey } from './kit-texts.ts';
import { ConfirmButton, PermissionButton } from './menu/permission-button.tsx';
import { QrCode, qrPath } from './drawing/qr-code.tsx';
import { RangeInput } from './date/range-input.tsx';
import { SplitPane } from './desk/split-pane.tsx';
import { ErrorCard } from './facts/states.tsx';
import { StatusTag } from './facts/status-tag.tsx';
import { TextBlock } from './facts/text-block.tsx';

let page: RenderedPage | undefined;
const draw = async (...args: Parameters<typeof renderElement>) => {
  page = await renderElement(...args);
  return page;
};
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

describe('texts of the kit', () => {
  it.each(Object.keys(KIT_TEXTS) as KitTextKey[])('"%s" has the same blanks in three languages', (key) => {
    const blanks = (['zh', 'zhtw', 'en'] as const).map((language: Language) =>
      [...KIT_TEXTS[key][language].matchAll(/\{\{\w+\}\}/g)].map(String).sort().join(),
    );
    expect(new Set(blanks).size).toBe(1);
  });

  it('fills its blanks', () => expect(kitTextIn('en')('total', { n: 3 })).toBe('3 in all'));
});

describe('amounts and times', () => {
  it.each([
    [123456789, '1,234,567.89'],
    [-1050, '-10.50'],
    [0, '0.00'],
  ])('%i fen read %s', async (amount, text) => {
    const { container } = await draw(<AmountText amount={fen(amount)} />);
    expect(container.textContent).toBe(text);
  });

  it('a missing amount is a dash, not a zero', async () => {
    const { container } = await draw(<AmountText amount={null} sign />);
    expect(container.textContent).toBe('–');
  });

  it('a click shows how an amount came about; Escape gives the cursor back', async () => {
    const explain = vi.fn(async () => <p>8.00 + 2.50</p>);
    const { get, find, click, press, until, text } = await draw(<AmountText amount={fen(1050)} sign explain={explain} />);
    const button = get('button', '查看金额说明：¥10.50');
    expect(explain).not.toHaveBeenCalled();
    await click(button);
    await until(() => text().includes('8.00 + 2.50'));
    await press(get('dialog'), 'Escape');
    expect(find('dialog')).toBeUndefined();
    expect(document.activeElement).toBe(button);
  });

  it('[9-11] times are those of Shanghai; nothing is a dash', async () => {
    const { container } = await draw(
      <>
        <DateText value={Date.UTC(2026, 0, 1, 16, 5)} />|<DateText value={1767283500} variant="date" />|<DateText value={null} />|<DateText value="nonsense" />|
        <DateText value={Date.UTC(2026, 0, 1, 16, 5, 9)} variant="exact" />
      </>,
    );
    expect(container.textContent).toBe('2026-01-02 00:05|2026-01-02|–|–|2026-01-02 00:05:09');
  });

  it('[9-10] spoken times keep the full time as tooltip', async () => {
    const now = Date.UTC(2026, 0, 2);
    const { container } = await draw(<DateText value={now - 7_200_000} variant="list" now={now} />, { context: createFakeWebContext({ language: 'en' }) });
    expect(container.textContent).toBe('2 hours ago');
    expect(container.querySelector('time')?.title).toBe('2026-01-02 06:00');
  });
});

describe('buttons', () => {
  const menu = createFakeMenu({ enCode: 'his.drug' });

  it('[6-05] is drawn only for those who may press it', async () => {
    const context = createFakeWebContext({ grants: ['his.drug:btn_edit'] });
    const { all } = await draw(
      <>
        <PermissionButton button="btn_add" onClick={() => undefined}>
          Add
        </PermissionButton>
        <PermissionButton button="btn_edit" onClick={() => undefined}>
          Edit
        </PermissionButton>
        <PermissionButton onClick={() => undefined}>Free</PermissionButton>
      </>,
      { context, menu },
    );
    expect(all('button').map((one) => one.textContent)).toEqual(['Edit', 'Free']);
  });

  it('asks first, and an unexpected fault is reported, not swallowed', async () => {
    const fault = new Error('boom');
    const { get, click, context } = await draw(
      <ConfirmButton
        confirm="Really?"
        danger
        onClick={() => {
          throw fault;
        }}
      >
        Go
      </ConfirmButton>,
    );
    await click(get('button', 'Go'));
    expect(context.record.questions).toEqual([{ content: 'Really?', danger: true }]);
    expect(context.record.reports).toEqual([{ error: fault, where: 'button' }]);
  });

  it('a refusal of the server was told already and is no fault', async () => {
    const { get, click, context } = await draw(
      <PermissionButton onClick={async () => Promise.reject(new ApiError({ code: 500, error: 'x', message: 'x' }))}>Go</PermissionButton>,
    );
    await click(get('button', 'Go'));
    expect(context.record.reports).toEqual([]);
  });
});

describe('codes', () => {
  it('[5-22] [9-13] a barcode is drawn only for letters and digits, code128, 4 wide, 40 high, margin 5, no text', async () => {
    const { container } = await draw(<Barcode text="SIM123" />);
    const svg = container.querySelector('svg');
    const bars = barsOf('SIM123') ?? '';
    expect(svg?.getAttribute('width')).toBe(String(bars.length * 4 + 10));
    expect(svg?.getAttribute('height')).toBe('50');
    expect(svg?.querySelectorAll('text')).toHaveLength(0);
    expect(svg?.querySelectorAll('rect')).toHaveLength(barRuns(bars).length);
    for (const text of ['', 'a b', 'a-b', '处方']) expect(barsOf(text)).toBeUndefined();
  });

  it('[2.6-09] barcodes keep every bar', () => {
    const bars = barsOf('SIM123') ?? '';
    expect(bars).toMatch(/^11010/);
    const drawn = Array.from({ length: bars.length }, () => '0');
    for (const [start, length] of barRuns(bars)) drawn.fill('1', start, start + length);
    expect(drawn.join('')).toBe(bars);
  });

  it('[9-13] a QR code is 40 wide by default, holds Chinese, and is not drawn for nothing', async () => {
    const { container } = await draw(<QrCode text="处方 1" />);
    expect(container.querySelector('svg')?.getAttribute('width')).toBe('40');
    expect(qrPath('')).toBeUndefined();
    expect(qrPath('x'.repeat(5000))).toBeUndefined();
    // version 1 with low error correction: 21 modules, finder pattern 7 wide at the corner
    expect(qrPath('A')).toMatchObject({ modules: 21, path: expect.stringMatching(/^M0 0h7v1h-7z/) });
  });
});

describe('small parts', () => {
  it('[2.6-10] [5-22] a range is the empty list when both bounds are empty', async () => {
    const onChange = vi.fn();
    const { get, type } = await draw(<RangeInput value={[1, null]} onChange={onChange} />);
    await type(get('spinbutton', '最小值'), '');
    expect(onChange).toHaveBeenLastCalledWith([]);
    await type(get('spinbutton', '最大值'), '5');
    expect(onChange).toHaveBeenLastCalledWith([1, 5]);
  });

  it.each([
    ['12.345', 12.345],
    [7, 7],
    ['abc', 0],
    ['', 0],
    [null, 0],
    [Number.NaN, 0],
    [Number.POSITIVE_INFINITY, 0],
  ])('[5-24] the result %j counts as %d', (result, value) => expect(calculatedValue(result)).toBe(value));

  it('[5-24] [2.6-16] a result is shown with 2 decimals', async () => {
    const { container } = await draw(<CalculatedText result="1234.5" />);
    expect(container.textContent).toBe('1,234.50');
  });

  it('a state that nobody named shows as it is', async () => {
    const table = [{ value: 1, text: '已发药', tone: 'success' as const }];
    const { container } = await draw(
      <>
        <StatusTag value={1} table={table} />|<StatusTag value={9} table={table} />|<StatusTag value={null} table={table} />
      </>,
    );
    expect(container.textContent).toBe('已发药|9|–');
  });

  it('[2.6-09] a text block keeps its lines and shows markup as text', async () => {
    const { container } = await draw(<TextBlock text={'first\n<b>second</b>'} align="center" />);
    const block = container.querySelector('p');
    expect([block?.textContent, block?.dataset.align, block?.children.length]).toEqual(['first\n<b>second</b>', 'center', 0]);
  });

  it('[2.6-09] a button block does one act at a time', async () => {
    let done: () => void = () => undefined;
    const act = new Promise<void>((resolve) => {
      done = resolve;
    });
    let pressed = 0;
    const { get, click, settle } = await draw(
      <ButtonBlock
        text="Read"
        onClick={() => {
          pressed += 1;
          return act;
        }}
      />,
    );
    await click(get('button'));
    await click(get('button'));
    expect(pressed).toBe(1);
    done();
    await settle();
    await click(get('button'));
    expect(pressed).toBe(2);
  });

  it('[2.6-14] group title and label pairs', async () => {
    const { get, container } = await draw(
      <>
        <GroupTitle>Patient</GroupTitle>
        <DescriptionList
          items={[
            { label: 'Name', value: 'Li' },
            { label: 'Phone', value: '' },
          ]}
        />
      </>,
    );
    expect(get('heading').textContent).toBe('Patient');
    expect(container.querySelector('dl')?.textContent).toBe('NameLiPhone–');
  });

  it('[2.6-14] sections of one record stand below their headings; one that does not apply is left out', async () => {
    const { all, container } = await draw(
      <DescriptionSections
        columns={2}
        sections={[
          { title: 'Person', items: [{ label: 'Name', value: 'Li' }] },
          null,
          false,
          { title: 'Insurance', items: [{ label: 'Payer', value: '310' }] },
        ]}
      />,
    );
    expect(all('heading').map((heading) => heading.textContent)).toEqual(['Person', 'Insurance']);
    expect([...container.querySelectorAll('dl')].map((list) => list.textContent)).toEqual(['NameLi', 'Payer310']);
  });

  it('an error card never shows a raw exception', async () => {
    const { text } = await draw(<ErrorCard error={new TypeError('cannot read properties of undefined')} />);
    expect(text()).not.toContain('undefined');
    expect(text()).toContain('请求出错，请重试');
  });

  it('the border of a split pane moves with the arrow keys, within its limits', async () => {
    const { get, press } = await draw(<SplitPane left="l" right="r" leftWidth={300} minLeft={290} maxLeft={310} />);
    const bar = get('separator');
    await press(bar, 'ArrowRight');
    expect(bar.getAttribute('aria-valuenow')).toBe('310');
    await press(bar, 'ArrowLeft');
    await press(bar, 'ArrowLeft');
    expect(bar.getAttribute('aria-valuenow')).toBe('290');
  });
});

it('sizes are said in the unit that people think in', () => {
  const KB = 1024;
  const sizes = [0, 1, KB, 1.4 * KB ** 2, KB ** 3 - 1, 10 * KB ** 3, 3 * KB ** 4, 5_000 * KB ** 4];
  expect(sizes.map(sizeText)).toEqual(['0 KB', '1 KB', '1 KB', '1.4 MB', '1024.0 MB', '10.0 GB', '3.0 TB', '5000.0 TB']);
});
