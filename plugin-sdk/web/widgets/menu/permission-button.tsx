import { grantCode } from '@nephra/plugin-sdk/contract';
import { Button, type ButtonProps } from '@nephra/plugin-sdk/ui';
import { useMenu, usePlugin } from '@nephra/plugin-sdk/web';
import type { ReactNode } from 'react';
import { useRunOnce } from '../run-once.ts';

/** Tells whether a button, column or form code of the current page is granted (spec 6). Outside a menu page nothing is. */
export function useRightCheck(): (kind: 'button' | 'column' | 'form', code: string) => boolean {
  const { can } = usePlugin();
  const menu = useMenu();
  return (kind, code) => menu !== undefined && can(grantCode(kind, menu.enCode, code));
}

/** The same for button codes. For one fixed code there is `useButtonPermission`. */
export function useButtonCheck(): (code: string) => boolean {
  const granted = useRightCheck();
  return (code) => granted('button', code);
}

export interface PermissionButtonProps extends Omit<ButtonProps, 'onClick' | 'loading'> {
  /** `btn_add`, `btn_edit`, `btn_remove` or a code of the plugin's own. Without a code it always shows. */
  readonly button?: string;
  /** Runs once: while its promise is open the button shows that it works. */
  readonly onClick: () => unknown;
  /** Question that is asked before. */
  readonly confirm?: string;
  readonly danger?: boolean;
  readonly children?: ReactNode;
}

/** A button that exists only for those who may press it. */
export function PermissionButton({ button, onClick, confirm, danger, children, ...rest }: PermissionButtonProps) {
  const granted = useButtonCheck();
  const { busy, run } = useRunOnce();
  if (button !== undefined && !granted(button)) return null;
  return (
    <Button {...rest} type={danger ? 'danger' : rest.type} loading={busy} onClick={() => void run(onClick, { confirm, danger })}>
      {children}
    </Button>
  );
}

/** A button that asks before it acts. */
export function ConfirmButton(props: PermissionButtonProps & { readonly confirm: string }) {
  return <PermissionButton {...props} />;
}
