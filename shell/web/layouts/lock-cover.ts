/** Where the component library puts dialogs, drawers and dropdowns. */
const FLOATING = ':scope > .semi-portal';
const COVERED = 'data-under-lock';

/**
 * Takes everything that floats over the pages hidden and reach while the screen is locked, and brings it back after. What the lock
 * screen itself opens later is not touched.
 */
export function coverFloating(body: HTMLElement, locked: boolean): void {
  if (locked) {
    for (const portal of body.querySelectorAll<HTMLElement>(FLOATING)) {
      portal.setAttribute(COVERED, '');
      portal.inert = true;
    }
    return;
  }
  for (const portal of body.querySelectorAll<HTMLElement>(`:scope > [${COVERED}]`)) {
    portal.removeAttribute(COVERED);
    portal.inert = false;
  }
}
