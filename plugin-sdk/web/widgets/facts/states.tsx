import { Button } from '@nephra/plugin-sdk/ui';
import { ApiError } from '@nephra/plugin-sdk/web';
import { type ReactNode, useRef } from 'react';
import { errorText } from '../error-text.ts';
import { useKitText } from '../kit-text.ts';
import './states.css';

export interface EmptyStateProps {
  /** Default 暂无数据 (spec 2.6). */
  readonly text?: string;
  readonly help?: string;
  /** A button that leads on. */
  readonly children?: ReactNode;
}

/** Nothing to show, and that is fine. */
export function EmptyState({ text, help, children }: EmptyStateProps) {
  const kit = useKitText();
  return (
    <div className="nk-state" role="status">
      <svg width="56" height="44" viewBox="0 0 56 44" aria-hidden="true" className="nk-state-mark">
        <path d="M8 26 16 8h24l8 18v12a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2z" />
        <path d="M8 26h12l2 5h12l2-5h12" />
      </svg>
      <p>{text ?? kit('noData')}</p>
      {help && <small>{help}</small>}
      {children}
    </div>
  );
}

export interface ErrorCardProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
  readonly title?: string;
}

/** Something could not be loaded: what, what to do, and a code for support. */
export function ErrorCard({ error, onRetry, title }: ErrorCardProps) {
  const kit = useKitText();
  const code = error instanceof ApiError ? error.error || String(error.code) : '';
  const card = useRef<HTMLDivElement>(null);
  const retry = () => {
    // The card goes with its button when the answer comes: what lies around it, a list or the page, keeps the focus meanwhile.
    card.current?.parentElement?.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
    onRetry?.();
  };
  return (
    <div ref={card} className="nk-state nk-state-error" role="alert">
      <svg width="44" height="44" viewBox="0 0 44 44" aria-hidden="true" className="nk-state-mark">
        <circle cx="22" cy="22" r="18" />
        <path d="M22 12v13M22 30v2" />
      </svg>
      <p>{title ?? kit('failed')}</p>
      <small>{errorText(error, kit)}</small>
      {onRetry && (
        <Button theme="light" type="primary" onClick={retry}>
          {kit('retry')}
        </Button>
      )}
      {code && <code>{kit('errorCode', { code })}</code>}
    </div>
  );
}

const SKELETON_WIDTHS = ['72%', '88%', '64%', '80%', '58%', '90%', '70%', '84%'] as const;

/** Grey bars where rows will be. */
export function ListSkeleton() {
  const kit = useKitText();
  return (
    <div className="nk-skeleton" role="status" aria-label={kit('searching')}>
      {SKELETON_WIDTHS.map((width) => (
        <span key={width} style={{ width }} />
      ))}
    </div>
  );
}
