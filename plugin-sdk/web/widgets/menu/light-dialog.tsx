import { Button, IconClose } from '@nephra/plugin-sdk/ui';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { catchFocus, hearDialogKeys, keepTab } from '../../ui/controls/hold-focus.ts';
import { useKitText } from '../kit-text.ts';
import './light-dialog.css';

interface LightDialogProps {
  readonly title: string;
  /** Pixels; a phone's dialog takes its width. */
  readonly width: number;
  readonly footer: ReactNode;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/**
 * The frame of a dialog that must open at once: it leaves the page behind as it is, where the library's dialog lays all of it out anew.
 * Keeps the cursor inside, closes on Escape and on a press beside it, and gives the cursor back to where it was.
 */
export function LightDialog({ title, width, footer, children, onClose }: LightDialogProps) {
  const text = useKitText();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(document.activeElement);
  useEffect(
    () => () => {
      if (before.current instanceof HTMLElement) before.current.focus();
    },
    [],
  );
  const close = useRef(onClose);
  useLayoutEffect(() => {
    close.current = onClose;
  });
  useEffect(() => (box.current ? catchFocus(box.current) : undefined), []);
  // For presses while nothing in here has the focus; the others end at the ground below.
  useEffect(() => (box.current ? hearDialogKeys(box.current, () => close.current()) : undefined), []);

  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    // What happens in here is no business of a dialog or a page around.
    event.stopPropagation();
    if (event.key === 'Escape' && !event.defaultPrevented) onClose();
    if (box.current) keepTab(event, box.current);
  };

  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: the ground around the dialog; its keys are those of the dialog
    <div
      className="nk-dialog-ground"
      onKeyDown={handleKey}
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
      onClick={(event) => event.stopPropagation()}
    >
      <div ref={box} role="dialog" aria-modal="true" aria-labelledby={id} tabIndex={-1} className="nk-dialog" style={{ width }}>
        <div className="nk-dialog-head">
          <h2 id={id}>{title}</h2>
          <Button theme="borderless" type="tertiary" icon={<IconClose />} aria-label={text('close')} onClick={onClose} />
        </div>
        {children}
        <div className="nk-dialog-foot">{footer}</div>
      </div>
    </div>,
    document.body,
  );
}
