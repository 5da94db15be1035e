import { useKitText } from '../kit-text.ts';

interface RetryLineProps {
  readonly text: string;
  readonly onRetry: () => void;
}

/** A failure that the page can live with: one calm line and a way to try again. */
export function RetryLine({ text, onRetry }: RetryLineProps) {
  const kit = useKitText();
  return (
    <div className="nk-retry" role="alert">
      <span>{text}</span>
      <button type="button" className="nk-text-button" onClick={onRetry}>
        {kit('retry')}
      </button>
    </div>
  );
}
