import { useState } from 'react';

/**
 * Whether something that opens was open by now. What never was need not be there: the library's dialogs measure the window as soon as they are made, for
 * which the browser lays the whole page out, also those of a page that are closed.
 */
export function useOpened(visible: boolean | undefined): boolean {
  const [opened, setOpened] = useState(visible === true);
  if (visible === true && !opened) setOpened(true);
  return opened;
}
