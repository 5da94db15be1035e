import { type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { Select } from '@nephra/plugin-sdk/ui';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
  vi.restoreAllMocks();
});

const options = [
  { value: 1, label: '甲' },
  { value: 2, label: '乙' },
];
const WIDTH = 234;
const place = { x: 0, y: 0, left: 0, top: 0, right: WIDTH, bottom: 32, width: WIDTH, height: 32 };
const measured = () => vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ ...place, toJSON: () => place });
const box = (): HTMLElement => page?.get('combobox') as HTMLElement;
const list = () => page?.until(() => document.querySelector<HTMLElement>('.semi-select-option-list-wrapper'));

function Shift({ several = false }: { readonly several?: boolean }) {
  const [value, setValue] = useState<readonly number[]>([1]);
  return (
    <>
      <Select aria-label="班次" multiple={several} value={several ? [...value] : value[0]} optionList={options} motion={false} />
      <button type="button" onClick={() => setValue([2])}>
        改
      </button>
    </>
  );
}

it('asks for no size while its list is closed, neither when it is drawn nor with another value', async () => {
  const sizes = measured();
  page = await renderElement(<Shift />);
  await page.click(page.get('button', /改/));
  expect(box().textContent).toContain('乙');
  expect(sizes).not.toHaveBeenCalled();
});

it('its list is as wide as itself once it opens, by a press or at once', async () => {
  measured();
  page = await renderElement(<Shift />);
  await page.click(box());
  expect((await list())?.style.minWidth).toBe(`${WIDTH}px`);
  await page.unmount();
  page = await renderElement(<Select aria-label="班次" defaultOpen optionList={options} motion={false} />);
  expect((await list())?.style.minWidth).toBe(`${WIDTH}px`);
});

it('an open list follows what is chosen, which makes the field higher', async () => {
  const sizes = measured();
  page = await renderElement(<Shift several />);
  await page.click(box());
  await list();
  sizes.mockClear();
  await page.click(page.get('button', /改/));
  expect(sizes).toHaveBeenCalled();
});
