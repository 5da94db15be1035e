import type { Money, Quantity, UnitPrice } from '@nephra/plugin-sdk/contract';
import { MoneyInput, QuantityInput, UnitPriceInput } from '../pay/money-input.tsx';
import type { ControlProps } from './control-parts.tsx';

/** What inputs of exact decimals have in common. */
const decimalParts = ({ field, value, set, input, inset, invalid }: ControlProps<'money' | 'unitPrice' | 'quantity'>) => ({
  ...input,
  prefix: inset ? field.label : undefined,
  placeholder: field.placeholder,
  // The name of the field says which of them it is.
  value: value as (Money & UnitPrice & Quantity) | null,
  onChange: set,
  invalid,
});

export const MoneyControl = (props: ControlProps<'money'>) => <MoneyInput {...decimalParts(props)} />;

export const UnitPriceControl = (props: ControlProps<'unitPrice'>) => <UnitPriceInput {...decimalParts(props)} />;

export const QuantityControl = (props: ControlProps<'quantity'>) => (
  <QuantityInput {...decimalParts(props)} decimals={props.field.decimals} unit={props.field.unit} />
);
