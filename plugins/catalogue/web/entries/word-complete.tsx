import { AutoComplete } from '@nephra/plugin-sdk/ui';

interface WordCompleteProps {
  readonly id: string;
  readonly 'aria-label': string;
  readonly value: string;
  readonly words: readonly string[];
  readonly disabled: boolean | undefined;
  readonly validateStatus: 'error' | 'default';
  readonly placeholder: string | undefined;
  readonly showClear: boolean;
  readonly onChange: (value: unknown) => void;
}

/** A field with words to choose from below it. */
export function WordComplete({ words, ...field }: WordCompleteProps) {
  return <AutoComplete {...field} style={{ width: '100%' }} data={[...words]} />;
}
