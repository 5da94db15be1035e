import { type Money, moneyToText } from './money.ts';

/** Puts separators between groups of three digits of a decimal text: `-1234.50` becomes `-1,234.50`. */
export function withThousands(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.');
  const first = Math.max(0, whole.search(/\d/));
  const [sign, digits] = [whole.slice(0, first), whole.slice(first)];
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  const grouped = sign + groups.join(',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** `1,234.50` */
export const formatMoney = (amount: Money): string => withThousands(moneyToText(amount));

const SIZE_UNITS = ['bytes', 'KB', 'MB', 'GB'] as const;

/** Size of a file in bytes, KB, MB or GB (1,024 each), at most one decimal (spec 9). */
export function formatFileSize(bytes: number): string {
  let unit = 0;
  let size = Math.max(0, bytes);
  while (unit < SIZE_UNITS.length - 1 && Math.round(size * 10) / 10 >= 1024) {
    size /= 1024;
    unit += 1;
  }
  return `${Number(size.toFixed(1))} ${SIZE_UNITS[unit]}`;
}

const SHORT_UNITS = ['', 'k', 'M', 'G', 'T', 'P', 'E'] as const;

/** Shortens a count: 1,234 becomes `1.2k` (spec 9: k, M, G, T, P, E). */
export function shortenNumber(value: number): string {
  let unit = 0;
  let size = Math.abs(value);
  while (unit < SHORT_UNITS.length - 1 && Math.round(size * 10) / 10 >= 1000) {
    size /= 1000;
    unit += 1;
  }
  return `${value < 0 ? '-' : ''}${Number(size.toFixed(1))}${SHORT_UNITS[unit]}`;
}

const CAPITAL_DIGITS = '零壹贰叁肆伍陆柒捌玖';
const CAPITAL_PLACES = ['', '拾', '佰', '仟'] as const;
const CAPITAL_GROUPS = ['', '万', '亿'] as const;

function capitalGroup(digits: string): string {
  let text = '';
  let zeroWaits = false;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[at]);
    if (digit === 0) {
      zeroWaits = text !== '';
      continue;
    }
    text += `${zeroWaits ? '零' : ''}${CAPITAL_DIGITS[digit]}${CAPITAL_PLACES[digits.length - 1 - at]}`;
    zeroWaits = false;
  }
  return text;
}

/**
 * Money in Chinese capitals, as it stands on receipts: 壹佰贰拾叁元肆角伍分; for traditional readers 壹佰貳拾參圓肆角伍分.
 * @throws RangeError `amount too large` with more than 12 digits before the point (spec 5, 9).
 */
export function moneyInCapitals(amount: Money, script: 'simplified' | 'traditional' = 'simplified'): string {
  const text = simplifiedCapitals(amount);
  return script === 'simplified' ? text : [...text].map((sign) => TRADITIONAL_CAPITALS[sign] ?? sign).join('');
}

const TRADITIONAL_CAPITALS: Readonly<Record<string, string>> = { 贰: '貳', 叁: '參', 陆: '陸', 万: '萬', 亿: '億', 元: '圓', 负: '負' };

function simplifiedCapitals(amount: Money): string {
  const [whole = '0', fraction = '00'] = moneyToText(amount).replace('-', '').split('.');
  if (whole.length > 12) throw new RangeError('amount too large');
  let yuan = '';
  for (let group = Math.ceil(whole.length / 4) - 1; group >= 0; group -= 1) {
    const digits = whole.slice(Math.max(0, whole.length - 4 * (group + 1)), whole.length - 4 * group);
    const text = capitalGroup(digits);
    if (text === '') continue;
    const gap = yuan !== '' && (digits.startsWith('0') || /0000$/.test(whole.slice(0, whole.length - 4 * (group + 1))));
    yuan += `${gap ? '零' : ''}${text}${CAPITAL_GROUPS[group]}`;
  }
  const [jiao = '0', fen = '0'] = fraction;
  const sign = amount < 0 ? '负' : '';
  if (fraction === '00') return `${sign}${yuan || '零'}元整`;
  const jiaoText = jiao === '0' ? (yuan ? '零' : '') : `${CAPITAL_DIGITS[Number(jiao)]}角`;
  const fenText = fen === '0' ? '整' : `${CAPITAL_DIGITS[Number(fen)]}分`;
  return `${sign}${yuan ? `${yuan}元` : ''}${jiaoText}${fenText}`;
}
