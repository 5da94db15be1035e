import { type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { LatePart, useLatePart } from './late-part.ts';

interface Words {
  readonly word: string;
}
function Shown({ part }: { readonly part: LatePart<Words> }) {
  return <output>{useLatePart(part)?.word ?? '…'}</output>;
}
const output = () => document.querySelector('output')?.textContent;

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

describe('late part', () => {
  it('comes once for all who need it, and is drawn at once when it is here', async () => {
    let loads = 0;
    let bring: (words: Words) => void = () => undefined;
    const part = new LatePart<Words>(() => {
      loads += 1;
      return new Promise((done) => {
        bring = done;
      });
    });
    page = await renderElement(<Shown part={part} />);
    expect(output()).toBe('…');
    bring({ word: 'here' });
    await page.settle();
    expect(output()).toBe('here');
    await page.unmount();
    page = await renderElement(<Shown part={part} />);
    expect([output(), loads]).toEqual(['here', 1]);
  });

  it('after a failure the next one tries again', async () => {
    let away = true;
    const part = new LatePart<Words>(async () => {
      if (away) throw new Error('no network');
      return { word: 'back' };
    });
    await expect(part.fetch()).rejects.toThrow('no network');
    part.preload();
    away = false;
    await expect(part.fetch()).rejects.toThrow('no network');
    expect((await part.fetch()).word).toBe('back');
  });
});
