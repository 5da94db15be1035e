import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksOf, type Inline, inlinesOf } from './answer-blocks.ts';

const plain = (inlines: readonly Inline[]): string => inlines.map(({ text }) => text).join('');

describe('the words of a model', () => {
  it('are headings, lists, tables, code and paragraphs', () => {
    const blocks = blocksOf('## 标题\n第一行\n第二行\n\n- a\n* **b**\n\n3. c\n4. d\n\n| x | y |\n|---|--:|\n| 1 | `2` |\n\n```sql\nselect 1;\n```\n> q');
    expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'paragraph', 'list', 'list', 'table', 'code', 'quote']);
    expect(blocks[1]).toMatchObject({ lines: [[{ text: '第一行' }], [{ text: '第二行' }]] });
    expect(blocks[2]).toMatchObject({ ordered: false, items: [[{ text: 'a' }], [{ kind: 'strong', text: 'b' }]] });
    expect(blocks[3]).toMatchObject({ ordered: true, start: 3 });
    expect(blocks[4]).toMatchObject({ rows: [[[{ text: '1' }], [{ kind: 'code', text: '2' }]]] });
    expect(blocks[5]).toEqual({ kind: 'code', language: 'sql', text: 'select 1;' });
    // A fence that is still open: the answer is coming.
    expect(blocksOf('```\nabc')).toEqual([{ kind: 'code', language: '', text: 'abc' }]);
  });

  it('link to pages of the product alone', () => {
    expect(inlinesOf('[收费](menu:his.charging?billId=a%20b)')).toEqual([{ kind: 'link', text: '收费', menu: 'his.charging', query: { billId: 'a b' } }]);
    for (const target of ['https://evil.example/x', 'javascript:alert', '//evil', 'data:text/html,x', 'menu:', 'menu:a/../b', 'menu:javascript:x'])
      expect(inlinesOf(`[x](${target})`)).toEqual([{ kind: 'text', text: `x (${target})` }]);
    expect(inlinesOf('![](https://evil.example/p.png) ![alt](https://evil.example/p.png)').every(({ kind }) => kind === 'text')).toBe(true);
    expect(inlinesOf('<img src=x onerror=alert(1)>')).toEqual([{ kind: 'text', text: '<img src=x onerror=alert(1)>' }]);
    expect(inlinesOf('[x](menu:a?b=%zz)')).toMatchObject([{ query: { b: '%zz' } }]);
  });

  it('whatever they are, all of them are read and none are lost', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('\n', '\n\n', '- ', '1. ', '# ', '> ', '| a | b |\n|---|---|\n', '```', '`', '**', '*', '[a](b)', '|', '血透'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        const blocks = blocksOf(text);
        const words = JSON.stringify(blocks);
        for (const word of text.match(/[a-zA-Z血透]{2,}/g) ?? []) expect(words).toContain(word);
      }),
    );
    expect(plain(inlinesOf('a `b` c'))).toBe('a b c');
  });
});
