import { Button } from '@nephra/plugin-sdk/ui';
import './blocks.css';
import { useRunOnce } from '../run-once.ts';

export interface ButtonBlockProps {
  readonly text: string;
  /** One act at a time: while its promise is open the button is busy. */
  readonly onClick: () => unknown;
  /** Default `start`. */
  readonly align?: 'start' | 'center' | 'end';
  /** Draws it as the main button. */
  readonly primary?: boolean;
  readonly disabled?: boolean;
}

/** A button between the fields of a form (spec 2.6). */
export function ButtonBlock({ text, onClick, align = 'start', primary = false, disabled = false }: ButtonBlockProps) {
  const { busy, run } = useRunOnce();
  return (
    <div className="nk-block" data-align={align}>
      <Button type={primary ? 'primary' : 'tertiary'} theme={primary ? 'solid' : 'light'} disabled={disabled} loading={busy} onClick={() => void run(onClick)}>
        {text}
      </Button>
    </div>
  );
}
