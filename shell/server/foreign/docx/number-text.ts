const DIGITS = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
const STEMS = '甲乙丙丁戊己庚辛壬癸';
const ROMAN: readonly (readonly [number, string])[] = [
  ...([
    [1000, 'm'],
    [900, 'cm'],
    [500, 'd'],
    [400, 'cd'],
    [100, 'c'],
  ] as const),
  ...([
    [90, 'xc'],
    [50, 'l'],
    [40, 'xl'],
    [10, 'x'],
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ] as const),
];
/** Larger numbers of lists are written in digits. */
const MAX_WORD = 99;
const MAX_ROMAN = 3_999;

function chinese(value: number): string {
  if (value < 1 || value > MAX_WORD) return String(value);
  const [tens, ones] = [Math.floor(value / 10), value % 10];
  const head = tens === 0 ? '' : `${tens === 1 ? '' : DIGITS[tens]}十`;
  return head + (ones === 0 ? '' : DIGITS[ones]);
}

function roman(value: number): string {
  if (value < 1 || value > MAX_ROMAN) return String(value);
  let left = value;
  let text = '';
  for (const [worth, sign] of ROMAN) {
    while (left >= worth) {
      text += sign;
      left -= worth;
    }
  }
  return text;
}

/** a … z, aa, bb … as text processors count. */
const letters = (value: number): string =>
  value < 1 || value > 260 ? String(value) : String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.ceil(value / 26));

/** A number of a list in the format that a document names; one that is not known is written in digits. */
export function numberText(value: number, format: string): string {
  switch (format) {
    case 'lowerLetter':
      return letters(value);
    case 'upperLetter':
      return letters(value).toUpperCase();
    case 'lowerRoman':
      return roman(value);
    case 'upperRoman':
      return roman(value).toUpperCase();
    case 'decimalZero':
      return String(value).padStart(2, '0');
    case 'decimalEnclosedCircle':
    case 'decimalEnclosedCircleChinese':
      return value >= 1 && value <= 20 ? String.fromCodePoint(0x2460 + value - 1) : String(value);
    case 'chineseCounting':
    case 'chineseCountingThousand':
    case 'taiwaneseCounting':
    case 'taiwaneseCountingThousand':
    case 'ideographDigital':
    case 'japaneseCounting':
      return chinese(value);
    case 'ideographTraditional':
      return STEMS[value - 1] ?? String(value);
    default:
      return String(value);
  }
}
