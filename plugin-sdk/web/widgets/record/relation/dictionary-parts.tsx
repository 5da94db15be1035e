import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { dictionariesOf } from '../../dictionary/dictionaries.ts';
import { DictionaryControl } from '../../dictionary/dictionary-control.tsx';

interface ControlProps {
  readonly dictionary: string;
  readonly title: string;
  readonly required: boolean;
  readonly id: string;
  readonly disabled: boolean;
  readonly invalid: boolean;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

export function Control({ onChange, ...props }: ControlProps) {
  return <DictionaryControl {...props} keeps="code" onChange={(next: string | null) => onChange(next)} />;
}

export const Label = observer(function Label({ dictionary, code }: { readonly dictionary: string; readonly code: string }) {
  const ctx = usePlugin();
  const cache = dictionariesOf(ctx);
  useEffect(() => cache.watch(ctx), [cache, ctx]);
  return <span>{cache.label(dictionary, code)}</span>;
});
