import type { UIEvent } from 'react';

/** Calls for more when less than so many pixels lie below what is seen. */
export const nearEnd =
  (pixels: number, more: () => void) =>
  ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent<HTMLElement>): void => {
    if (scrollHeight - scrollTop - clientHeight < pixels) more();
  };
