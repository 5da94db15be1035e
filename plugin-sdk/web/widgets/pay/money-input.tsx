import {
  formatScaled,
  type Money,
  moneyFromText,
  moneyToText,
  parseScaled,
  type Quantity,
  quantityFromText,
  type UnitPrice,
  unitPriceFromText,
  unitPriceToText,
} from '@nephra/plugin-sdk/contract';
import { Input } from '@nephra/plugin-sdk/ui';
import { type CSSProperties, useState } from 'react';
import { useKitText } from '../kit-text.ts';

export interface DecimalInputProps<Units extends number> {
  readonly value: Units | null | undefined;
  /** Null when the field is emptied. Text that is no number is not handed out and goes back when the field is left. */
  readonly onChange: (value: Units | null) => void;
  readonly id?: string;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  readonly prefix?: string;
  readonly placeholder?: string;
  readonly style?: CSSProperties;
  readonly onBlur?: () => void;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string;
}

interface DecimalParts<Units extends number> {
  readonly decimals: number;
  readonly parse: (text: string) => Units;
  readonly print: (value: Units) => string;
  readonly suffix?: string;
}

/** Full-width digits and signs, and separators that come along with pasted amounts. */
const tidy = (text: string): string =>
  text
    .replace(/[０-９．－＋]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/。/g, '.')
    .replace(/[\s,，¥￥]/g, '');

const isTypable = (text: string, decimals: number): boolean =>
  // pattern: anchored, every repetition is bounded; the number of decimals is the field's own
  new RegExp(`^-?\\d{0,12}(?:\\.\\d{0,${decimals}})?$`).test(text) && (decimals > 0 || !text.includes('.'));

function DecimalInput<Units extends number>({
  value,
  onChange,
  decimals,
  parse,
  print,
  suffix,
  invalid,
  prefix,
  placeholder,
  onBlur,
  ...rest
}: DecimalInputProps<Units> & DecimalParts<Units>) {
  const text = useKitText();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? (value === null || value === undefined ? '' : print(value));
  const take = (raw: string) => {
    const next = tidy(raw);
    if (!isTypable(next, decimals)) return;
    setTyped(next);
    if (next === '') onChange(null);
    else if (/\d/.test(next)) onChange(parse(next.replace(/\.$/, '').replace(/^(-?)\./, '$10.')));
  };
  return (
    <Input
      {...rest}
      className="nk-decimal"
      inputMode="decimal"
      autoComplete="off"
      value={shown}
      prefix={prefix}
      suffix={suffix}
      validateStatus={invalid ? 'error' : 'default'}
      placeholder={placeholder ?? text('input')}
      onFocus={(event) => event.target.select()}
      onChange={take}
      onBlur={() => {
        setTyped(null);
        onBlur?.();
      }}
    />
  );
}

/** Yuan with two decimals in, fen out. */
export function MoneyInput(props: DecimalInputProps<Money>) {
  return <DecimalInput {...props} decimals={2} parse={moneyFromText} print={moneyToText} suffix="¥" />;
}

/** Yuan with four decimals in, 1/10,000 yuan out. */
export function UnitPriceInput(props: DecimalInputProps<UnitPrice>) {
  return <DecimalInput {...props} decimals={4} parse={unitPriceFromText} print={unitPriceToText} suffix="¥" />;
}

export interface QuantityInputProps extends DecimalInputProps<Quantity> {
  /** 0 to 4, default 0. */
  readonly decimals?: number;
  readonly unit?: string;
}

/** Pieces in, 1/10,000 pieces out. */
export function QuantityInput({ decimals = 0, unit, ...props }: QuantityInputProps) {
  const print = (value: Quantity) => shortQuantity(value, decimals);
  return <DecimalInput {...props} decimals={decimals} parse={quantityFromText} print={print} suffix={unit} />;
}

/** At least `decimals` places, and never fewer than the value has: hiding a digit would hide a dose. */
function shortQuantity(value: Quantity, decimals: number): string {
  const full = formatScaled(value, 4);
  for (let places = decimals; places < 4; places += 1) {
    const cut = full.slice(0, full.length - 4 + places).replace(/\.$/, '');
    if (parseScaled(cut, 4) === value) return cut;
  }
  return full;
}
