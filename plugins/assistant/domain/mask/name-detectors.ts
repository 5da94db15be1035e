import type { Detector, Span } from './span.ts';
import { isCommonWord, surnameLength } from './surnames.ts';

const isHan = (sign: string | undefined): boolean => sign !== undefined && /^[\u3400-\u4dbf\u4e00-\u9fff·•]$/.test(sign);
/** Words behind which a name stands. With `sure` whatever stands there is one. */
const BEFORE = [
  '患者',
  '病人',
  '病患',
  '病友',
  '患儿',
  '患兒',
  '产妇',
  '產婦',
  '家属',
  '家屬',
  '亲属',
  '親屬',
  '护士',
  '醫生',
  '医生',
  '名叫',
  '叫做',
  '我叫',
  '他叫',
  '她叫',
  '本人',
];
/** The same in English, before a name in Chinese. */
const BEFORE_LATIN = ['patient', 'named', 'name is', 'name', 'mr.', 'mr', 'mrs', 'miss'];
const SURE = ['姓名', '名字', '联系人', '聯絡人', '监护人', '監護人'];
const AFTER = [
  '先生',
  '女士',
  '小姐',
  '太太',
  '大爷',
  '大爺',
  '大妈',
  '大媽',
  '阿姨',
  '同志',
  '老人',
  '伯伯',
  '奶奶',
  '爷爷',
  '爺爺',
  '叔叔',
  '婆婆',
  '大叔',
  '大姐',
  '大哥',
  '老师',
  '老師',
];
/** Signs between such a word and the name. */
const BETWEEN = new Set([...' :：是为為叫"“”「」『』《》()（）,，、']);
/** A colon says that a name follows. */
const SAYS_SO = new Set([...':：叫"“「']);
/** Characters that are seldom the second one of a given name and often the next word. */
const NEXT_WORD = new Set([
  ...'的了在是于於和與与及没沒今需要因為为已從从到被把對对说說问問做去來来就還还也都不岁歲出入住转轉透血每给給这這那怎什请請她他我你曾再又男女',
]);
const MAX_NAME = 4;

/** A name with a surname at the beginning of a text; its length, or 0. */
function nameLength(text: string): number {
  const surname = surnameLength(text);
  if (surname === 0) return 0;
  const [first, second] = [text[surname], text[surname + 1]];
  if (!isHan(first)) return 0;
  return surname + (isHan(second) && !NEXT_WORD.has(second ?? '') ? 2 : 1);
}

/** Names in other writings, with points between: 阿卜杜拉·买买提. */
const DOTTED = /[\u4e00-\u9fff]{1,12}(?:[·•][\u4e00-\u9fff]{1,12}){1,4}/g;
const LATIN = /\b(?:patient|mr|mrs|ms|miss|name is|named)[.: ]{1,3}(?<value>[A-Z][A-Za-z'-]{1,24}(?: [A-Z][A-Za-z'-]{1,24}){0,3})/gi;
/** What is no name behind "patient". */
const LATIN_WORDS = new Set(
  'is has was are with who needs and or the a an in on of for to can should may must list file files number numbers name names data record records id safety care education today cannot does did will that this had'.split(
    ' ',
  ),
);

function placesOf(text: string, word: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) places.push(at);
  return places;
}

/** Names behind 患者, 病人, 姓名 and the like, and before 先生, 女士 and the like. */
export const chineseNames: Detector = (text) => {
  const small = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const spans: Span[] = [];
  const add = (start: number, length: number): void => void (length > 0 && spans.push({ start, end: start + length, kind: 'person' }));
  for (const word of [...BEFORE, ...SURE, ...BEFORE_LATIN]) {
    for (const at of placesOf(small, word)) {
      let start = at + word.length;
      let said = SURE.includes(word) || word.endsWith('叫') || word.endsWith('做');
      while (start < text.length && start < at + word.length + 4 && BETWEEN.has(text[start] ?? '')) {
        said ||= SAYS_SO.has(text[start] ?? '');
        start += 1;
      }
      const rest = text.slice(start, start + MAX_NAME + 1);
      const sure = SURE.includes(word) && start > at + word.length;
      if (!said && isCommonWord(rest)) continue;
      let length = nameLength(rest);
      // 姓名： is followed by a name, whatever it begins with.
      if (length === 0 && sure) while (length < MAX_NAME && isHan(rest[length])) length += 1;
      add(start, length);
    }
  }
  for (const word of AFTER) {
    for (const at of placesOf(text, word)) {
      // The longest that ends here and begins with a surname: 张三丰先生.
      const length = [4, 3, 2, 1].find((size) => {
        const name = text.slice(Math.max(0, at - size), at);
        return (
          name.length === size &&
          [...name].every(isHan) &&
          surnameLength(name) > 0 &&
          (size === 1 || surnameLength(name) < size) &&
          size <= surnameLength(name) + 2
        );
      });
      if (length !== undefined) add(at - length, length);
    }
  }
  return spans;
};

export const otherNames: Detector = (text) => {
  const dotted = [...text.matchAll(DOTTED)].map((match): Span => ({ start: match.index, end: match.index + match[0].length, kind: 'person' }));
  const latin = [...text.matchAll(LATIN)].flatMap((match): Span[] => {
    const words = (match.groups?.value ?? '').split(' ');
    const end = words.findIndex((word) => LATIN_WORDS.has(word.toLowerCase()));
    const value = words.slice(0, end < 0 ? words.length : end).join(' ');
    const start = match.index + match[0].length - (match.groups?.value ?? '').length;
    return value === '' ? [] : [{ start, end: start + value.length, kind: 'person' }];
  });
  return [...dotted, ...latin];
};
