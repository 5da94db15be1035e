import { afterAll, beforeAll, expect, it } from 'vitest';
import { ALL_PLUGINS, type Answer, startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import type { FeedbackRow } from '../../contract/index.ts';
import { MAX_FEEDBACK_AN_HOUR } from '../../contract/feedback/feedback-limits.ts';
import type { MessageDb } from '../tables/tables.ts';
import { AT, fine, list, open, refusal } from '../message.fixture.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
let server: TestServer;
/** System administrator in Guangzhou, administrator of the centre in Wuhan, a nurse in Guangzhou. */
let admin: TestClient;
let manager: TestClient;
let nurse: TestClient;
beforeAll(async () => {
  server = await startTestServer({ plugins: ALL_PLUGINS });
  [admin, manager, nurse] = [await server.signIn('admin'), await server.signIn('manager'), await server.signIn('nurse')];
});
afterAll(() => server?.close());

let keys = 0;
function nextKey(): string {
  keys += 1;
  return `feedback-${String(keys).padStart(20, '0')}`;
}
const send = (by: TestClient, over: object = {}, key = nextKey()) =>
  by.post<{ id: string }>(
    `${AT}/Feedback`,
    {
      ...{ text: 'SIM 打印按钮太小', place: '/his/patient?patientId=7', pageTitle: '患者管理', screen: '1440×900', productVersion: 'V1.0.0' },
      userAgent: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36',
      ...over,
    },
    { 'idempotency-key': key },
  );
async function upload(by: TestClient, content: Buffer, name: string): Promise<string> {
  const boundary = 'x-sim-boundary';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const answer = await by.raw({
    ...{ method: 'POST', url: '/api/file/Uploader/annex', headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return fine(JSON.parse(answer.body) as Answer<{ fileId: string }>).fileId;
}
const rows = async (by: TestClient, query = ''): Promise<FeedbackRow[]> =>
  fine(await by.get<{ list: FeedbackRow[] }>(`${AT}/Feedback?pageSize=100${query}`)).list;

it('[2.4-04] feedback becomes a message to the administrators with page, browser, version and picture; the answer goes back as a message', async () => {
  const pictureId = await upload(nurse, PNG, 'screen.png');
  const { id } = fine(await send(nurse, { pictureId }, 'feedback-once-000000000000'));
  // The answer was lost; the same press again stores and tells nothing more.
  expect(fine(await send(nurse, { pictureId }, 'feedback-once-000000000000')).id).toBe(id);
  const mine = (await rows(admin)).filter((row) => row.creatorUser !== '' && row.id === id);
  expect(mine).toHaveLength(1);
  expect(mine[0]).toMatchObject({
    ...{ text: 'SIM 打印按钮太小', state: 'new', place: '/his/patient', pageTitle: '患者管理', browser: 'Chrome 126 · Windows', screen: '1440×900' },
    ...{ productVersion: 'V1.0.0', answer: '', answerTime: null },
  });
  const [picture] = JSON.parse(mine[0]?.files ?? '[]') as { fileId: string }[];
  expect(picture?.fileId).toBe(pictureId);
  const told = (await list(admin)).filter(({ title }) => title.endsWith('提交了意见反馈'));
  expect(told).toHaveLength(1);
  expect(await open(admin, told[0]?.id ?? '')).toMatchObject({ opens: 'link', link: { menu: 'system.feedback', query: { id } } });

  const handled = await admin.put<{ version: number; answered: boolean }>(`${AT}/Feedback/${id}/Actions/Handle`, {
    state: 'done',
    answer: 'SIM 已放大',
    version: 1,
  });
  expect(fine(handled)).toEqual({ version: 2, answered: true });
  expect(refusal(await admin.put(`${AT}/Feedback/${id}/Actions/Handle`, { state: 'new', answer: '', version: 1 }))).toBe('409 message.feedback-stale');
  // The same answer, or none, tells nobody again.
  expect(
    fine(await admin.put<{ answered: boolean }>(`${AT}/Feedback/${id}/Actions/Handle`, { state: 'working', answer: 'SIM 已放大', version: 2 })).answered,
  ).toBe(false);
  const back = (await list(nurse)).filter(({ title }) => title === '您的意见反馈已有回复');
  expect(back).toHaveLength(1);
  expect((await open(nurse, back[0]?.id ?? '')).bodyText).toContain('SIM 已放大');
  expect(await rows(admin, '&state=working')).toMatchObject([{ id, answer: 'SIM 已放大' }]);
  expect(await rows(admin, '&state=new&keyword=SIM')).toEqual([]);
});

it('feedback is for administrators of its organisation: nobody else lists, opens or answers it, nor fetches its picture', async () => {
  const pictureId = await upload(nurse, PNG, 'screen.png');
  const { id } = fine(await send(nurse, { pictureId }));
  expect(refusal(await nurse.get(`${AT}/Feedback`))).toMatch(/^403/);
  expect(refusal(await nurse.put(`${AT}/Feedback/${id}/Actions/Handle`, { state: 'done', answer: '', version: 1 }))).toMatch(/^403/);
  // The administrator of another centre.
  expect((await rows(manager)).map((row) => row.id)).not.toContain(id);
  expect(refusal(await manager.get(`${AT}/Feedback/${id}`))).toBe('404 message.feedback-not-found');
  expect(refusal(await manager.put(`${AT}/Feedback/${id}/Actions/Handle`, { state: 'done', answer: 'x', version: 1 }))).toBe('404 message.feedback-not-found');
  expect(refusal(await manager.get(`/api/file/Download/annex/${pictureId}`))).toMatch(/^404/);
  expect((await list(manager)).some(({ title }) => title.endsWith('提交了意见反馈'))).toBe(false);
  expect(refusal(await admin.get(`/api/file/Download/annex/${pictureId}`))).toBe('200 allowed');
});

it('refuses what is empty, somebody else’s upload, what is no picture, and more than a person says within an hour', async () => {
  const foreign = await upload(admin, PNG, 'screen.png');
  const paper = await upload(nurse, Buffer.from('SIM'), 'SIM.txt');
  expect(refusal(await send(nurse, { text: '  ' }))).toBe('400 message.feedback-empty');
  expect(refusal(await send(nurse, { pictureId: foreign }))).toBe('400 message.file-not-yours');
  expect(refusal(await send(nurse, { pictureId: paper }))).toBe('400 message.picture-only');
  const ends: string[] = [];
  for (let at = 0; at <= MAX_FEEDBACK_AN_HOUR; at += 1) ends.push(refusal(await send(manager)));
  expect(ends.slice(0, -1)).toEqual(ends.slice(0, -1).map(() => '200 allowed'));
  expect(ends.at(-1)).toMatch(/ message\.feedback-too-many$/);
  server.time.advance(3_600_001);
  manager = await server.signIn('manager');
  expect(refusal(await send(manager))).toBe('200 allowed');
});

it('what was settled goes when the site keeps it no longer, also with a picture; what is open stays', async () => {
  nurse = await server.signIn('nurse');
  const pictureId = await upload(nurse, PNG, 'screen.png');
  const settled = fine(await send(nurse, { pictureId })).id;
  const open = fine(await send(nurse)).id;
  admin = await server.signIn('admin');
  fine(await admin.put(`${AT}/Feedback/${settled}/Actions/Handle`, { state: 'done', answer: '', version: 1 }));
  server.time.advance(1_096 * 86_400_000);
  await server.server.plugins.jobs.runNow('message.tidy-messages');
  const left = await server.database.kyselyFor<MessageDb>().selectFrom('message.feedback').select('id').where('id', 'in', [settled, open]).execute();
  expect(left).toEqual([{ id: open }]);
  // The picture goes with it: off the record, and out of the storage.
  const files = await server.db.selectFrom('core.stored_file').select('id').where('id', '=', pictureId).execute();
  expect(files).toEqual([]);
  expect((await admin.raw({ method: 'GET', url: `/api/file/Image/annexpic/${pictureId}` })).statusCode).toBe(404);
});
