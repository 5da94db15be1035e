import BaseSideSheet, { type SideSheetReactProps } from '@douyinfe/semi-ui/lib/es/sideSheet';
import { useCallback, useId } from 'react';
import { holdFocus } from './hold-focus.ts';

const CLOSE: Readonly<Record<string, string>> = { 'zh-CN': '关闭', 'zh-TW': '關閉' };

/**
 * Drawer that Escape closes, like every other floating part of the product, and that is called by its title. It takes the focus, keeps it
 * while there is a mask, and gives it back when it goes.
 */
export function SideSheet({ title, ...rest }: SideSheetReactProps) {
  const id = useId();
  const modal = rest.mask !== false;
  // The library offers no way to name the dialog that it makes, nor the button that closes it, and leaves the focus on the page below.
  const named = useCallback(
    (words: HTMLElement | null) => {
      const dialog = words?.closest<HTMLElement>('[role="dialog"]');
      if (!dialog) return undefined;
      dialog.setAttribute('aria-labelledby', id);
      dialog.querySelector('.semi-sidesheet-close')?.setAttribute('aria-label', CLOSE[document.documentElement.lang] ?? 'Close');
      if (modal) dialog.setAttribute('aria-modal', 'true');
      return holdFocus(dialog, modal);
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
