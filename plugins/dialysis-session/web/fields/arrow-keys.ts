import type { KeyboardEvent } from 'react';

const STEP: Readonly<Record<string, readonly [x: number, y: number]>> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Lets the arrow keys walk over the buttons of a group; every one of them is reached by Tab, too.
 * @param columns of a grid; 0: one row, in which up and down go like left and right
 */
export function walkByArrows(event: ArrowEvent, columns = 0): void {
  const step = STEP[event.key];
  if (!step) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];
  const at = buttons.indexOf(event.target as HTMLButtonElement);
  if (at < 0) return;
  const [x, y] = step;
  const next = buttons[at + x + y * (columns === 0 ? 1 : columns)];
  event.preventDefault();
  next?.focus();
}
type ArrowEvent = Pick<KeyboardEvent<HTMLElement>, 'key' | 'currentTarget' | 'target' | 'preventDefault'>;
