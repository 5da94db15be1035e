import { type RefObject, useEffect } from 'react';

/** Inputs that are pressed, not typed into: a radio that was clicked keeps the focus and must not swallow keys. */
const PRESSED = ['radio', 'checkbox', 'button', 'submit', 'reset', 'file', 'range', 'color', 'image'];

/** Whether keys pressed there are text, so that single letters are no shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !PRESSED.includes(target.type);
  return target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName);
}

/** `/` puts the cursor into the first search field of the page visible. */
export function useSearchKey(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target)) return;
      const box = frame.current;
      // Cached pages behind other tags, and pages behind a dialog, stay silent.
      const dialog = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1);
      if (!box || box.getClientRects().length === 0 || (dialog && !dialog.contains(box))) return;
      const field = box.querySelector<HTMLElement>('input, [tabindex="0"]');
      if (!field) return;
      event.preventDefault();
      field.focus();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [frame]);
}
