import type { ReactNode } from 'react';
import './alert.css';

interface AlertProps {
  readonly kind: 'info' | 'warning' | 'error';
  readonly text: string;
  readonly children?: ReactNode;
}

/** One calm line above what it speaks about. */
export function Alert({ kind, text, children }: AlertProps) {
  return (
    <div className={`nk-alert nk-alert-${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      <span>{text}</span>
      {children}
    </div>
  );
}
