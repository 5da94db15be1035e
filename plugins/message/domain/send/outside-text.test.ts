import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openParams, type OutsideKind, outsideText } from './outside-text.ts';

const kind: OutsideKind = {
  title: { zh: '结算存疑', zhtw: '結算存疑', en: 'Settlement in doubt' },
  outside: { zh: '有{n}笔结算存疑', zhtw: '有{n}筆結算存疑', en: '{n} settlements are in doubt' },
  params: { n: 'open', patient: 'personal' },
};

it('says the words of the kind, in the language of the reader', () => {
  expect(outsideText(kind, undefined, { n: 2, patient: 'SIM 甲' }, 'en')).toEqual({ subject: 'Settlement in doubt', text: '2 settlements are in doubt' });
});

it('says the words of the site where all that they ask for is open and given, and else those of the kind', () => {
  const params = { n: 2, patient: 'SIM 甲' };
  expect(outsideText(kind, { title: 'SIM {n}', content: `请处理 ${'$'}{n} 笔` }, params, 'zh')).toEqual({ subject: 'SIM 2', text: '请处理 2 笔' });
  for (const content of ['{patient}的结算', '{other}', '{n}{patient}'])
    expect(outsideText(kind, { title: 'SIM', content }, params, 'zh')).toEqual({ subject: '结算存疑', text: '有2笔结算存疑' });
});

it('a line end in a value makes no second line of a subject', () => {
  expect(outsideText(kind, { title: 'SIM {n}', content: 'x' }, { n: 'a\r\nBcc: all@example.org' }, 'zh').subject).toBe('SIM a Bcc: all@example.org');
});

const PERSONAL = '王小明';
it('whatever a site writes and a plugin hands in, nothing personal and nothing undeclared goes outside', () => {
  const piece = fc.constantFrom('{n}', '{patient}', '{ patient }', `${'$'}{patient}`, '{undeclared}', '{constructor}', '{', '}', '$', '甲', ' ');
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  const nested = fc.constantFrom('1', '{patient}', `${'$'}{undeclared}`);
  fc.assert(
    fc.property(text, text, nested, fc.constantFrom('zh', 'zhtw', 'en'), (title, content, n, language) => {
      const { subject, text: said } = outsideText(kind, { title, content }, { n, patient: PERSONAL, undeclared: PERSONAL, constructor: PERSONAL }, language);
      expect(subject + said).not.toContain(PERSONAL);
    }),
  );
  expect(openParams(kind, { n: 1, patient: PERSONAL, undeclared: PERSONAL, constructor: PERSONAL })).toEqual({ n: '1' });
});
