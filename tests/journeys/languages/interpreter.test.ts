import { expect, test } from 'vitest';
import { Interpreter } from './interpreter.ts';

const text = (zh: string, en: string) => ({ zh, zhtw: [zh], en: [en] });
const TEXTS = [
  text('保存', 'Save'),
  text('顶部导航', 'Top'),
  text('药房发药', 'Pharmacy'),
  text('{{name}}的账户菜单', 'Account menu of {{name}}'),
  text('写入 {{n}} 条', '{{n}} written'),
  text('处方开立', 'Prescribing'),
  text('{{name}}退几{{unit}}，最多 {{most}}', 'How many {{unit}} of {{name}} go back, at most {{most}}'),
  text('{{n}} 个部门', '{{n}} departments'),
  text('手机', 'Mobile'),
  text('{{name}}结算单', '{{name}} Sheet'),
  text('{{place}} 费用结算单', '{{place}} Fee Sheet'),
];
const english = (data = '') => new Interpreter(TEXTS, 'en', data);

test('a whole text is the whole text in the other language, and no part of another one', () => {
  const save = english().words('保存', 'whole') as RegExp;
  expect(['Save', ' Save '].every((shown) => save.test(shown))).toBe(true);
  expect(['Save and close', 'save', 'Unsave'].some((shown) => save.test(shown))).toBe(false);
});

test('words are found as words; in the text of a row, whose cells have no gap between them, as a part', () => {
  expect((english().words('顶部导航', 'words') as RegExp).test('the top menu')).toBe(true);
  expect((english().words('顶部导航', 'words') as RegExp).test('Stopped')).toBe(false);
  expect((english().words('保存', 'part') as RegExp).test('HDSavedX')).toBe(true);
});

test('what stands for a parameter is kept, and nothing else is accepted for it', () => {
  const written = english().words('写入 1200 条', 'part') as RegExp;
  expect(written.test('1200 written')).toBe(true);
  expect(written.test('0 written')).toBe(false);
});

test('a pattern is one for the same texts', () => {
  expect(
    english()
      .pattern(/的账户菜单/)
      .test('Account menu of somebody'),
  ).toBe(true);
  expect(
    english()
      .pattern(/的账户菜单/)
      .test('Menu'),
  ).toBe(false);
  expect(english().pattern(/SF\d{10}/)).toEqual(/SF\d{10}/);
});

test('names and words that are no text of the product stay as they are, and a name that is also a text may be either', () => {
  expect(english().words('欧阳新', 'whole')).toBe('欧阳新');
  expect(english().words('保存', 'whole')).not.toBe('保存');
  const either = english('处方开立').words('处方开立', 'whole') as RegExp;
  expect(['Prescribing', '处方开立'].every((shown) => either.test(shown))).toBe(true);
});

test('what somebody types is said in one way', () => {
  expect([english().say('药房发药'), english().say('欧阳新')]).toEqual(['Pharmacy', '欧阳新']);
});

test('the star of a field that must be filled in stays behind its label', () => {
  expect(english().pattern(/^处方开立\*$/)).toEqual(/^(?:Prescribing)\*$/);
  expect(
    english()
      .pattern(/^处方开立\*?$/)
      .test('Prescribing'),
  ).toBe(true);
});

test('words that begin inside of a parameter are found, and so are those that end in one', () => {
  const back = english().words('骨化三醇退几', 'words') as RegExp;
  expect(back.test('How many boxes of 骨化三醇 go back, at most 3')).toBe(true);
  expect(back.test('How many boxes of 碳酸钙 go back, at most 3')).toBe(false);
});

test('a page that puts texts together with marks is read piece by piece', () => {
  const line = english().words('手机：2 个部门', 'part') as RegExp;
  expect(['Mobile: 2 departments', 'Mobile：2 departments'].every((shown) => line.test(shown))).toBe(true);
  expect(line.test('Mobile: 3 departments')).toBe(false);
});

test('a text that a template only becomes with a parameter may as well be a part of another one', () => {
  expect((english().words('费用结算单', 'part') as RegExp).test('Centre Fee Sheet')).toBe(true);
});
