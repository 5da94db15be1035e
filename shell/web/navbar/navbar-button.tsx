import type { ComponentProps, ReactNode } from 'react';

interface NavbarButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'children' | 'aria-label'> {
  /** Name for people and screen readers. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A round icon of the navbar. */
export function NavbarButton({ label, children, className = '', ...rest }: NavbarButtonProps) {
  return (
    // Its name is a text inside: a label of its own would leave out what else is seen there, the number of what is unread.
    <button type="button" className={`nephra-navbar-button ${className}`} title={label} {...rest}>
      <span className="nephra-visually-hidden">{label}</span>
      {children}
    </button>
  );
}
