import type { RenderedPage } from '@nephra/plugin-sdk/testing';
import { act } from 'react';

/** Chooses of a list that opens below a box. That tells a choice once it is closed, which a browser says at the end of its movement; nothing moves in the window of tests. */
export async function chooseOption(page: RenderedPage, box: Element, name: string | RegExp): Promise<void> {
  await page.click(box);
  const option = await page.until(() => page.find('option', name));
  await page.click(option);
  await act(async () => void option.dispatchEvent(new Event('animationend', { bubbles: true })));
  await page.settle();
}
