import BaseSideSheet, { type SideSheetReactProps } from '@douyinfe/semi-ui/lib/es/sideSheet';
import { useCallback, useId } from 'react';

const CLOSE: Readonly<Record<string, string>> = { 'zh-CN': '关闭', 'zh-TW': '關閉' };

/** Drawer that Escape closes, like every other floating part of the product, and that is called by its title. */
export function SideSheet({ title, ...rest }: SideSheetReactProps) {
  const id = useId();
  // The library offers no way to name the dialog that it makes, nor the button that closes it.
  const named = useCallback(
    (words: HTMLElement | null) => {
      const dialog = words?.closest('[role="dialog"]');
      dialog?.setAttribute('aria-labelledby', id);
      dialog?.querySelector('.semi-sidesheet-close')?.setAttribute('aria-label', CLOSE[document.documentElement.lang] ?? 'Close');
    },
    [id],
  );
  const heading = title && (
    <span ref={named} id={id}>
      {title}
    </span>
  );
  return <BaseSideSheet closeOnEsc {...rest} title={heading} />;
}
