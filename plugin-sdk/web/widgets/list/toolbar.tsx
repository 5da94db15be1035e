import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { ToolbarAction } from '../columns/column.ts';
import { PermissionButton } from '../menu/permission-button.tsx';
import './toolbar.css';

interface ToolbarProps {
  readonly actions: readonly ToolbarAction[];
  /** Stands at the right end. */
  readonly children?: ReactNode;
  readonly label?: string;
}

/** A row of buttons; each shows only when its button code is granted. */
export function Toolbar({ actions, children, label }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  // An act on chosen rows ends the choice, and with it its own button: a disabled one would let the focus fall to the top of the page.
  useLayoutEffect(() => {
    const at = document.activeElement;
    if (at instanceof HTMLButtonElement && at.disabled && bar.current?.contains(at)) bar.current.focus({ preventScroll: true });
  });
  return (
    <div ref={bar} className="nk-toolbar" role="toolbar" aria-label={label} tabIndex={-1}>
      <div className="nk-toolbar-start">
        {actions.map(({ key, text, button, onClick, icon, primary, danger, disabled, confirm }) => (
          <PermissionButton
            key={key}
            button={button}
            theme={primary ? 'solid' : 'light'}
            type={primary ? 'primary' : 'tertiary'}
            icon={icon}
            danger={danger}
            disabled={disabled}
            confirm={confirm}
            onClick={onClick}
          >
            {text}
          </PermissionButton>
        ))}
      </div>
      {children && <div className="nk-toolbar-end">{children}</div>}
    </div>
  );
}
