/** What `doctor` found: good, wrong, or worth knowing. */
export interface Finding {
  readonly kind: 'ok' | 'FAILED' | 'note';
  /** English, with what to do. */
  readonly text: string;
}

export const ok = (text: string): Finding => ({ kind: 'ok', text });
export const failed = (text: string): Finding => ({ kind: 'FAILED', text });
export const note = (text: string): Finding => ({ kind: 'note', text });

export const findingLine = ({ kind, text }: Finding): string => `${kind.padEnd(6)}  ${text}`;
