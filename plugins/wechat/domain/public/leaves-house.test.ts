import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leakIn, reminderOf } from './leaves-house.ts';

const NOBODY = { names: [], diagnoses: [] };
const han = fc.constantFrom(...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕');
const name = fc.array(han, { minLength: 2, maxLength: 4 }).map((signs) => signs.join(''));
/** Signs that people put between letters so that a word is not found. */
const between = fc.constantFrom('', ' ', '·', '-', '\u200b', '．', '*', '　');
const apart = (word: string, gaps: readonly string[]): string => [...word].map((sign, at) => `${sign}${gaps[at % Math.max(1, gaps.length)] ?? ''}`).join('');
const gaps = fc.array(between, { minLength: 1, maxLength: 4 });
const around = fc.string({ unit: 'grapheme', maxLength: 20 });

describe('what leaves the house', () => {
  it('holds no name of the patient, however it is set apart and whatever stands around it', () => {
    fc.assert(
      fc.property(
        name,
        gaps,
        around,
        around,
        (who, some, a, b) => void expect(leakIn(`${a}${apart(who, some)}${b}`, { names: [who], diagnoses: [] })).toBe('name'),
      ),
    );
  });

  it('holds no infection and no diagnosis, in either script, in Latin letters of any width, or apart', () => {
    const infection = fc.constantFrom('乙肝', '丙型肝炎', '梅毒', '艾滋病', '愛滋', '陽性', '传染');
    const latin = fc.constantFrom('HIV', 'hbv', 'ＨＣＶ', 'H.I.V.', 'H I V', 'HBsAg', 'syphilis', 'Hepatitis');
    const quiet = fc.constantFrom('', '请来复查', '您好，', ' please come ');
    fc.assert(fc.property(infection, gaps, around, (word, some, a) => void expect(leakIn(`${a}${apart(word, some)}`, NOBODY)).toMatch(/infection|number/)));
    fc.assert(fc.property(latin, quiet, quiet, (word, a, b) => void expect(leakIn(`${a} ${word} ${b}`, NOBODY)).toBe('infection')));
    fc.assert(fc.property(name, gaps, (what, some) => void expect(leakIn(apart(what, some), { names: [], diagnoses: [what] })).toBe('diagnosis')));
  });

  it('holds no mobile number and no number of a document, and takes the hospital’s own telephone', () => {
    const digits = (n: number) => fc.stringMatching(new RegExp(`^\\d{${n}}$`)); // pattern: anchored, bounded, of the test
    fc.assert(
      fc.property(
        digits(9),
        gaps,
        (rest, some) =>
          void expect(
            leakIn(
              apart(
                `13${rest}`,
                some.filter((one) => one.length < 2),
              ),
              NOBODY,
            ),
          ).toBe('number'),
      ),
    );
    fc.assert(fc.property(digits(18), (id) => void expect(leakIn(`号码 ${id}`, NOBODY)).toBe('number')));
    expect([leakIn('电话 020-12345678', NOBODY), leakIn('请致电 13800001111', NOBODY, { numbers: false })]).toEqual([undefined, undefined]);
  });

  it('is let go where it says nothing of the kind', () => {
    const said = ['您有一条透析提醒', '明天下午两点请到前台，谢谢', 'Please come at two, your prescription is ready.', '王女士您好'];
    expect(said.map((text) => leakIn(text, { names: ['王小明'], diagnoses: ['慢性肾脏病5期'] }))).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('of a message to a patient is one sentence: whatever two messages say, they leave alike', () => {
    const message = fc.record({ subject: around, text: around, params: fc.dictionary(fc.string(), fc.string()), kind: around });
    fc.assert(
      fc.property(message, message, fc.uuid(), fc.constantFrom('', 'https://his.example.cn/p', 'https://his.example.cn/p?a=1'), (one, other, id, url) => {
        expect(reminderOf({ ...one, id }, '您有一条透析提醒', url)).toEqual(reminderOf({ ...other, id }, '您有一条透析提醒', url));
      }),
    );
    expect(reminderOf({ id: 'a b' }, 's', 'https://x.cn/p?a=1').url).toBe('https://x.cn/p?a=1&m=a%20b');
  });
});
