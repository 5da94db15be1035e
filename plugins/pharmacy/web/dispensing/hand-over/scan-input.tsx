import { Input } from '@nephra/plugin-sdk/ui';
import { useEffect, useRef, useState } from 'react';
import { MAX_SCANNED } from '../../../contract/limits.ts';

interface ScanInputProps {
  readonly label: string;
  readonly placeholder: string;
  /** True = taken; the field empties either way, so that the next scan starts clean. */
  readonly onScan: (text: string) => boolean;
  readonly autoFocus?: boolean;
}

/** A field for a keyboard-wedge scanner: it types the digits and ends with Enter or Tab. Digits typed elsewhere on the counter find their way here. */
export function ScanInput({ label, placeholder, onScan, autoFocus = false }: ScanInputProps) {
  const [text, setText] = useState('');
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (autoFocus) frame.current?.querySelector('input')?.focus({ preventScroll: true });
  }, [autoFocus]);
  return (
    <div ref={frame} className="ph-scan-input">
      <Input
        value={text}
        inputMode="numeric"
        autoComplete="off"
        maxLength={MAX_SCANNED}
        placeholder={placeholder}
        aria-label={label}
        data-scan
        onChange={setText}
        onKeyDown={(event) => {
          const ends = event.key === 'Enter' || (event.key === 'Tab' && /^\d{20}$/.test(text.trim()));
          if (!ends || event.ctrlKey) return;
          event.preventDefault();
          event.stopPropagation();
          onScan(text);
          setText('');
        }}
      />
    </div>
  );
}

/** Sends a digit that is typed outside any field into the scan field, if there is one: a scanner does not look where the cursor stands. */
export function catchScan(frame: HTMLElement | null, key: string, target: EventTarget): void {
  if (!/^\d$/.test(key) || target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
  frame?.querySelector<HTMLInputElement>('input[data-scan], [data-scan] input')?.focus({ preventScroll: true });
}
