import type { ComponentProps, ReactNode } from 'react';

interface NavbarButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'children' | 'aria-label'> {
  /** Name for people and screen readers. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A round icon of the navbar. */
export function NavbarButton({ label, children, className = '', ...rest }: NavbarButtonProps) {
  return (
    <button type="button" className={`nephra-navbar-button ${className}`} aria-label={label} title={label} {...rest}>
      {children}
    </button>
  );
}
