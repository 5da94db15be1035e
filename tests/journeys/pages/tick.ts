import { expect, type Locator } from '@playwright/test';

/**
 * Ticks a box or chooses a radio the way people do: on what they see of it. The input itself is invisible under the drawn one, so pressing it
 * would need force, and force does not wait for a dialog that is still moving into its place.
 */
export async function tick(box: Locator): Promise<void> {
  const seen = box.locator('xpath=ancestor::*[contains(concat(" ", @class, " "), " semi-checkbox ") or contains(concat(" ", @class, " "), " semi-radio ")][1]');
  await seen.click();
  await expect(box).toBeChecked();
}
