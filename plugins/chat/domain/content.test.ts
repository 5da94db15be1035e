import { searchGrams } from '@nephra/plugin-sdk/server';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyCases } from '../../../tests/support/cases/effort.ts';
import { MAX_MESSAGE_TEXT } from '../contract/limits.ts';
import { indexedPieces, pushedContent, type ReadContent, readContent, storedContent } from './content.ts';

describe('content of a message', () => {
  it('[5-25] text is trimmed, is not empty and has its limit; emoji codes stay text', () => {
    expect(readContent('text', '  [微笑] 好\n ')).toEqual({ type: 'text', text: '[微笑] 好' });
    for (const empty of ['', ' ', '\n\t　']) expect(readContent('text', empty)).toBe('empty');
    expect(readContent('text', 'x'.repeat(MAX_MESSAGE_TEXT))).toMatchObject({ type: 'text' });
    expect(readContent('text', 'x'.repeat(MAX_MESSAGE_TEXT + 1))).toBe('text-too-long');
    expect(readContent('text', { name: 'a.png', width: 1, height: 1 })).toBe('content-invalid');
  });

  it('of half a character something is left that the database gives back', () => {
    expect(readContent('text', `好${'😀'.slice(0, 1)}`)).toEqual({ type: 'text', text: '好\uFFFD' });
  });

  it.each([
    ['image', { name: 'a.png', width: 3, height: 4 }, { path: '/api/file/Image/IM/a.png', width: 3, height: 4 }],
    ['voice', { name: 'a.mp3', length: 2.5 }, { path: '/api/file/Download/IM/a.mp3', length: 2.5 }],
    ['video', { name: 'a.mp4', length: 2 }, { path: '/api/file/Download/IM/a.mp4', length: 2 }],
    ['link', { kind: 'patient', id: 'p1' }, { kind: 'patient', id: 'p1' }],
  ] as const)('[3-20] %s is taken as an object or as its JSON text, and pushed as an object', (type, sent, pushed) => {
    for (const form of [sent, JSON.stringify(sent)]) {
      const read = readContent(type, form);
      expect(read).toMatchObject({ type });
      expect(pushedContent(type, storedContent(read as ReadContent))).toEqual(pushed);
    }
  });

  it.each([
    ['image', 'a.png'],
    ['image', { name: 'a.png', length: 3 }],
    ['image', '{"name":"a.png","width":0,"height":1}'],
    ['image', '{"name":"a.png","width":1.5,"height":1}'],
    ['voice', '{"name":"a.mp3","length":-1}'],
    ['voice', '{"name":"","length":1}'],
    ['link', 'null'],
    ['link', '[1]'],
    ['link', { name: 'a', length: 1 }],
  ] as const)('%s that is something else is refused: %j', (type, sent) => {
    expect(readContent(type, sent as never)).toBe('content-invalid');
  });

  it('is found by every two characters in a row, wherever they stand in it', () => {
    const han = fc.integer({ min: 0x4e00, max: 0x4e80 }).map((code) => String.fromCodePoint(code));
    fc.assert(
      fc.property(fc.array(han, { minLength: 2, maxLength: 900 }), fc.nat(), (characters, seed) => {
        const text = characters.join('');
        const at = seed % (characters.length - 1);
        expect(searchGrams(...indexedPieces('text', text))).toContain(text.slice(at, at + 2));
      }),
      { numRuns: propertyCases(20) },
    );
  });

  it('that is no text is not looked into', () => {
    expect(indexedPieces('image', '{"path":"x"}')).toEqual([]);
    expect(indexedPieces('text', '')).toEqual(['']);
  });
});
