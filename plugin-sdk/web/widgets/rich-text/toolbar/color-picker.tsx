import { type ReactNode, useRef, useState } from 'react';
import { FloatingPanel } from '../../menu/floating-panel.tsx';
import type { RichTextText } from '../rich-text-texts.ts';

interface ColorPickerProps {
  readonly label: string;
  readonly colors: readonly string[];
  readonly chosen: unknown;
  readonly text: RichTextText;
  /** False: the default colour. */
  readonly onChoose: (color: string | false) => void;
  readonly children: ReactNode;
}

/** A button that shows the palette. */
export function ColorPicker({ label, colors, chosen, text, onChoose, children }: ColorPickerProps) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const choose = (color: string | false) => {
    setOpen(false);
    onChoose(color);
  };
  return (
    <>
      <button
        ref={anchor}
        type="button"
        tabIndex={-1}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setOpen(!open)}
      >
        <span aria-hidden="true" style={{ color: typeof chosen === 'string' ? chosen : undefined }}>
          {children}
        </span>
      </button>
      {open && anchor.current && (
        <FloatingPanel anchor={anchor.current} role="dialog" label={label} className="nk-rich-colors" takesFocus onClose={() => setOpen(false)}>
          <button type="button" className="nk-rich-no-color" onClick={() => choose(false)}>
            {text('noColor')}
          </button>
          {colors.map((color, at) => (
            <button
              key={color}
              type="button"
              aria-label={text('colorNumber', { n: at + 1 })}
              aria-pressed={chosen === color}
              style={{ background: color }}
              onClick={() => choose(color)}
            />
          ))}
        </FloatingPanel>
      )}
    </>
  );
}
