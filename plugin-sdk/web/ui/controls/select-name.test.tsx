import { type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { Select } from '@nephra/plugin-sdk/ui';
import { afterEach, expect, it } from 'vitest';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const options = [
  { value: 1, label: '甲' },
  { value: 2, label: '乙' },
];
const box = (): HTMLElement => page?.get('combobox') as HTMLElement;
const active = (): string | null => box().getAttribute('aria-activedescendant');

it('a closed list has no active option; an open one names an option that is there', async () => {
  page = await renderElement(<Select aria-label="班次" value={1} optionList={options} motion={false} />);
  expect(active()).toBeNull();
  await page.click(box());
  await page.until(() => page?.find('option', /乙/));
  expect(document.getElementById(active() ?? '')?.textContent).toContain('甲');
});

it('a list without options has no active one', async () => {
  page = await renderElement(<Select aria-label="班次" optionList={[]} motion={false} />);
  await page.click(box());
  expect(active()).toBeNull();
});

it('is called by its label, not "selected"; the element that names it comes first', async () => {
  page = await renderElement(<Select aria-label="班次" value={1} optionList={options} />);
  expect(box().getAttribute('aria-label')).toBe('班次');
  await page.unmount();
  page = await renderElement(<Select aria-label="班次" aria-labelledby="title" value={1} optionList={options} />);
  expect(box().getAttribute('aria-label')).toBeNull();
  expect(box().getAttribute('aria-labelledby')).toBe('title');
});

it('the input of a list that can be filtered bears the same name', async () => {
  page = await renderElement(<Select aria-label="班次" filter value={1} optionList={options} motion={false} />);
  await page.click(box());
  const input = await page.until(() => box().querySelector('input'));
  expect(input?.getAttribute('aria-label')).toBe('班次');
});

it('its list bears the same name, and so does what the list floats in', async () => {
  page = await renderElement(<Select aria-label="班次" value={1} optionList={options} motion={false} />);
  await page.click(box());
  const list = await page.until(() => document.querySelector('[role="listbox"]'));
  expect(list?.getAttribute('aria-label')).toBe('班次');
  expect(list?.closest('[role="dialog"]')?.getAttribute('aria-label')).toBe('班次');
});

it('what opens it names the list as what it controls', async () => {
  page = await renderElement(<Select aria-label="班次" value={1} optionList={options} motion={false} />);
  await page.click(box());
  const list = await page.until(() => document.querySelector('[role="listbox"]'));
  expect(list?.id).toBe(box().getAttribute('aria-controls'));
});

it('its arrow says nothing', async () => {
  page = await renderElement(<Select aria-label="班次" optionList={options} />);
  expect(box().querySelector('[role="img"]')?.getAttribute('aria-hidden')).toBe('true');
});
