import type { Locator, WebSocketRoute } from '@playwright/test';
import { type Desk, deskOf, openDesk, signIn } from '../pages/desk.ts';
import { expect, test } from '../pages/journey.ts';

/** Words of this run, so that it can be repeated on the same system; none that the product says itself, in whatever language. */
const STAMP = String(Date.now()).slice(-7);
const PICTURE = {
  name: 'SIM.png',
  mimeType: 'image/png',
  buffer: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
};

async function openDrawer({ page }: Desk): Promise<Locator> {
  await page.getByRole('button', { name: '内部聊天' }).click();
  return page.getByRole('dialog', { name: '内部聊天' });
}

/** Finds somebody among the contacts and opens the conversation with them. */
async function openWith(desk: Desk, account: string): Promise<Locator> {
  const drawer = await openDrawer(desk);
  await drawer.getByRole('tab', { name: '联系人' }).click();
  await drawer.getByRole('textbox', { name: '按姓名或账号查找' }).fill(account);
  // Not the head nurse where the nurse is meant.
  const own = new RegExp(`(^|[^a-z])${account}([^a-z]|$)`);
  await drawer.getByRole('listitem').filter({ hasText: own }).getByRole('button').click();
  await expect(drawer.getByRole('textbox', { name: '消息内容' })).toBeVisible();
  return drawer;
}

const write = async (drawer: Locator, text: string): Promise<void> => {
  await drawer.getByRole('textbox', { name: '消息内容' }).fill(text);
  await drawer.getByRole('textbox', { name: '消息内容' }).press('Enter');
};
/** Somebody pastes a picture where one writes, or drops it on the conversation. */
const bring = (drawer: Locator, how: 'paste' | 'drop'): Promise<void> =>
  drawer.getByRole('textbox', { name: '消息内容' }).evaluate(
    (box, { how: kind, name, type, base64 }) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], name, { type }));
      const options = { bubbles: true, cancelable: true };
      box.dispatchEvent(
        kind === 'paste' ? new ClipboardEvent('paste', { ...options, clipboardData: data }) : new DragEvent('drop', { ...options, dataTransfer: data }),
      );
    },
    { how, name: PICTURE.name, type: PICTURE.mimeType, base64: PICTURE.buffer.toString('base64') },
  );
const message = (drawer: Locator, text: string): Locator => drawer.locator('.chat-message').filter({ hasText: text });

test('[2.4-11] [2.4-13] [7.4-18] [4-08] [4-09] a doctor and a nurse write to each other, over a lost connection and a reload', async ({ browser }) => {
  const [doctor, nurse] = [await deskOf(browser, 'doctor'), await openDesk(browser)];
  const connections: WebSocketRoute[] = [];
  await nurse.page.routeWebSocket(/\/api\/message\/websocket/, (route) => {
    connections.push(route);
    route.connectToServer();
  });
  await signIn(nurse, 'nurse');
  const drawerOfDoctor = await openWith(doctor, 'nurse');

  // The one who is not there yet sees it on the icon.
  await write(drawerOfDoctor, `SIM weight ${STAMP}[微笑]`);
  await expect(message(drawerOfDoctor, `SIM weight ${STAMP}🙂`)).toContainText('未读');
  await expect(nurse.page.getByRole('button', { name: '内部聊天' }).locator('.chat-badge')).toBeVisible();
  const recent = await openDrawer(nurse);
  await recent.getByRole('listitem').filter({ hasText: STAMP }).getByRole('button').click();
  await expect(message(recent, STAMP)).toContainText('🙂');
  await expect(message(drawerOfDoctor, STAMP)).toContainText('已读');

  await recent.locator('input[type=file][accept^=image]').setInputFiles(PICTURE);
  const picture = drawerOfDoctor.locator('.chat-message').last().locator('.chat-picture img');
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);

  const pictures = drawerOfDoctor.locator('.chat-message .chat-picture img');
  const before = await pictures.count();
  for (const [at, how] of (['paste', 'drop'] as const).entries()) {
    await bring(recent, how);
    await expect(pictures).toHaveCount(before + at + 1);
  }

  // Cut off; what comes meanwhile is there after the next connection, in its order and once.
  await connections.at(-1)?.close();
  for (const nth of [1, 2, 3]) await write(drawerOfDoctor, `SIM cut off ${STAMP}-${nth}`);
  await expect(message(recent, `SIM cut off ${STAMP}`)).toHaveCount(3);
  await expect(message(recent, `SIM cut off ${STAMP}`).locator('.chat-bubble')).toHaveText([1, 2, 3].map((nth) => `SIM cut off ${STAMP}-${nth}`));

  // Half a sentence survives drawer and reload.
  await recent.getByRole('textbox', { name: '消息内容' }).fill(`SIM half ${STAMP}`);
  await nurse.page.reload();
  const again = await openDrawer(nurse);
  await again.getByRole('listitem').filter({ hasText: STAMP }).getByRole('button').click();
  await expect(again.getByRole('textbox', { name: '消息内容' })).toHaveValue(`SIM half ${STAMP}`);
  await write(again, `SIM whole ${STAMP}`);
  await expect(message(drawerOfDoctor, `SIM whole ${STAMP}`)).toHaveCount(1);

  expect([doctor.faults, nurse.faults]).toEqual([[], []]);
  await doctor.leave();
  await nurse.leave();
});
