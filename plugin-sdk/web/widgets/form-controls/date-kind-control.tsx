import { DateField } from '../date/date-field.tsx';
import { type ControlProps, insetLabel } from './control-parts.tsx';

export const DateKindControl = (props: ControlProps<'date' | 'dateTime' | 'month' | 'dateRange'>) => (
  <DateField {...props.input} field={props.field} value={props.value} onChange={props.set} inset={insetLabel(props).prefix} />
);
