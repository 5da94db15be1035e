import { expect, it } from 'vitest';
import { withPictures } from './picture-addresses.ts';

const PICTURE = `/api/file/Image/annexpic/20260302_${'a'.repeat(32)}.png`;

it('a picture of the storage is asked for with what shows who is signed in', () => {
  const html = `<p>平面图<img src="${PICTURE}" alt=""></p>`;
  expect(withPictures(html, (address) => `${address}?a=1&b="`)).toBe(`<p>平面图<img src="${PICTURE}?a=1&amp;b=&quot;" alt=""></p>`);
});

it.each([`<img src="https://SIM.example${PICTURE}">`, `<p>src="${PICTURE}"</p>`, `<a href="${PICTURE}">x</a>`])('nothing else is handed that: %s', (html) =>
  expect(withPictures(html, () => 'told')).toBe(html),
);
