import { expect, it } from 'vitest';
import { isTyping } from './use-search-key.ts';

function made(html: string): Element | null {
  const frame = document.createElement('div');
  frame.innerHTML = html;
  return frame.firstElementChild;
}

it.each([
  ['<input>', true],
  ['<input type="search">', true],
  ['<input type="number">', true],
  ['<textarea></textarea>', true],
  ['<select></select>', true],
  ['<input type="radio">', false],
  ['<input type="checkbox">', false],
  ['<button></button>', false],
  ['<div></div>', false],
] as const)('a key pressed in %s is text: %s', (html, typing) => expect(isTyping(made(html))).toBe(typing));

it('a key pressed nowhere is no text', () => expect(isTyping(null)).toBe(false));
