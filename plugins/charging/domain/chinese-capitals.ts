import { AppError, type Money } from '@nephra/plugin-sdk/contract';

/** Spec 5 and 9: at most 12 digits before the decimal point. */
export const CAPITALS_MAX_INTEGER_DIGITS = 12;

export type CapitalsScript = 'simplified' | 'traditional';

interface Script {
  readonly digits: readonly string[];
  readonly places: readonly string[];
  readonly groups: readonly string[];
  readonly yuan: string;
  readonly minus: string;
}

const SCRIPTS: Readonly<Record<CapitalsScript, Script>> = {
  simplified: { digits: [...'零壹贰叁肆伍陆柒捌玖'], places: ['', '拾', '佰', '仟'], groups: ['', '万', '亿'], yuan: '元', minus: '负' },
  traditional: { digits: [...'零壹貳參肆伍陸柒捌玖'], places: ['', '拾', '佰', '仟'], groups: ['', '萬', '億'], yuan: '圓', minus: '負' },
};

/** One group of four digits, without leading zeros: 1050 reads 壹仟零伍拾. */
function groupText(group: number, script: Script): string {
  let text = '';
  let gap = false;
  for (let place = 3; place >= 0; place -= 1) {
    const digit = Math.floor(group / 10 ** place) % 10;
    if (digit === 0) {
      gap = text !== '';
      continue;
    }
    text += `${gap ? script.digits[0] : ''}${script.digits[digit]}${script.places[place]}`;
    gap = false;
  }
  return text;
}

function integerText(yuan: number, script: Script): string {
  let text = '';
  let gap = false;
  for (let index = script.groups.length - 1; index >= 0; index -= 1) {
    const group = Math.floor(yuan / 10_000 ** index) % 10_000;
    if (group === 0) {
      gap = text !== '';
      continue;
    }
    // A zero is spoken wherever the digit just before this group's first digit is zero.
    if (text !== '' && (gap || group < 1000)) text += script.digits[0];
    text += groupText(group, script) + script.groups[index];
    gap = false;
  }
  return text;
}

/**
 * Amount in the capitals that Chinese receipts must carry: 壹佰零伍元贰角整.
 * @throws AppError `charging.amount-too-large` above 12 integer digits (spec 5).
 */
export function chineseCapitals(amount: Money, scriptName: CapitalsScript = 'simplified'): string {
  const script = SCRIPTS[scriptName];
  const whole = Math.abs(amount);
  const yuan = Math.floor(whole / 100);
  if (String(yuan).length > CAPITALS_MAX_INTEGER_DIGITS) throw new AppError('charging.amount-too-large', { params: { digits: CAPITALS_MAX_INTEGER_DIGITS } });
  const jiao = Math.floor(whole / 10) % 10;
  const fen = whole % 10;
  const zero = script.digits[0] ?? '';

  const head = yuan > 0 ? integerText(yuan, script) + script.yuan : '';
  const jiaoText = jiao > 0 ? `${script.digits[jiao]}角` : '';
  const fenText = fen > 0 ? `${script.digits[fen]}分` : '';
  const bridge = jiao === 0 && fen > 0 && head !== '' ? zero : '';
  const body = head + bridge + jiaoText + fenText;
  if (body === '') return `${zero}${script.yuan}整`;
  return `${amount < 0 ? script.minus : ''}${body}${fen === 0 ? '整' : ''}`;
}
