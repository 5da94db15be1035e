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
