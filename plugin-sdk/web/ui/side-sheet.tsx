import BaseSideSheet, { type SideSheetReactProps } from '@douyinfe/semi-ui/lib/es/sideSheet';
import { useCallback, useEffect, useId, useRef } from 'react';
import { holdFocus } from './hold-focus.ts';

const CLOSE: Readonly<Record<string, string>> = { 'zh-CN': '关闭', 'zh-TW': '關閉' };

/**
 * Drawer that Escape closes, like every other floating part of the product, and that is called by its title. It takes the focus, keeps it
 * while there is a mask, and gives it back when it goes.
 */
export function SideSheet({ title, ...rest }: SideSheetReactProps) {
  const id = useId();
  const modal = rest.mask !== false;
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
      dialog.querySelector('.semi-sidesheet-close')?.setAttribute('aria-label', CLOSE[document.documentElement.lang] ?? 'Close');
      if (modal) dialog.setAttribute('aria-modal', 'true');
      release.current = holdFocus(dialog, modal);
      return release.current;
    },
    [id, modal],
  );
  const heading = title && (
    <span ref={named} id={id}>
      {title}
    </span>
  );
  return <BaseSideSheet closeOnEsc {...rest} title={heading} />;
}
