import { toPage } from '@nephra/plugin-sdk/contract';
import { answerContract, createFakeMenu, createFakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it } from 'vitest';
import { type FeedbackRow, feedbackContract } from '../../contract/feedback/feedback.contract.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { FeedbackFormStore } from './feedback-form.store.ts';
import { Page } from './feedback.page.tsx';

const ROUTES = feedbackContract.routes;
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const row: FeedbackRow = {
  ...{ id: 'f1', text: 'SIM 打印按钮太小', state: 'new', creatorUser: 'SIM 护士', creatorTime: 1_772_000_000_000, organizeName: '广州中心' },
  ...{ place: '/his/patient', pageTitle: '患者管理', browser: 'Chrome 126 · Windows', screen: '1440×900', productVersion: 'V1.0.0' },
  ...{ files: '', answer: '', answeredBy: '', answerTime: null, version: 3 },
};
const about = { place: '/his/patient', pageTitle: '患者管理', version: 'V1.0.0' };

it('[2.4-04] the picture is seen before it is sent, can be dropped, and is stored once however often one presses', async () => {
  const context = createFakeWebContext({ texts });
  const stored: string[] = [];
  Object.assign(context.files, {
    upload: async (file: File) => {
      stored.push(file.name);
      return { name: file.name, fileId: `SIM-${stored.length}`, url: '', fileSize: 1 };
    },
  });
  let fail = true;
  answerContract(context.http, feedbackContract, {
    send: () => {
      if (fail) throw new TypeError('lost');
      return { id: 'f1' };
    },
  } as never);
  const drawn = new File(['x'], 'screen.png', { type: 'image/png' });
  const store = new FeedbackFormStore(context, about, { userAgent: 'Chrome/126', screen: '800×600', draw: async () => drawn });
  expect(await store.send()).toBe(false);
  store.write('SIM 打印按钮太小');
  await store.addPicture();
  expect(store.picture?.file).toBe(drawn);
  store.drop();
  expect(store.picture).toBeNull();
  await store.addPicture();
  await store.send().catch(() => false);
  fail = false;
  expect(await store.send()).toBe(true);
  expect(stored).toEqual(['screen.png']);
  expect(context.http.callsOf(ROUTES.send).at(-1)?.input.body).toMatchObject({ text: 'SIM 打印按钮太小', pictureId: 'SIM-1', place: '/his/patient' });
  store.dispose();
});

it('[2.4-04] an administrator reads, says where it stands, and answers', async () => {
  const context = createFakeWebContext({ texts });
  answerContract(context.http, feedbackContract, { list: toPage([row], 1, {}), info: row, handle: { version: 4, answered: true } });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'system.feedback', fullName: '意见反馈' }), query: { id: 'f1' } });
  const shown = page;
  await shown.until(() => document.body.textContent?.includes('Chrome 126 · Windows · 1440×900'));
  await shown.type(shown.get('textbox', '回复'), 'SIM 已放大');
  await shown.click(shown.get('button', '保存'));
  await shown.until(() => context.http.callsOf(ROUTES.handle).length === 1);
  expect(context.http.callsOf(ROUTES.handle)[0]?.input).toEqual({ params: { id: 'f1' }, body: { state: 'new', answer: 'SIM 已放大', version: 3 } });
});
