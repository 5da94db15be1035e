import { describe, expect, it } from 'vitest';
import { shortcutOf } from './shortcuts.ts';

const press = (key: string, more: Partial<KeyboardEventInit> = {}, target?: EventTarget) =>
  shortcutOf({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, defaultPrevented: false, target: target ?? document.body, ...more });

describe('shortcuts of the frame', () => {
  it('knows search, fold and help', () => {
    expect([press('k', { ctrlKey: true }), press('K', { metaKey: true }), press('b', { ctrlKey: true }), press('F1')]).toEqual([
      'search',
      'search',
      'fold',
      'help',
    ]);
  });

  it('leaves other keys and combinations alone', () => {
    expect([press('k'), press('k', { ctrlKey: true, shiftKey: true }), press('b', { altKey: true, ctrlKey: true }), press('F2')]).toEqual(
      Array(4).fill(undefined),
    );
  });

  it('leaves a text editor its own keys', () => {
    const editor = document.createElement('div');
    editor.contentEditable = 'true';
    Object.defineProperty(editor, 'isContentEditable', { value: true });
    expect(press('b', { ctrlKey: true }, editor)).toBeUndefined();
  });
});
