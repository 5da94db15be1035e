import { SlotRendererProvider } from '@nephra/plugin-sdk/web';
import { type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it } from 'vitest';
import { createFakeShell } from '../layouts/testing/fake-shell.ts';
import { ShellProvider } from '../shell-context.tsx';
import { FeatureDrawer } from './feature-drawer.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

it.each([
  ['[2.4-07]', 'message', '站内消息'],
  ['[2.4-11]', 'chat', '内部聊天'],
  ['[2.4-16]', 'assistant', 'AI 助手'],
] as const)('%s the drawer %s comes from the right, 280 px wide, as %s', async (_item, kind, title) => {
  const { shell } = createFakeShell();
  page = await renderElement(
    <ShellProvider shell={shell}>
      <SlotRendererProvider value={() => null}>
        <FeatureDrawer kind={kind} onClose={() => undefined} />
      </SlotRendererProvider>
    </ShellProvider>,
  );
  const drawer = document.querySelector('.nephra-drawer') ?? expect.fail('no drawer');
  expect(drawer.classList).toContain('semi-sidesheet-right');
  expect(document.querySelector('.nephra-drawer .semi-sidesheet-title')?.textContent).toBe(title);
  expect([...document.querySelectorAll<HTMLElement>('.nephra-drawer [style*="width"]')].map(({ style }) => style.width)).toContain('280px');
});

it('a drawer is 280 px wide until what fills it asks for more room', async () => {
  const shown = await renderElement(
    <ShellProvider shell={createFakeShell().shell}>
      <SlotRendererProvider
        value={(_point, { setWidth }) => (
          <button type="button" onClick={() => (setWidth as (pixels: number) => void)(860)}>
            wider
          </button>
        )}
      >
        <FeatureDrawer kind="chat" onClose={() => undefined} />
      </SlotRendererProvider>
    </ShellProvider>,
  );
  page = shown;
  const widths = () => [...document.querySelectorAll<HTMLElement>('.nephra-drawer [style*="width"]')].map(({ style }) => style.width);
  expect(widths()).toContain('280px');
  await shown.click(shown.get('button', 'wider'));
  expect(widths()).toContain('860px');
  expect(widths()).not.toContain('280px');
});
