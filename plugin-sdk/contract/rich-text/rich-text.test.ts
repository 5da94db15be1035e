import fc from 'fast-check';
import { Check } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { deltaToHtml } from './delta-to-html.ts';
import { deltaPreview, deltaToText } from './delta-to-text.ts';
import { FORMAT_VALUES, isAllowedLink, TEXT_BACKGROUNDS, TEXT_COLORS } from './formats.ts';
import { cleanRichText, isEmptyRichText, richTextFlaw, richTextLength } from './rich-text.ts';
import { richTextSchema } from './rich-text.schema.ts';

const PICTURE = '/api/file/Image/annexpic/20260302_0123456789abcdef0123456789abcdef.png';

const NASTY = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'https://a.b/"onclick="alert(1)',
  "https://a.b/'onclick='alert(1)",
  'red; background: url(javascript:alert(1))',
  '//a.b/x.png',
  `${PICTURE}" onerror="alert(1)`,
  '&lt;script&gt;',
  '\u0000<b>\u2028</b>\u202e',
  '</p></li></ol><iframe src=x>',
];
const nasty = fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'binary' }), fc.string());
const rightValue = fc.constantFrom(...Object.values(FORMAT_VALUES).flat());
const anyValue = fc.oneof(nasty, rightValue, fc.anything());
/** Every name that counts with a value that may be wrong; beside them names that do not. */
const hostileLooks = fc.record(
  {
    ...Object.fromEntries(Object.keys(FORMAT_VALUES).map((name) => [name, anyValue])),
    link: fc.oneof(nasty, fc.constant('https://a.b')),
    alt: nasty,
    ...Object.fromEntries(['onclick', 'style', 'src', 'class', 'script', 'constructor', 'video'].map((name) => [name, nasty])),
  },
  { requiredKeys: [] },
);
const hostileOp = fc.record(
  {
    insert: fc.oneof(
      { weight: 4, arbitrary: nasty },
      { weight: 4, arbitrary: fc.record({ image: fc.oneof(nasty, fc.constant(PICTURE)) }) },
      fc.record({ video: nasty }),
      fc.anything(),
    ),
    attributes: fc.oneof({ weight: 6, arbitrary: hostileLooks }, fc.anything()),
  },
  { requiredKeys: [] },
);
const hostile = fc.oneof(
  { weight: 8, arbitrary: fc.record({ ops: fc.array(fc.oneof({ weight: 8, arbitrary: hostileOp }, fc.anything())) }) },
  fc.record({ ops: fc.anything() }),
  fc.anything(),
);

