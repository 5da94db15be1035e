import { dataAs } from '../pages/caller.ts';
import { deskOf } from '../pages/desk.ts';
import { expect, test } from '../pages/journey.ts';

interface Callable {
  readonly patientName: string;
  readonly stationCode: string;
  readonly publicName: string;
}

const TV = { width: 1920, height: 1080 };

test('[dialysis-wall] a nurse calls, the waiting room reads the masked name and no letter of a zone; without a connection the screen says since when', async ({
  browser,
}) => {
  const nurse = await deskOf(browser, 'nurse', { at: '/dialysis/call' });
  const screen = await deskOf(browser, 'screen', { at: '/dialysis/waitingScreen', viewport: TV });
  const { list } = await dataAs<{ list: readonly Callable[] }>(nurse, 'GET', '/api/dialysis/Wall/People');
  // Somebody of a zone of their own, so that the letter of the zone could be seen.
  const one = list.find(({ stationCode }) => !stationCode.startsWith('A')) ?? list[0];
  if (!one) throw new Error('nobody of the demo is to be called');
  const row = nurse.page.locator('.dw-callable li').filter({ hasText: one.patientName });
  await row.getByRole('button').first().click();
  const wall = screen.page.locator('.dw-wall');
  const letters = [...one.patientName];
  const masked = `${letters[0]}${'*'.repeat(Math.max(1, letters.length - 2))}${letters.length > 2 ? letters.at(-1) : ''}`;
  const called = wall.locator('.dw-call').filter({ hasText: masked });
  await expect(called).toBeVisible();
  await expect(called).toContainText(` ${one.publicName} `);
  const read = (await wall.textContent()) ?? '';
  expect(read).not.toContain(one.patientName);
  expect(read).not.toContain(one.stationCode);
  await expect(row.locator('.dw-last')).toBeVisible();

  await screen.context.setOffline(true);
  await row.getByRole('button').nth(1).click();
  await expect(wall.getByRole('alert')).toBeVisible();
  await expect(called).toBeVisible();
  await screen.context.setOffline(false);
  await expect(wall.getByRole('alert')).toHaveCount(0);
  for (const desk of [nurse, screen]) {
    expect(desk.faults).toEqual([]);
    await desk.leave();
  }
});
