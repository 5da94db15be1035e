import type { Choice } from '../columns/column.ts';
import './status-tag.css';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

export interface Status extends Choice {
  readonly tone?: Tone;
}

export interface StatusTagProps {
  readonly value: string | number | null | undefined;
  /** What each value is called and how it looks. A value that is missing here shows as it is. */
  readonly table: readonly Status[];
}

/** A state in a word and a colour; the word alone must be enough. */
export function StatusTag({ value, table }: StatusTagProps) {
  if (value === null || value === undefined || value === '') return <span>–</span>;
  const status = table.find((one) => one.value === value);
  return <span className={`nk-status nk-status-${status?.tone ?? 'neutral'}`}>{status?.text ?? String(value)}</span>;
}
