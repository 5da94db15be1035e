const STAR = '*';
/** Surnames of two characters that are met often; the mask begins after them. */
const DOUBLE_SURNAMES = [
  '欧阳',
  '歐陽',
  '司马',
  '司馬',
  '上官',
  '诸葛',
  '諸葛',
  '夏侯',
  '东方',
  '東方',
  '皇甫',
  '尉迟',
  '尉遲',
  '慕容',
  '令狐',
  '宇文',
  '长孙',
  '長孫',
  '司徒',
  '端木',
  '百里',
];
const HAN = /\p{Script=Han}/u;
/** Between the names of peoples that write several: 阿依古丽·买买提. */
const BETWEEN = /([\s·•・]+)/u;

function maskedWord(word: string): string {
  const letters = [...word];
  const [first = '', ...rest] = letters;
  if (!HAN.test(first)) return `${first.toLocaleUpperCase()}${STAR.repeat(3)}`;
  if (letters.length === 1) return STAR;
  if (letters.length === 2) return `${first}${STAR}`;
  const surname = letters.length > 3 && DOUBLE_SURNAMES.includes(`${first}${rest[0] ?? ''}`) ? 2 : 1;
  const last = letters.length - surname >= 2 ? 1 : 0;
  return `${letters.slice(0, surname).join('')}${STAR.repeat(letters.length - surname - last)}${letters.slice(letters.length - last).join('')}`;
}

/**
 * A name as the public may read it: 张三 is 张*, 张小三 is 张*三, 欧阳小三 is 欧阳*三, John Smith is J*** S***. Whoever knows the person recognises them, nobody else
 * does. The rule is the same on every screen, and the server applies it: the name in full never reaches one.
 */
export function maskedName(name: string): string {
  const trimmed = name.normalize('NFC').trim();
  if (trimmed === '') return '';
  const parts = trimmed.split(BETWEEN);
  return parts.map((part, at) => (at % 2 === 1 ? (/\s/u.test(part) ? ' ' : part.trim()) : maskedWord(part))).join('');
}

/** The last three digits of a number; empty where it has fewer than five, so that it is never told whole. */
export function numberTail(number: string): string {
  const digits = number.replace(/\D/g, '');
  return digits.length < 5 ? '' : digits.slice(-3);
}
