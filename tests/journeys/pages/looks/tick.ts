import { expect, type Locator } from '@playwright/test';

/**
 * Ticks a box or chooses a radio the way people do: on what they see of it. The input itself is invisible under the drawn one, so pressing it
 * would need force, and force does not wait for a dialog that is still moving into its place.
 */
export async function tick(box: Locator): Promise<void> {
  const seen = box.locator('xpath=ancestor::*[contains(concat(" ", @class, " "), " semi-checkbox ") or contains(concat(" ", @class, " "), " semi-radio ")][1]');
  // A dialog that comes into its place may move away under the press; people press again.
  await expect(async () => {
    if (!(await box.isChecked())) await seen.click();
    // waits: looks whether the press counted before it is repeated
    await expect(box).toBeChecked({ timeout: 2_000 });
  }).toPass();
}
