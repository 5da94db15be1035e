import { useKitText } from '../../kit-text.ts';
import { LatePart, useLatePart } from '../../late-part.ts';
import type { BillRuleControlProps } from './bill-rule-control.tsx';

const control = new LatePart(() => import('./bill-rule-control.tsx'));

export type BillRuleSelectProps = BillRuleControlProps;

/** Select over the number rules that are on (spec 2.6-13); its value is the code of a rule. */
export function BillRuleSelect(props: BillRuleSelectProps) {
  const text = useKitText();
  const part = useLatePart(control);
  return part ? <part.BillRuleControl {...props} /> : <div className="nk-field-wait">{props.placeholder ?? text('select')}</div>;
}
