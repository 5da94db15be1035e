import BaseSideSheet, { type SideSheetReactProps } from '@douyinfe/semi-ui/lib/es/sideSheet';
import { type KeyboardEvent as KeyPress, useCallback, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { hearDialogKeys, holdFocus } from './hold-focus.ts';
import { useOpened } from './use-opened.ts';

const CLOSE: Readonly<Record<string, string>> = { 'zh-CN': '关闭', 'zh-TW': '關閉' };

/** A head inside is the head of the drawer, not of the whole page; nothing is drawn for it. */
const OWN_PART = { display: 'contents' } as const;

/**
 * Drawer that Escape closes when nothing lies on it, like every other floating part of the product, and that is called by its title. It takes
 * the focus, keeps it while there is a mask, and gives it back when it goes.
 */
export function SideSheet({ title, closeOnEsc = true, onCancel, children, ...rest }: SideSheetReactProps) {
  const id = useId();
  const opened = useOpened(rest.visible);
  const modal = rest.mask !== false;
  const cancel = useRef(onCancel);
  useLayoutEffect(() => {
    cancel.current = onCancel;
  });
  const release = useRef<(() => void) | null>(null);
  // At once, not when it has slid out: a dialog that opens next must see where the focus came from.
  useEffect(() => {
    if (rest.visible === false) release.current?.();
  }, [rest.visible]);
  // The library offers no way to name the dialog that it makes, nor the button that closes it, and leaves the focus on the page below.
  const named = useCallback(
    (words: HTMLElement | null) => {
      const dialog = words?.closest<HTMLElement>('[role="dialog"]');
      if (!dialog) return undefined;
      dialog.setAttribute('aria-labelledby', id);
      // Below the name of the page, above what stands in the drawer.
      words?.closest('[role="heading"]')?.setAttribute('aria-level', '2');
      dialog.querySelector('.semi-sidesheet-close')?.setAttribute('aria-label', CLOSE[document.documentElement.lang] ?? 'Close');
      if (modal) dialog.setAttribute('aria-modal', 'true');
      const letGo = holdFocus(dialog, modal);
      // As the library does: its type says a React event, what comes is the browser's.
      const deafen = closeOnEsc ? hearDialogKeys(dialog, (event) => cancel.current?.(event as unknown as KeyPress)) : undefined;
      release.current = () => {
        deafen?.();
        letGo();
      };
      return release.current;
    },
    [id, modal, closeOnEsc],
  );
  const heading = title && (
    <span ref={named} id={id}>
      {title}
    </span>
  );
  if (!opened) return null;
  // Without a title there is nothing here to find the drawer by, and the library listens by itself.
  return (
    <BaseSideSheet {...rest} closeOnEsc={closeOnEsc && !title} title={heading} onCancel={onCancel}>
      {children && <section style={OWN_PART}>{children}</section>}
    </BaseSideSheet>
  );
}
