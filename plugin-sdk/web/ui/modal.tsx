import BaseModal, { type ModalReactProps } from '@douyinfe/semi-ui/lib/es/modal';
import { type MouseEvent, useCallback, useId, useLayoutEffect, useRef } from 'react';
import { followFocus, hearDialogKeys } from './hold-focus.ts';

/**
 * Dialog that is called by its own title, and of which Escape closes the one on top alone: the library lets every open dialog hear the key, so
 * the question whether to discard what was typed was asked anew by the press that answered it.
 */
export function Modal({ title, visible, closeOnEsc = true, onCancel, ...rest }: ModalReactProps) {
  const id = useId();
  const cancel = useRef(onCancel);
  useLayoutEffect(() => {
    cancel.current = onCancel;
  });
  const hears = closeOnEsc && visible === true;
  const named = useCallback(
    (words: HTMLElement | null) => {
      const dialog = words?.closest<HTMLElement>('[role="dialog"]');
      if (!dialog) return undefined;
      // The library gives the titles of all dialogs one id.
      dialog.setAttribute('aria-labelledby', id);
      const follow = followFocus(dialog);
      // The library hands out the event of whatever closes, and names it after the mouse alone.
      const deafen = hears ? hearDialogKeys(dialog, (event) => void cancel.current?.(event as unknown as MouseEvent)) : undefined;
      return () => {
        deafen?.();
        follow();
      };
    },
    [id, hears],
  );
  const heading = title && (
    <span ref={named} id={id}>
      {title}
    </span>
  );
  // Without a title there is nothing here to find the dialog by, and the library listens by itself.
  return <BaseModal {...rest} visible={visible} closeOnEsc={closeOnEsc && !title} title={heading} onCancel={onCancel} />;
}
