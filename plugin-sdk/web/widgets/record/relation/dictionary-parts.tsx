import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { dictionariesOf } from '../../dictionary/dictionaries.ts';
import { useKitText } from '../../kit-text.ts';
import { DictionaryControl } from '../../dictionary/dictionary-control.tsx';

interface ControlProps {
  readonly dictionary: string;
  readonly title: string;
  readonly required: boolean;
  readonly id: string;
  readonly disabled: boolean;
  readonly invalid: boolean;
  /** The label stands inside, as above lists. */
  readonly inset: boolean;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

export function Control({ onChange, inset, ...props }: ControlProps) {
  const text = useKitText();
  const within = inset ? { inset: props.title, placeholder: text('any') } : {};
  return <DictionaryControl {...props} {...within} keeps="code" onChange={(next: string | null) => onChange(next)} />;
}

export const Label = observer(function Label({ dictionary, code }: { readonly dictionary: string; readonly code: string }) {
  const ctx = usePlugin();
  const cache = dictionariesOf(ctx);
  useEffect(() => cache.watch(ctx), [cache, ctx]);
  return <span>{cache.label(dictionary, code)}</span>;
});
