import type { KeyboardEvent } from 'react';

/** Puts the cursor where the cashier goes on: what was handed over, or the number of the payment. */
export function focusPayDetail(frame: HTMLElement | null): void {
  frame?.querySelector<HTMLInputElement>('.nk-pay-way[data-used] .nk-pay-detail input')?.focus();
}

/** Alt and a digit press the way of that number below the frame. @returns whether the key was one of these */
export function pressPayWay(event: KeyboardEvent, frame: HTMLElement | null): boolean {
  if (!event.altKey || !/^Digit[1-9]$/.test(event.code)) return false;
  const button = frame?.querySelector<HTMLButtonElement>(`button[data-way="${event.code.slice(5)}"]`);
  if (!button) return false;
  event.preventDefault();
  button.click();
  // The second line of the row stands after the next drawing only.
  requestAnimationFrame(() => focusPayDetail(frame));
  return true;
}
