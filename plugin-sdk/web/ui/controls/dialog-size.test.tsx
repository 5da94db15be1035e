import { type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { Modal, SideSheet } from '@nephra/plugin-sdk/ui';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
  vi.restoreAllMocks();
  Reflect.deleteProperty(globalThis, Symbol.toStringTag);
});

function Closed({ part: Part }: { readonly part: typeof Modal | typeof SideSheet }) {
  const [visible, setVisible] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setVisible(true)}>
        打开
      </button>
      <Part visible={visible} title="退费" motion={false} onCancel={() => setVisible(false)}>
        <p>整单</p>
      </Part>
    </>
  );
}

it.each([
  ['a dialog', Modal],
  ['a drawer', SideSheet],
])('%s asks for no size before it opens, opens, closes, and opens again', async (_, part) => {
  // The library measures where it finds the window of a browser.
  Object.defineProperty(globalThis, Symbol.toStringTag, { value: 'Window', configurable: true });
  const measured = vi.spyOn(document.documentElement, 'clientWidth', 'get');
  page = await renderElement(<Closed part={part} />);
  const { get, find, click, press, until } = page;
  expect(measured).not.toHaveBeenCalled();
  for (const time of ['first', 'second']) {
    await click(get('button', '打开'));
    await until(() => find('dialog', '退费'));
    expect(document.body.textContent, time).toContain('整单');
    expect(document.body.style.overflow).toBe('hidden');
    await press(get('dialog', '退费'), 'Escape');
    await until(() => find('dialog', '退费') === undefined);
    expect(document.body.style.overflow).toBe('');
  }
});
