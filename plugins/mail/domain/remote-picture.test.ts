import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isNamedIn, pictureType } from './remote-picture.ts';

it('a picture is what its bytes say, and nothing else is one', () => {
  const bytes = (text: string, more = 'rest') => new TextEncoder().encode(text + more);
  expect([pictureType(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)), pictureType(bytes('GIF89a')), pictureType(bytes('RIFF1234WEBP'))]).toEqual([
    'image/jpeg',
    'image/gif',
    'image/webp',
  ]);
  expect(['<svg xmlns=', '<html>', 'RIFF1234WAVE', '%PDF-', ''].map((text) => pictureType(bytes(text)))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), (some) => void expect(pictureType(Uint8Array.of(0x3c, ...some))).toBeUndefined()));
});

it('an address counts as named where the letter has it, plain or with its signs written out', () => {
  const html = '<img src="https://a.example/p.png?a=1&amp;b=2"><img src=https://b.example/x.gif>';
  expect([isNamedIn(html, 'https://a.example/p.png?a=1&b=2'), isNamedIn(html, 'https://b.example/x.gif'), isNamedIn(html, 'https://c.example/')]).toEqual([
    true,
    true,
    false,
  ]);
});
