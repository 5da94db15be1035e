import { lazy, Suspense } from 'react';
import type { DictionaryControlProps } from './dictionary-control.tsx';
import { useKitText } from './kit-text.ts';

const DictionaryControl = lazy(() => import('./dictionary-control.tsx').then((module) => ({ default: module.DictionaryControl })));

export type DictionarySelectProps = DictionaryControlProps;

/** Tree select over the entries of one dictionary; with `leavesOnly` only entries of the last level. */
export function DictionarySelect(props: DictionarySelectProps) {
  const text = useKitText();
  return (
    <Suspense fallback={<div className="nk-field-wait">{props.placeholder ?? text('select')}</div>}>
      <DictionaryControl {...props} />
    </Suspense>
  );
}
