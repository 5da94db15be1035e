import { type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it } from 'vitest';
import { FilterChips } from './filter-chips.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const CHIPS = [
  { value: 'open', label: 'Open', count: 12 },
  { value: 'done', label: 'Done', count: 0 },
  { value: 'refused', label: 'Refused' },
];
const draw = async (chosen: string | undefined, heard: string[] = []) => {
  page = await renderElement(<FilterChips label="State" chips={CHIPS} chosen={chosen} onChoose={(value) => heard.push(value)} />);
  return page;
};
const press = (key: string) => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

it('says what is told apart, how many there are and which one is pressed; zero is not said', async () => {
  const { get, all } = await draw('done');
  expect(get('toolbar', 'State')).toBeTruthy();
  expect(all('button').map((chip) => [chip.textContent?.trim(), chip.getAttribute('aria-pressed')])).toEqual([
    ['Open 12', 'false'],
    ['Done', 'true'],
    ['Refused', 'false'],
  ]);
});

it('hands out the one that is pressed, also when it is chosen already', async () => {
  const heard: string[] = [];
  const { get, click } = await draw('open', heard);
  await click(get('button', /^Refused/));
  await click(get('button', /^Open/));
  expect(heard).toEqual(['refused', 'open']);
});

it('is one stop of the Tab key: the chosen chip, else the first', async () => {
  const { all } = await draw('refused');
  expect(all('button').map((chip) => (chip as HTMLButtonElement).tabIndex)).toEqual([-1, -1, 0]);
  await page?.unmount();
  const nothingChosen = await draw(undefined);
  expect(nothingChosen.all('button').map((chip) => (chip as HTMLButtonElement).tabIndex)).toEqual([0, -1, -1]);
});

it('arrow keys walk to the ends and no further; they press nothing', async () => {
  const heard: string[] = [];
  const { all } = await draw('open', heard);
  const chips = all('button') as HTMLButtonElement[];
  chips[0]?.focus();
  const at = () => chips.indexOf(document.activeElement as HTMLButtonElement);
  const walked = ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Home', 'ArrowLeft', 'End', 'ArrowLeft', 'a'].map((key) => {
    press(key);
    return at();
  });
  expect(walked).toEqual([1, 2, 2, 0, 0, 2, 1, 1]);
  expect(heard).toEqual([]);
});
