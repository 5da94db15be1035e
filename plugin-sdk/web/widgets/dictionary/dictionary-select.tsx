import type { DictionaryControlProps } from './dictionary-control.tsx';
import { useKitText } from '../kit-text.ts';
import { LatePart, useLatePart } from '../late-part.ts';

const control = new LatePart(() => import('./dictionary-control.tsx'));

export type DictionarySelectProps = DictionaryControlProps;

/** Select over the entries of one dictionary, a list or a tree, from the cache of the session; with `leavesOnly` only entries of the last level. */
export function DictionarySelect(props: DictionarySelectProps) {
  const text = useKitText();
  const part = useLatePart(control);
  return part ? <part.DictionaryControl {...props} /> : <div className="nk-field-wait">{props.placeholder ?? text('select')}</div>;
}
