import { AmountText, type AmountTextProps } from './amount-text.tsx';
import './sum-line.css';

export interface SumLineProps {
  readonly label: string;
  readonly amount: AmountTextProps['amount'];
  /** How the amount came about; drawn when it is clicked. */
  readonly explain?: AmountTextProps['explain'];
}

/** The one amount that a panel is about, large, with its name. */
export function SumLine({ label, amount, explain }: SumLineProps) {
  return (
    <p className="nk-sum-line">
      <span>{label}</span>
      <AmountText amount={amount} strong sign explain={explain} />
    </p>
  );
}
