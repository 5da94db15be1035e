import { type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { Button, IconPlus } from '@nephra/plugin-sdk/ui';
import { afterEach, expect, it } from 'vitest';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

/** What a screen reader says of the icon in the button; undefined when it says nothing. */
const saidOfIcon = (): string | undefined => {
  const icon = document.querySelector('button [role="img"]');
  expect(icon).not.toBeNull();
  return icon?.getAttribute('aria-hidden') === 'true' ? undefined : (icon?.getAttribute('aria-label') ?? undefined);
};

it('a button with a text or a label is called by that alone, not by the English name of its icon', async () => {
  page = await renderElement(<Button icon={<IconPlus />}>新建</Button>);
  expect(saidOfIcon()).toBeUndefined();
  await page.unmount();
  page = await renderElement(<Button icon={<IconPlus />} loading={false} aria-label="新建" />);
  expect(saidOfIcon()).toBeUndefined();
});

it('a button that has nothing but an icon keeps the name of that', async () => {
  page = await renderElement(<Button icon={<IconPlus />} />);
  expect(saidOfIcon()).toBe('plus');
});