const rightAttributes = fc.record(
  {
    ...Object.fromEntries(Object.entries(FORMAT_VALUES).map(([name, values]) => [name, fc.constantFrom(...values)])),
    link: fc.constantFrom('https://a.b/?x=1&y="2"', 'mailto:a@b.c', 'tel:+8613800000000'),
    alt: fc.string({ maxLength: 20 }),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const words = fc.string({ unit: fc.constantFrom('a', '透', '析', ' ', '\n', '<', '&', '"', "'", '😀'), minLength: 1 });
const rightText = fc.record({
  ops: fc.array(
    fc.record({ insert: fc.oneof(words, fc.constant({ image: PICTURE })), attributes: rightAttributes }, { requiredKeys: ['insert'], noNullPrototype: true }),
  ),
});

/** Every tag with exactly the attributes that it may have. */
const COLOR = `(?:${TEXT_COLORS.join('|')})`;
const BACKGROUND = `(?:${TEXT_BACKGROUNDS.join('|')})`;
const INLINE = `(?:color: ${COLOR}|background-color: ${BACKGROUND}|font-size: (?:0\\.75|1\\.5|2\\.5)em)`;
const LINE = '(?:text-align: (?:center|right|justify)|padding-left: \\d{1,2}em)';
const TAG = new RegExp(
  [
    '^(?:br|/?(?:strong|em|u|s|pre|ol|ul)|/(?:a|span|p|li|blockquote|h[1-6])',
    `span style="${INLINE}(?:; ${INLINE})*"`,
    `(?:p|li|blockquote|h[1-6])(?: dir="rtl")?(?: style="${LINE}(?:; ${LINE})*")?`,
    'a href="(?:https?://|mailto:|tel:)[^"<>\\s]+" target="_blank" rel="noopener noreferrer"',
    'img src="/api/file/Image/[A-Za-z]+/\\d{8}_[0-9a-f]{32}\\.(?:png|jpe?g|gif|bmp|webp)" alt="[^"<>]*")$',
  ].join('|'),
  's',
);

/** Reads HTML as a parser would: tags, and text without any `<`. @returns tags that are not on the list */
function unlisted(html: string): string[] {
  const tags = [...html.matchAll(/<([^>]*)>/g)].map(([, tag = '']) => tag);
  const rest = html.replace(/<[^>]*>/g, '');
  return [...tags.filter((tag) => !TAG.test(tag)), ...(/[<>]/.test(rest) ? [rest] : [])];
}

function isBalanced(html: string): boolean {
  const open: string[] = [];
  for (const [, end = '', name = ''] of html.matchAll(/<(\/?)([a-z0-9]+)/g)) {
    if (name === 'br' || name === 'img') continue;
    if (end === '') open.push(name);
    else if (open.pop() !== name) return false;
  }
  return open.length === 0;
}

describe('[2.6-17] rich text as HTML', () => {
  it('holds no tag and no attribute outside of the list, whatever the value is', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        const html = deltaToHtml(value);
        expect(unlisted(html)).toEqual([]);
        expect(isBalanced(html)).toBe(true);
      }),
    );
  });

  it('the check of this test finds what it looks for', () => {
    const wrong = [
      '<script>',
      '<p onclick="x">',
      '<a href="javascript:x" target="_blank" rel="noopener noreferrer">',
      '<img src="https://a.b/x.png" alt="">',
      'a < b',
    ];
    expect(wrong.map((html) => unlisted(html).length)).toEqual([1, 1, 1, 1, 1]);
    expect([isBalanced('<p><em></p></em>'), isBalanced('<p>')]).toEqual([false, false]);
  });

  it('leads nowhere but to http, https, mailto and tel', () => {
    fc.assert(
      fc.property(nasty, (link) => {
        const html = deltaToHtml({ ops: [{ insert: 'x', attributes: { link } }] });
        expect(html.includes('<a ')).toBe(/^(?:https?:\/\/|mailto:|tel:)/.test(link) && isAllowedLink(link));
      }),
    );
    expect(['https://a.b', 'mailto:a@b.c', 'tel:123'].every(isAllowedLink)).toBe(true);
    expect([...NASTY.slice(0, 7), 'ftp://a.b', '/home', 'https://', ' https://a.b', 'https://a.b\u0000', 42].some(isAllowedLink)).toBe(false);
  });

  it.each([
    ['an empty line', [{ insert: 'a\n\nb\n' }], '<p>a</p><p><br></p><p>b</p>'],
    ['signs of HTML', [{ insert: '<b>&"\'\n' }], '<p>&lt;b&gt;&amp;&quot;&#39;</p>'],
    [
      'looks within each other',
      [{ insert: 'x', attributes: { bold: true, italic: true, underline: true, strike: true } }],
      '<p><strong><em><u><s>x</s></u></em></strong></p>',
    ],
    [
      'colour and size',
      [{ insert: 'x', attributes: { color: '#a8071a', background: '#fffb8f', size: 'huge' } }],
      '<p><span style="color: #a8071a; background-color: #fffb8f; font-size: 2.5em">x</span></p>',
    ],
    ['a heading in the middle', [{ insert: 'x' }, { insert: '\n', attributes: { header: 3, align: 'center' } }], '<h3 style="text-align: center">x</h3>'],
    [
      'from right to left, indented',
      [{ insert: 'x' }, { insert: '\n', attributes: { direction: 'rtl', indent: 2 } }],
      '<p dir="rtl" style="padding-left: 6em">x</p>',
    ],
    ['a quotation', [{ insert: 'x' }, { insert: '\n', attributes: { blockquote: true } }], '<blockquote>x</blockquote>'],
    [
      'lines of code, without looks',
      [
        { insert: 'a', attributes: { bold: true } },
        { insert: '\n', attributes: { 'code-block': true } },
        { insert: '<b>' },
        { insert: '\n', attributes: { 'code-block': true } },
      ],
      '<pre>a\n&lt;b&gt;</pre>',
    ],
    ['a picture', [{ insert: { image: PICTURE }, attributes: { alt: 'X-ray "left"' } }], `<p><img src="${PICTURE}" alt="X-ray &quot;left&quot;"></p>`],
    [
      'a link',
      [{ insert: 'x', attributes: { link: 'https://a.b/?c&d', bold: true } }],
      '<p><a href="https://a.b/?c&amp;d" target="_blank" rel="noopener noreferrer"><strong>x</strong></a></p>',
    ],
  ])('%s', (_name, ops, html) => expect(deltaToHtml({ ops })).toBe(html));

  it('lists stand within each other by their depth', () => {
    const line = (insert: string, attributes: object) => [{ insert }, { insert: '\n', attributes }];
    const ops = [
      ...line('1', { list: 'ordered' }),
      ...line('1a', { list: 'bullet', indent: 1 }),
      ...line('1b', { list: 'ordered', indent: 1 }),
      ...line('2', { list: 'ordered' }),
      ...line('deep', { list: 'bullet', indent: 8 }),
      ...line('other', { list: 'bullet' }),
    ];
    expect(deltaToHtml({ ops })).toBe('<ol><li>1<ul><li>1a</li></ul><ol><li>1b</li></ol></li><li>2<ul><li>deep</li></ul></li></ol><ul><li>other</li></ul>');
  });

  it('takes pictures from where it is told', () => {
    expect(deltaToHtml({ ops: [{ insert: { image: PICTURE } }] }, { pictureAt: (path) => `https://files.example${path}` })).toContain(
      `src="https://files.example${PICTURE}"`,
    );
  });
});

