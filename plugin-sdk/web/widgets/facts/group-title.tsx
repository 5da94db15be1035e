import type { ReactNode } from 'react';
import './group-title.css';

/** Heading of a group of fields (spec 2.6). */
export function GroupTitle({ children, help }: { readonly children: ReactNode; readonly help?: string }) {
  return (
    <h3 className="nk-group-title">
      {children}
      {help && <small>{help}</small>}
    </h3>
  );
}
