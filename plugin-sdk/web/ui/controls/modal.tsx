import BaseModal, { type ModalReactProps } from '@douyinfe/semi-ui/lib/es/modal';
import { type MouseEvent, useCallback, useId, useLayoutEffect, useRef } from 'react';
import { catchFocus, followFocus, hearDialogKeys } from './hold-focus.ts';
import { useOpened } from './use-opened.ts';

/** Not the word of buttons in a foot, which may stand in the same dialog. */
const CLOSE = { zh: '关闭窗口', zhtw: '關閉視窗', en: 'Close dialog' } as const;
const LANGUAGE_OF: Readonly<Record<string, keyof typeof CLOSE>> = { 'zh-CN': 'zh', 'zh-TW': 'zhtw' };

/** The library calls its two buttons "confirm" and "cancel" in every language. */
const AS_IT_READS = { 'aria-label': undefined } as const;

/** A head inside is the head of the dialog, not of the whole page; nothing is drawn for it. */
const OWN_PART = { display: 'contents' } as const;

/**
 * Dialog that is called by its own title, and of which Escape closes the one on top alone: the library lets every open dialog hear the key, so
 * the question whether to discard what was typed was asked anew by the press that answered it.
 */
export function Modal({ title, visible, closeOnEsc = true, onCancel, children, okButtonProps, cancelButtonProps, ...rest }: ModalReactProps) {
  const id = useId();
  const opened = useOpened(visible);
  const cancel = useRef(onCancel);
  useLayoutEffect(() => {
    cancel.current = onCancel;
  });
  const hears = closeOnEsc && visible === true;
  const named = useCallback(
    (words: HTMLElement | null) => {
      const dialog = words?.closest<HTMLElement>('[role="dialog"]');
      if (!dialog) return undefined;
      // The library gives the titles of all dialogs one id, and calls every cross "close".
      dialog.setAttribute('aria-labelledby', id);
      // Below the name of the page, above what stands in the dialog; the library's would be the fifth.
      words?.closest('h5')?.setAttribute('aria-level', '2');
      dialog.querySelector('.semi-modal-close')?.setAttribute('aria-label', CLOSE[LANGUAGE_OF[document.documentElement.lang] ?? 'en']);
      // The library's dialog cannot take the focus by itself.
      dialog.tabIndex = -1;
      const follow = followFocus(dialog);
      const letGo = catchFocus(dialog);
      // The library hands out the event of whatever closes, and names it after the mouse alone.
      const deafen = hears ? hearDialogKeys(dialog, (event) => void cancel.current?.(event as unknown as MouseEvent)) : undefined;
      return () => {
        deafen?.();
        letGo();
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
  if (!opened) return null;
  // Without a title there is nothing here to find the dialog by, and the library listens by itself.
  return (
    <BaseModal
      {...rest}
      okButtonProps={{ ...AS_IT_READS, ...okButtonProps }}
      cancelButtonProps={{ ...AS_IT_READS, ...cancelButtonProps }}
      visible={visible}
      closeOnEsc={closeOnEsc && !title}
      title={heading}
      onCancel={onCancel}
    >
      {children && <section style={OWN_PART}>{children}</section>}
    </BaseModal>
  );
}
