import { type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it } from 'vitest';
import { LateControl } from './late-control.tsx';
import { LatePart } from '../late-part.ts';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const Control = ({ word }: { readonly word: string }) => <p>{word}</p>;

it('a control whose code could not be fetched says so and is asked for again; the page around stays', async () => {
  let tries = 0;
  const part = new LatePart(async () => {
    tries += 1;
    if (tries === 1) throw new Error('no network');
    return { Control };
  });
  page = await renderElement(
    <>
      <h2>around</h2>
      <LateControl part={part} props={{ word: 'here' }} />
    </>,
  );
  expect(page.get('alert').textContent).toBe('加载失败 重试');
  expect(page.get('heading', 'around')).toBeDefined();
  await page.click(page.get('button', '重试'));
  expect([page.text(), page.find('alert')]).toEqual(['aroundhere', undefined]);
});

it('one that is there already is drawn at once', async () => {
  const part = new LatePart(async () => ({ Control }));
  await part.fetch();
  page = await renderElement(<LateControl part={part} props={{ word: 'now' }} />);
  expect(page.text()).toBe('now');
});
