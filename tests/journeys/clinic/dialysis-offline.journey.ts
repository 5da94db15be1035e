import type { Page } from '@playwright/test';
import { type Caller, callAs, dataAs } from '../pages/caller.ts';
import { openDesk, signIn } from '../pages/desk.ts';
import { expect, test } from '../pages/journey.ts';
import { keptOnDevice, reloadOffline, scan } from '../pages/work/bedside.ts';

interface Card {
  readonly slotId: string;
  readonly sessionId: string;
  readonly stationCode: string;
  readonly patientName: string;
  readonly patientCode: string;
  readonly state: number;
  readonly checked2: boolean;
}

const TABLET = { width: 1280, height: 800 };

/** Pressures as they stand in the sheet, in the order of their times. */
async function readings(nurse: Caller, { sessionId }: Card): Promise<readonly unknown[]> {
  const { entries } = await dataAs<{ entries: { kind: string; content: { fields?: { systolic?: number } } }[] }>(
    nurse,
    'GET',
    `/api/dialysis/Session/${sessionId}`,
  );
  return entries.filter(({ kind }) => kind === 'reading').map(({ content }) => content.fields?.systolic);
}

/** What lies on the device under names like these. */
const stored = (page: Page, names: string): Promise<string[]> =>
  page.evaluate(
    (like) =>
      Object.entries(localStorage)
        .filter(([key]) => new RegExp(like).test(key))
        .map(([, value]) => String(value)),
    names,
  );

test('the bedside and today open after a reload without network, say from when, and what is entered arrives once, after a sign-out too', async ({
  browser,
}) => {
  const nurse = await openDesk(browser, { viewport: TABLET, keepsPages: true });
  const { page, context } = nurse;
  page.on('dialog', (dialog) => void dialog.accept());
  await signIn(nurse, 'nurse');
  await page.goto('/dialysis/today');
  const { cards } = await dataAs<{ cards: Card[] }>(nurse, 'GET', '/api/dialysis/Today');
  // One that runs since the first start: whoever is treated by another journey at this moment is taken off the machine meanwhile.
  const card = cards.find((one) => one.state === 3 && one.checked2 && one.sessionId.startsWith('SIM-'));
  const other = cards.find((one) => one.slotId !== card?.slotId && one.state < 5);
  if (!card || !other) throw new Error('nobody is being treated');
  await expect(page.getByRole('button', { name: new RegExp(`${card.stationCode} ${card.patientName}`) })).toBeVisible();
  await scan(page, card.patientCode);
  const bed = page.locator('.ds-bed');
  await expect(bed.getByRole('heading', { name: card.patientName })).toBeVisible();
  await keptOnDevice(page, card.sessionId);

  const before = await readings(nurse, card);
  await context.setOffline(true);
  await reloadOffline(page);
  await expect(bed.getByRole('heading', { name: card.patientName })).toBeVisible();
  await expect(bed.getByText(/网络不通，显示的是 \d\d:\d\d 的内容/)).toBeVisible();
  await scan(page, other.patientCode);
  await expect(bed.getByRole('alert')).toContainText('患者不符，未写入任何内容');
  await bed.getByRole('button', { name: `留在 ${card.patientName}` }).click();
  await bed.getByRole('button', { name: /^收缩压/ }).click();
  for (const digit of '117') await bed.getByRole('button', { name: digit, exact: true }).click();
  await bed.getByRole('button', { name: '保存', exact: true }).click();
  await expect(bed.getByText(/1 条记录待上传/)).toBeVisible();

  await page.goto('/dialysis/today', { waitUntil: 'commit' });
  await expect(page.getByText(/网络不通，显示的是 \d\d:\d\d 的内容；1 条记录待上传/)).toBeVisible();
  await page.getByRole('button', { name: new RegExp(`${card.stationCode} ${card.patientName}`) }).click();
  await expect(bed.getByText(/1 条记录待上传/)).toBeVisible();

  await context.setOffline(false);
  await expect(bed.getByRole('region', { name: '本机待上传的记录' })).toHaveCount(0);
  await expect(bed.getByText(/网络不通/)).toHaveCount(0);
  expect((await readings(nurse, card)).slice(before.length)).toEqual([117]);

  // What waits lies sealed, outlives the end of the session, and is sent once the same person is back.
  await context.setOffline(true);
  // What was read once the network was back may draw the form anew.
  await expect(async () => {
    await bed.getByRole('button', { name: /^收缩压/ }).click();
    await expect(bed.getByRole('button', { name: '9', exact: true })).toBeVisible({ timeout: 15_000 });
  }).toPass();
  for (const digit of '119') await bed.getByRole('button', { name: digit, exact: true }).click();
  await bed.getByRole('button', { name: '保存', exact: true }).click();
  await expect(bed.getByText(/1 条记录待上传/)).toBeVisible();
  const lying = await stored(page, 'outbox:|session:day|session:whole');
  expect(lying.length).toBeGreaterThan(2);
  for (const one of lying) expect(one).toMatch(/"sealed":1/);
  expect(lying.join()).not.toMatch(new RegExp(`${card.patientName}|${other.patientName}|systolic`));
  await callAs(nurse, 'GET', '/api/oauth/Logout');
  // The first call finds out that the session is over, and the page leaves by itself.
  await context.setOffline(false);
  await page.waitForURL(/\/login/);
  // Nothing of a patient, nor of the session, is left behind but what was not sent, and no key to it.
  expect(await stored(page, 'keptSession|:session:')).toEqual([]);
  expect(await stored(page, 'outbox:')).toHaveLength(1);
  await signIn(nurse, 'nurse');
  await page.goto(`/dialysis/bedside?slot=${card.slotId}`);
  await expect(bed.getByRole('heading', { name: card.patientName })).toBeVisible();
  await expect.poll(() => stored(page, 'outbox:')).toEqual([]);
  await expect.poll(async () => (await readings(nurse, card)).slice(before.length)).toEqual([117, 119]);
  expect(nurse.faults).toEqual([]);
  await nurse.leave();
});
