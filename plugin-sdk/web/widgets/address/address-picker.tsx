import type { AddressControlProps } from './address-control.tsx';
import { useKitText } from '../kit-text.ts';
import { LatePart, useLatePart } from '../late-part.ts';

const control = new LatePart(() => import('./address-control.tsx'));

export type AddressPickerProps = AddressControlProps;

/** Province, city and district in a dialog of 800 px; branches come when they are opened. The value is the id of the area, `picked` says its path. */
export function AddressPicker(props: AddressPickerProps) {
  const text = useKitText();
  const part = useLatePart(control);
  return part ? <part.Control {...props} /> : <div className="nk-field-wait">{props.placeholder ?? text('select')}</div>;
}

export interface AreaNameProps {
  /** Id of an area; `''`: a dash. */
  readonly id: string;
}

/** The path of an area by its id, `广东省/广州市/荔湾区`. Many that show at once ask with one call. */
export function AreaName({ id }: AreaNameProps) {
  const part = useLatePart(control);
  if (id === '') return <span>–</span>;
  return part ? <part.Label id={id} /> : <span>…</span>;
}
