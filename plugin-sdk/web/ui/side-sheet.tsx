import BaseSideSheet, { type SideSheetReactProps } from '@douyinfe/semi-ui/lib/es/sideSheet';
import { useCallback, useId } from 'react';

/** Drawer that Escape closes, like every other floating part of the product, and that is called by its title. */
export function SideSheet({ title, ...rest }: SideSheetReactProps) {
  const id = useId();
  // The library offers no way to name the dialog that it makes.
  const named = useCallback((words: HTMLElement | null) => words?.closest('[role="dialog"]')?.setAttribute('aria-labelledby', id), [id]);
  const heading = title && (
    <span ref={named} id={id}>
      {title}
    </span>
  );
  return <BaseSideSheet closeOnEsc {...rest} title={heading} />;
}
