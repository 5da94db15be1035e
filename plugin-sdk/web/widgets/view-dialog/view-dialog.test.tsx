import { createFakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { ViewDialog } from './view-dialog.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

describe('dialog that shows something', () => {
  it('says it in a sentence and point by point, has no button but its cross, and that closes it', async () => {
    let closed = 0;
    const dialog = (
      <ViewDialog title="SIM 校验" text="可以恢复。" points={['SIM 甲', 'SIM 乙']} onClose={() => (closed += 1)}>
        <b>SIM 更多</b>
      </ViewDialog>
    );
    page = await renderElement(dialog, { context: createFakeWebContext() });
    const shown = page;
    await shown.until(() => document.body.textContent?.includes('SIM 更多'));
    expect([...document.querySelectorAll('.nk-view-points li')].map(({ textContent }) => textContent)).toEqual(['SIM 甲', 'SIM 乙']);
    expect(document.querySelector('.nk-view-text')?.textContent).toBe('可以恢复。');
    const buttons = [...document.querySelectorAll<HTMLElement>('.semi-modal button')];
    expect(buttons).toHaveLength(1);
    await shown.click(buttons[0] as HTMLElement);
    expect(closed).toBe(1);
  });

  it('has neither an empty sentence nor an empty list', async () => {
    page = await renderElement(<ViewDialog title="SIM" onClose={() => undefined} />, { context: createFakeWebContext() });
    await page.until(() => document.querySelector('.semi-modal'));
    expect([document.querySelector('.nk-view-text'), document.querySelector('.nk-view-points')]).toEqual([null, null]);
  });
});
