import { isUnknownOutcome } from '@nephra/plugin-sdk/web';
import type { ReactNode } from 'react';
import { errorText } from '../error-text.ts';
import { useKitText } from '../kit-text.ts';
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

/** What was entered could not be saved: why, and that it is still here. A lost answer is no failure: nobody knows yet. */
export function SaveFailure({ error }: { readonly error: unknown }) {
  const text = useKitText();
  const reason = errorText(error, text, 'save');
  return <Alert kind="error" text={isUnknownOutcome(error) ? reason : text('saveFailed', { reason })} />;
}
