import { type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { runInAction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { act, type ReactNode } from 'react';
import type { Visit } from '../../router/route-table.ts';
import { ShellProvider } from '../../shell-context.tsx';
import { LayoutFrame } from '../layout-frame.tsx';
import { createFakeShell, type FakeShell, type FakeShellOptions } from './fake-shell.ts';

/** Body widths come from the layout, which a test document has none of. Until the frame is taken away. */
function setBodyWidth(width: number): void {
  document.body.getBoundingClientRect = () => ({ width, height: 900, x: 0, y: 0, top: 0, left: 0, right: width, bottom: 900, toJSON: () => '' });
}

interface StageProps {
  readonly fake: FakeShell;
  readonly renderPage: (visit: Visit) => ReactNode;
}

const Stage = observer(function Stage({ fake, renderPage }: StageProps) {
  return (
    <ShellProvider shell={fake.shell}>
      <LayoutFrame visit={fake.router.visit} renderPage={renderPage} />
    </ShellProvider>
  );
});

export interface DrawnFrame extends RenderedPage, FakeShell {
  go(path: string): Promise<void>;
  /** Changes observable state and lets the frame follow. */
  change(work: () => void): Promise<void>;
}

/** Draws the whole frame over a fake shell, on a desktop unless a width is given. */
export async function drawFrame(
  { width = 1440, ...options }: FakeShellOptions & { readonly width?: number } = {},
  renderPage: (visit: Visit) => ReactNode = () => null,
): Promise<DrawnFrame> {
  setBodyWidth(width);
  const fake = createFakeShell(options);
  const page = await renderElement(<Stage fake={fake} renderPage={renderPage} />);
  const change = async (work: () => void) => {
    await act(async () => runInAction(work));
    await page.settle();
  };
  const unmount = async () => {
    await page.unmount();
    Reflect.deleteProperty(document.body, 'getBoundingClientRect');
  };
  return { ...page, ...fake, change, unmount, go: (path) => change(() => fake.router.navigate(path)) };
}