describe('cleaning', () => {
  it('leaves what the schema takes, or nothing at all; what is clean stays as it was', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        const clean = cleanRichText(value);
        if (clean.ops.length <= 5000) expect(Check(richTextSchema, clean)).toBe(true);
        expect(cleanRichText(clean)).toEqual(clean);
      }),
    );
    fc.assert(
      fc.property(rightText, (text) => {
        expect(cleanRichText(text)).toEqual({ ops: text.ops.map((op) => (Object.keys(op.attributes ?? {}).length > 0 ? op : { insert: op.insert })) });
      }),
    );
  });

  it('the schema refuses what cleaning takes away', () => {
    const attributes = [{ link: 'javascript:x' }, { color: 'red' }, { indent: 9 }, { header: 7 }, { bold: 'yes' }, { onclick: 'x' }, { script: 'sub' }];
    expect(attributes.map((one) => Check(richTextSchema, { ops: [{ insert: 'x', attributes: one }] }))).toEqual(attributes.map(() => false));
    expect(attributes.map((one) => cleanRichText({ ops: [{ insert: 'x', attributes: one }] }))).toEqual(attributes.map(() => ({ ops: [{ insert: 'x' }] })));
    const inserts = [{ image: 'https://a.b/x.png' }, { image: 'data:image/png;base64,AA' }, { video: 'https://a.b' }, { image: PICTURE, onerror: 'x' }, 7];
    expect(inserts.map((insert) => Check(richTextSchema, { ops: [{ insert }] }))).toEqual(inserts.map(() => false));
    expect(cleanRichText({ ops: inserts.map((insert) => ({ insert })) })).toEqual({ ops: [{ insert: { image: PICTURE } }] });
  });
});

describe('words and size', () => {
  it('the words are those of the text, in order, without looks', () => {
    fc.assert(
      fc.property(rightText, (text) => {
        const all = text.ops.map(({ insert }) => (typeof insert === 'string' ? insert : '')).join('');
        expect(deltaToText(text)).toBe(all.trimEnd());
      }),
    );
    expect([deltaToText(null), deltaToText({ ops: 'x' }), deltaToText('<b>')]).toEqual(['', '', '']);
  });

  it('a preview is one line and never longer than said', () => {
    fc.assert(
      fc.property(rightText, fc.integer({ min: 1, max: 30 }), (text, max) => {
        const shown = deltaPreview(text, max);
        expect([...shown].length).toBeLessThanOrEqual(max);
        expect(shown).not.toContain('\n');
      }),
    );
    expect(deltaPreview({ ops: [{ insert: 'a\nb  c\n' }] }, 4)).toBe('a b…');
  });

  it('a text may be as long as the limit, counted as people do, pictures too', () => {
    const text = { ops: [{ insert: '透析😀' }, { insert: { image: PICTURE } }, { insert: '\n' }] };
    expect(richTextLength(text)).toBe(4);
    expect([richTextFlaw(text, 4), richTextFlaw(text, 3)]).toEqual([undefined, { kind: 'length', max: 3 }]);
    expect(richTextFlaw({ ops: Array.from({ length: 5001 }, () => ({ insert: 'a' })) })).toEqual({ kind: 'pieces', max: 5000 });
  });

  it('blanks are no text, a picture is', () => {
    expect([{ ops: [] }, { ops: [{ insert: ' \n\n' }] }, { ops: [{ insert: { image: PICTURE } }] }].map(isEmptyRichText)).toEqual([true, true, false]);
  });
});
