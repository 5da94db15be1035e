import { cleanRichText, deltaToHtml, deltaToText } from '@nephra/plugin-sdk/server';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlToDelta } from './html-to-delta.ts';

const PICTURE = '/api/file/Image/annexpic/20260302_0123456789abcdef0123456789abcdef.png';
const again = (html: string): string => deltaToHtml(cleanRichText(htmlToDelta(html)));

describe('HTML of older clients', () => {
  it.each([
    ['paragraphs', '<p>a</p><p>b <b>c</b></p>', '<p>a</p><p>b <strong>c</strong></p>'],
    ['an empty line', '<p>a</p><p><br></p><p>b</p>', '<p>a</p><p><br></p><p>b</p>'],
    [
      'headings, quotation, code',
      '<h2 style="text-align:center">t</h2><blockquote>q</blockquote><pre>x &lt; y\n z</pre>',
      '<h2 style="text-align: center">t</h2><blockquote>q</blockquote><pre>x &lt; y\n z</pre>',
    ],
    ['lists', '<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>', '<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>'],
    [
      'a picture of ours and one from elsewhere',
      `<p><img src="${PICTURE}" alt="x"><img src="https://a.b/x.png" onerror="alert(1)"></p>`,
      `<p><img src="${PICTURE}" alt="x"></p>`,
    ],
    [
      'links',
      '<p><a href="https://a.b/?x=1&amp;y=2">l</a> <a href="javascript:alert(1)">m</a></p>',
      '<p><a href="https://a.b/?x=1&amp;y=2" target="_blank" rel="noopener noreferrer">l</a> m</p>',
    ],
    [
      'colours that are ours',
      '<p><span style="color: #a8071a">r</span><span style="color: url(x)">s</span></p>',
      '<p><span style="color: #a8071a">r</span>s</p>',
    ],
    [
      'what must not be there',
      '<p>a</p><script>alert("<p>")</script><style>p{}</style><svg><p onload=alert(1)>x</p></svg><p onclick="x">b</p>',
      '<p>a</p><p>b</p>',
    ],
    ['a table, as lines', '<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>', '<p>1\t2</p><p>3</p>'],
    ['text that only looks like a tag', '<p>1 < 2 &amp; 3 &lt; 4 &#20013; &unknown;</p>', '<p>1 &lt; 2 &amp; 3 &lt; 4 中 &amp;unknown;</p>'],
    ['a tag that never ends', '<p>a</p><img src="', '<p>a</p>'],
  ])('%s', (_name, html, expected) => {
    expect(again(html)).toBe(expected);
  });

  it('whatever it is, ends in rich text that is read the same again', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<p>',
        '</p>',
        '<li>',
        '<ul>',
        '</ul>',
        '<script>',
        '</script>',
        '<b',
        '"',
        "'",
        '>',
        '<!--',
        '-->',
        '<a href="javascript:x">',
        '&#x41;',
        '&#0;',
        '<svg/onload=x>',
        '<img src=x onerror=y>',
        '\u0000',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = cleanRichText(htmlToDelta(pieces.join('')));
        const html = deltaToHtml(text);
        expect(html).not.toMatch(/<(?!\/?(?:p|h[1-6]|strong|em|u|s|ul|ol|li|blockquote|pre|br|span|a|img)\b)/);
        expect(
          deltaToText(cleanRichText(htmlToDelta(html)))
            .replace(/\s+/g, ' ')
            .trim(),
        ).toBe(deltaToText(text).replace(/\s+/g, ' ').trim());
      }),
    );
  });

  it('is done soon however long it is', () => {
    const long = '<p><b>a</b></p>'.repeat(10_000) + '<div>'.repeat(10_000) + '&'.repeat(100_000) + '<script></script>'.repeat(10_000);
    expect(deltaToText(cleanRichText(htmlToDelta(long)))).toBe(`${'a\n'.repeat(10_000)}${'&'.repeat(100_000)}`);
  });
});
