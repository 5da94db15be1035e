import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EnvelopeCode, type Page } from '@nephra/plugin-sdk/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../../../tests/support/server.ts';
import { fillLetters, LETTER_ACCOUNTS } from '../../../tools/sim/mailbox/demo/letters.ts';
import { type Account, type MailboxSimulator, startMailboxSimulator } from '../../../tools/sim/mailbox/index.ts';
import type { LetterView, MailConfig, MailFolderView, MailRow, MailView, RemotePictures } from '../contract/mail.contract.ts';

const DOCTOR = 'doctor@sim-mail.example';
const NURSE = 'nurse@sim-mail.example';
const AT = '/api/extend/Email';
const NOW = new Date('2026-03-02T02:00:00Z');

let sim: MailboxSimulator;
let fate: 'take' | 'refuse' | 'cut' = 'take';
let server: TestServer;
let doctor: TestClient;
let nurse: TestClient;
let admin: TestClient;
let box: Account;
const pictures = { url: '', answers: {} as Record<string, Buffer | string>, heard: [] as { path: string; headers: IncomingHttpHeaders }[] };
const pictureHost = createServer((request, response) => {
  pictures.heard.push({ path: request.url ?? '', headers: request.headers });
  const answer = pictures.answers[(request.url ?? '').split('?')[0] ?? ''];
  response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'image/png', 'set-cookie': 'SIM=1' });
  response.end(answer);
});

beforeAll(async () => {
  sim = await startMailboxSimulator({ accounts: LETTER_ACCOUNTS, fate: () => fate });
  fillLetters(sim.account, NOW);
  box = sim.account(DOCTOR);
  const [imap, smtp] = [`imap://127.0.0.1:${sim.imapPort}`, `smtp://127.0.0.1:${sim.smtpPort}`];
  await new Promise<void>((done) => pictureHost.listen(0, '127.0.0.1', done));
  pictures.url = `http://127.0.0.1:${(pictureHost.address() as AddressInfo).port}`;
  const outboundAllow = [`mail=${imap}`, `mail=${smtp}`, `mail=${pictures.url}`];
  server = await startTestServer({ plugins: ALL_PLUGINS, config: { ratePerMinute: 1_000_000, outboundAllow } });
  await sql`update mail.simulation set imap_address = ${imap}, smtp_address = ${smtp}`.execute(server.db);
  await sql`update mail.account set imap_address = ${imap}, smtp_address = ${smtp}`.execute(server.db);
  [doctor, nurse, admin] = [await server.signIn('doctor'), await server.signIn('nurse'), await server.signIn('admin')];
});
afterAll(async () => {
  await server?.close();
  await sim?.close();
  pictureHost.closeAllConnections();
  pictureHost.close();
});

const errorOf = (answer: { readonly extras?: { error?: string } | null }) => answer.extras?.error;
async function rows(client: TestClient, query = ''): Promise<Page<MailRow>> {
  const answer = await client.get<Page<MailRow>>(`${AT}?${query}`);
  expect(answer.msg).toBeTruthy();
  expect(answer.code, answer.msg).toBe(200);
  return answer.data;
}
async function open(client: TestClient, subject: string, folder = 'INBOX'): Promise<MailView> {
  const found = (await rows(client, `folder=${encodeURIComponent(folder)}&pageSize=100`)).list.find((row) => row.subject.includes(subject));
  if (!found) throw new Error(`no letter ${subject}`);
  const answer = await client.get<MailView>(`${AT}/${found.id}`);
  expect(answer.code, answer.msg).toBe(200);
  return answer.data;
}
const folders = async (client: TestClient) => (await client.post<{ list: MailFolderView[] }>(`${AT}/Receive`)).data.list;
let made = 0;
const written = (over: object = {}) => {
  made += 1;
  return { id: `SIM-letter-${made}`, to: [NURSE], subject: `SIM 信 ${made}`, bodyText: '你好\n第二行', ...over };
};
const send = (client: TestClient, body: object, key = `key-${JSON.stringify(body)}`.slice(0, 100)) =>
  client.post<{ state: string; copy: string }>(AT, body, { 'idempotency-key': key.replace(/[^\w-]/g, '').slice(0, 64) });

describe('a mailbox', () => {
  it('[2.1-12] lists folders with their counts, pages of letters, the newest first, and shows one with its pictures and attachments', async () => {
    const found = await folders(doctor);
    expect(found.map(({ use }) => use).filter(Boolean)).toEqual(['inbox', 'drafts', 'sent', 'junk', 'trash']);
    expect(found.find(({ name }) => name === '院内通知')).toMatchObject({ total: 30, unseen: 0 });
    const inbox = await rows(doctor);
    expect(inbox.pagination.total).toBe(4);
    const times = inbox.list.map(({ fdate }) => fdate ?? 0);
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect(inbox.list.filter(({ isRead }) => isRead === 0)).toHaveLength(2);
    const [second] = [await rows(doctor, `folder=${encodeURIComponent('院内通知')}&pageSize=20&currentPage=2`)];
    expect(second.list).toHaveLength(10);
    expect(second.list[0]?.subject).toBe('SIM 通知第 10 期');
    const invitation = await open(doctor, '研讨会');
    expect(invitation.html).toContain('血管通路护理研讨会');
    expect(invitation.pictures['sim-logo']).toMatch(/^data:image\/png;base64,/);
    expect(invitation.attachments).toEqual([]);
    const service = await open(doctor, '季度保养');
    expect(service.attachments.map(({ name }) => name)).toEqual(['保养项目表.csv']);
    const file = await doctor.raw({ method: 'GET', url: `${AT}/${service.id}/Attachment/${service.attachments[0]?.part}` });
    expect(file.body).toContain('滤芯更换');
    expect(file.headers['content-disposition']).toContain('attachment');
    const kept = await doctor.post<{ fileId: string }>(`${AT}/${service.id}/Attachment/${service.attachments[0]?.part}/Actions/Preview`);
    expect(kept.code, kept.msg).toBe(200);
    // What was stored for one's letters is for nobody else of the house.
    const link = `/api/file/Download/mail/${kept.data.fileId}`;
    expect((await doctor.raw({ method: 'GET', url: link })).statusCode).toBe(200);
    expect((await nurse.get(link)).code).toBe(EnvelopeCode.NotFound);
  });

  it('finds by keyword, marks, moves, deletes to the trash and then for good, asked first', async () => {
    expect((await rows(doctor, `keyword=${encodeURIComponent('司维拉姆')}`)).list.map(({ subject }) => subject)).toEqual(['关于司维拉姆到货时间的说明']);
    const { id } = await open(doctor, '司维拉姆');
    for (const action of ['Read', 'Star']) expect((await doctor.put(`${AT}/${id}/Actions/${action}`)).code).toBe(200);
    expect((await rows(doctor, 'starred=1')).list.map((row) => [row.id, row.isRead])).toEqual([[id, 1]]);
    for (const action of ['Unread', 'Unstar']) expect((await doctor.put(`${AT}/${id}/Actions/${action}`)).code).toBe(200);
    expect((await rows(doctor, 'unread=1')).list.map((row) => row.id)).toContain(id);
    expect((await doctor.put(`${AT}/${id}/Actions/Move`, { folder: 'Junk' })).code).toBe(200);
    const moved = await open(doctor, '司维拉姆', 'Junk');
    expect(errorOf(await doctor.get(`${AT}/${id}`))).toBe('mail.server-missing');
    expect((await doctor.del<{ gone: boolean }>(`${AT}/${moved.id}`)).data).toEqual({ gone: false });
    const trashed = await open(doctor, '司维拉姆', 'Trash');
    expect(errorOf(await doctor.del(`${AT}/${trashed.id}`))).toBe('mail.remove-forever');
    expect((await doctor.del<{ gone: boolean }>(`${AT}/${trashed.id}?forever=1`)).data).toEqual({ gone: true });
    expect((await rows(doctor, 'folder=Trash')).list).toEqual([]);
  });

  it('of ten thousand letters fetches one page, and keeps one connection for a person', async () => {
    const folder = box.folder('Junk');
    for (let at = 0; at < 10_000; at += 1)
      box.add('Junk', `Subject: SIM ${at}\r\nFrom: <a@sim.example>\r\n\r\ntext ${at}`, ['\\Seen'], new Date(NOW.getTime() - (10_000 - at) * 1_000));
    const page = await rows(doctor, 'folder=Junk&pageSize=20&currentPage=250');
    expect([page.pagination.total, page.list.length, page.list[0]?.subject]).toEqual([10_000, 20, 'SIM 5019']);
    await Promise.all(Array.from({ length: 10 }, () => rows(doctor, 'folder=Junk')));
    expect(sim.connections().most).toBeLessThanOrEqual(2);
    folder?.messages.splice(0);
  });

  it('is its owner’s: no letter, folder or password of another one is reached by anybody, and nothing of a letter stands in the audit log', async () => {
    const mine = await open(doctor, '质控');
    // The same number in another mailbox is another letter.
    const other = await admin.get<MailView>(`${AT}/${mine.id}`);
    expect(other.data.receivers.map(({ address }) => address)).toEqual(['admin@sim-mail.example']);
    const draft = written({ bodyText: 'SIM 只有我看' });
    expect((await doctor.post(`${AT}/Actions/SaveDraft`, draft)).code).toBe(200);
    expect(errorOf(await admin.get(`${AT}/Letters/${draft.id}`))).toBe('mail.no-letter');
    expect((await admin.get<Page<unknown>>(`${AT}/Letters`)).data.list).toEqual([]);
    await admin.del(`${AT}/Letters/${draft.id}`);
    expect((await doctor.get<LetterView>(`${AT}/Letters/${draft.id}`)).data.bodyText).toBe('SIM 只有我看');
    const { rows: audits } = await sql<{ entry: string }>`select row_to_json(one)::text as entry from core.audit as one where action like 'mail.%'`.execute(
      server.db,
    );
    const text = audits.map(({ entry }) => entry).join('\n');
    for (const secret of ['Demo2026', '质控', '只有我看', '司维拉姆']) expect(text).not.toContain(secret);
    const { rows: stored } = await sql<{ sealed: string }>`select password_sealed as sealed from mail.account`.execute(server.db);
    expect(stored.every(({ sealed }) => sealed.startsWith('v1.'))).toBe(true);
    expect(JSON.stringify((await doctor.get<MailConfig>(`${AT}/Config`)).data)).not.toContain('Demo2026');
    await doctor.del(`${AT}/Letters/${draft.id}`);
  });
});

describe('hostile letters', () => {
  it('are shown as harmless lines and names, whatever set their texts are in', async () => {
    const raw = (lines: readonly string[], body: Buffer | string) =>
      box.add(
        'INBOX',
        Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.isBuffer(body) ? body : Buffer.from(body)]),
        ['\\Seen'],
        NOW,
      );
    // 您好 in GBK, said to be UTF-8.
    raw(['Subject: SIM-charset', 'From: <a@sim.example>', 'Content-Type: text/plain; charset=utf-8'], Buffer.from([0xc4, 0xfa, 0xba, 0xc3]));
    expect((await open(doctor, 'SIM-charset')).text).toBe('您好');
    raw(['Subject: SIM-big5', 'From: <a@sim.example>', 'Content-Type: text/plain; charset=big5'], Buffer.from([0xb1, 0x7a, 0xa6, 0x6e]));
    expect((await open(doctor, 'SIM-big5')).text).toBe('您好');
    raw(['Subject: =?gb2312?B?xPq6ww==?= SIM-gb', 'From: =?gb18030?B?xPq6ww==?= <a@sim.example>'], 'x');
    expect(await open(doctor, '您好 SIM-gb')).toMatchObject({ from: { name: '您好', address: 'a@sim.example' } });
    const bytes = Buffer.from([0xc4, 0xfa, 0xba, 0xc3]).toString('latin1');
    raw([`Subject: ${bytes} SIM-raw`, `From: "${bytes}" <a@sim.example>`], 'x');
    expect(await open(doctor, 'SIM-raw')).toMatchObject({ subject: '您好 SIM-raw', from: { name: '您好', address: 'a@sim.example' } });
    raw([`Subject: =?utf-8?B?${Buffer.from('SIM-\u0007sign\u202egpj.exe\r\nBcc: x').toString('base64')}?=`, 'From: a'], 'x');
    const signs = (await rows(doctor, 'pageSize=100')).list.find(({ subject }) => subject.includes('sign'));
    expect(signs?.subject).toBe('SIM- sign gpj.exe Bcc: x');
    const part = (name: string) => `--b\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\nx\r\n`;
    raw(
      ['Subject: SIM-names', 'From: <a@sim.example>', 'Content-Type: multipart/mixed; boundary=b'],
      `${part('../../x')}${part('C:\\\\win.ini')}${part('..')}--b--\r\n`,
    );
    expect((await open(doctor, 'SIM-names')).attachments.map(({ name }) => name)).toEqual(['x', 'win.ini', '3.bin']);
  });

  it('nested for their own sake, or huge, are cut and say so', async () => {
    let bomb = 'Content-Type: text/plain\r\n\r\ndeep';
    for (let depth = 0; depth < 40; depth += 1) bomb = `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n${bomb}\r\n--b${depth}--\r\n`;
    box.add('INBOX', `Subject: SIM-bomb\r\nFrom: <a@sim.example>\r\n${bomb}`, ['\\Seen'], NOW);
    expect(await open(doctor, 'SIM-bomb')).toMatchObject({ notes: ['nested'], text: '' });
    box.add('INBOX', `Subject: SIM-huge\r\nFrom: <a@sim.example>\r\n\r\n${'字'.repeat(800_000)}`, ['\\Seen'], NOW);
    const huge = await open(doctor, 'SIM-huge');
    expect(huge.notes).toEqual(['cut']);
    expect(huge.text.length).toBeLessThan(360_000);
    expect(huge.text.endsWith('字')).toBe(true);
    expect(errorOf(await doctor.get(`${AT}/nonsense`))).toBe('mail.no-letter');
  });
});

describe('a letter that is written', () => {
  it('is sent once with its attachment, lies among what was sent, and the letter that it answers is marked', async () => {
    const service = await open(doctor, '季度保养');
    const upload = await doctor.raw({
      method: 'POST',
      url: `${AT}/Attachments`,
      headers: { 'content-type': 'multipart/form-data; boundary=sim' },
      payload: '--sim\r\nContent-Disposition: form-data; name="file"; filename="SIM.txt"\r\nContent-Type: text/plain\r\n\r\nSIM content\r\n--sim--\r\n',
    });
    const { code, data: file } = JSON.parse(upload.body) as { code: number; data: { fileId: string } };
    expect(code, upload.body).toBe(200);
    const body = written({ to: [`护士 <${NURSE}>`], bcc: ['clerk@sim-mail.example'], files: [file], answers: service.id, answerKind: 'reply' });
    // A file of somebody else's is none, and is answered like one that nobody has.
    const unknown = { ...file, fileId: `20000101_${'0'.repeat(32)}.txt` };
    for (const one of [file, unknown])
      expect(errorOf(await nurse.post(`${AT}/Actions/SaveDraft`, { ...body, files: [one] })), one.fileId).toBe('mail.not-your-file');
    const sent = await send(doctor, body);
    expect([sent.code, sent.data]).toEqual([200, { state: 'sent', copy: 'stored' }]);
    expect((await send(doctor, body, 'SIM-another-key-0000000000000000')).data.state).toBe('sent');
    expect(sim.sent).toHaveLength(1);
    expect(sim.sent[0]?.to).toEqual([NURSE, 'clerk@sim-mail.example']);
    // The name of the header alone: an id may hold these letters by chance.
    expect(sim.sent[0]?.content).not.toMatch(/^bcc:/im);
    const arrived = await open(nurse, body.subject);
    expect(arrived.text.replaceAll('\r', '').trimEnd()).toBe('你好\n第二行');
    expect(arrived.attachments.map(({ name }) => name)).toEqual(['SIM.txt']);
    expect((await open(doctor, body.subject, 'Sent')).receivers).toEqual([{ name: '护士', address: NURSE }]);
    expect((await open(doctor, '季度保养')).answered).toBe(1);
    expect((await doctor.get<Page<unknown>>(`${AT}/Letters`)).data.list).toEqual([]);
  });

  it('that is refused is a draft again with the reason; one whose end nobody knows is doubtful until a person decides', async () => {
    const refused = written();
    fate = 'refuse';
    expect(errorOf(await send(doctor, refused))).toBe('mail.server-rejected');
    expect((await doctor.get<LetterView>(`${AT}/Letters/${refused.id}`)).data).toMatchObject({ state: 'draft', trouble: expect.stringContaining('5.7.1') });
    const doubtful = written();
    fate = 'cut';
    const before = sim.sent.length;
    expect((await send(doctor, doubtful)).data).toEqual({ state: 'doubtful', copy: 'none' });
    fate = 'take';
    expect(errorOf(await send(doctor, doubtful, 'SIM-again-1-0000000000000000'))).toBe('mail.letter-doubtful');
    expect(errorOf(await doctor.post(`${AT}/Actions/SaveDraft`, doubtful))).toBe('mail.letter-gone');
    expect(sim.sent.length).toBe(before + 1);
    expect((await doctor.post(`${AT}/Letters/${doubtful.id}/Actions/Decide`, { verdict: 'again' })).code).toBe(200);
    expect((await send(doctor, doubtful, 'SIM-again-2-0000000000000000')).data.state).toBe('sent');
    // A server that ended while it was sending leaves a letter of which nobody knows.
    const cutOff = written();
    await doctor.post(`${AT}/Actions/SaveDraft`, cutOff);
    await sql`update mail.letter set state = 'sending' where letter_id = ${cutOff.id}`.execute(server.db);
    server.time.advance(200_000);
    expect(errorOf(await send(doctor, cutOff))).toBe('mail.letter-doubtful');
    expect((await doctor.post(`${AT}/Letters/${cutOff.id}/Actions/Decide`, { verdict: 'arrived' })).code).toBe(200);
    expect((await send(doctor, cutOff, 'SIM-again-3-0000000000000000')).data.state).toBe('sent');
    expect(sim.sent.length).toBe(before + 2);
    // Without a folder for it there is no copy, and the letter is sent all the same; asked again it says the same.
    const sent = box.folders.get('Sent');
    box.folders.delete('Sent');
    const alone = written();
    expect((await send(doctor, alone)).data).toEqual({ state: 'sent', copy: 'none' });
    expect((await send(doctor, alone, 'SIM-again-4-000000000000')).data).toEqual({ state: 'sent', copy: 'none' });
    if (sent) box.folders.set('Sent', sent);
    for (const bad of [['not an address'], ['a@b.example, c@d.example'], ['x <a@b.example>\r\nBcc: c@d.example']])
      expect((await send(doctor, written({ to: bad }))).extras?.fields?.[0]?.path).toBe('to');
  });
});

describe('an account', () => {
  const save = (body: object) => nurse.put<MailConfig>(`${AT}/Config`, { address: NURSE, ...body });

  it('is kept when both servers let it in, and each way not to is a sentence of its own', async () => {
    expect(errorOf(await save({ password: 'wrong' }))).toBe('mail.server-password');
    expect((await save({ account: 'other', password: '' })).extras?.fields?.[0]?.path).toBe('password');
    expect((await save({ address: 'a b' })).extras?.fields?.[0]?.path).toBe('address');
    expect((await save({ senderName: '护士', signature: '签名' })).data).toMatchObject({ state: 'ready', senderName: '护士', passwordSet: true });
    expect((await nurse.get<{ list: { address: string }[] }>(`${AT}/Contacts?keyword=doctor`)).data.list.map(({ address }) => address)).toContain(DOCTOR);
  });

  it('is told no other server than that which it was kept for; servers beyond the list are not called', async () => {
    const set = async (values: object) => {
      const sheet = await admin.get<{ version: number }>('/api/system/PluginSettings/mail');
      expect((await admin.put('/api/system/PluginSettings/mail', { orgId: '', version: sheet.data.version, values })).code).toBe(200);
    };
    await set({ imapAddress: 'imaps://mail.example.com' });
    expect((await nurse.get<MailConfig>(`${AT}/Config`)).data).toMatchObject({ state: 'blocked', imapHost: 'mail.example.com:993' });
    expect(errorOf(await nurse.get(AT))).toBe('mail.blocked');
    // The same server by another scheme is another place, and not on the list.
    await set({ imapAddress: `imaps://127.0.0.1:${sim.imapPort}` });
    expect(errorOf(await nurse.get(AT))).toBe('mail.blocked');
    await set({ imapAddress: '' });
    await sql`update mail.account set imap_address = 'imaps://elsewhere.example:993' where user_id = 'user-nurse'`.execute(server.db);
    expect(errorOf(await nurse.get(AT))).toBe('mail.other-server');
    expect((await save({ password: '' })).extras?.fields?.[0]?.path).toBe('password');
    expect((await save({ password: 'Demo2026' })).data.state).toBe('ready');
    sim.cut();
    expect((await rows(nurse)).list.length).toBeGreaterThan(0);
    expect((await nurse.del(`${AT}/Config`)).code).toBe(200);
    expect(errorOf(await nurse.get(AT))).toBe('mail.not-set-up');
  });
});

describe('pictures from outside', () => {
  it('are fetched by the server for who reads the letter, from listed hosts alone, and are what their bytes say', async () => {
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
    const at = (name: string) => `${pictures.url}/${name}`;
    const [a, b, c, d] = [at('a.png?x=1&y=2'), at('b.png'), at('c.png'), at('d.png')] as const;
    const html = `<img src="${a.replace('&', '&amp;')}"><img src="${b}"><img src="${c}"><img src="${d}"><img src="https://elsewhere.example/t.gif">`;
    box.add('INBOX', `Subject: SIM pictures\r\nFrom: <a@sim.example>\r\nContent-Type: text/html\r\n\r\n${html}`, [], NOW);
    pictures.answers = { '/a.png': png, '/b.png': '<svg xmlns="http://www.w3.org/2000/svg"/>', '/c.png': Buffer.concat([png, Buffer.alloc(1_100_000)]) };
    const { id } = await open(doctor, 'SIM pictures');
    expect(pictures.heard).toEqual([]);
    const asked = await doctor.post<RemotePictures>(`${AT}/${id}/Actions/Pictures`, {
      addresses: [a, b, c, d, 'https://elsewhere.example/t.gif', `${pictures.url}/other.png`],
    });
    expect(Object.keys(asked.data.pictures)).toEqual([a]);
    expect(asked.data.refused.map(({ reason }) => reason)).toEqual(['type', 'large', 'failed', 'not-listed', 'unknown']);
    expect(pictures.heard.map(({ path }) => path)).toEqual(['/a.png?x=1&y=2', '/b.png', '/c.png', '/d.png']);
    expect(Object.keys(pictures.heard[0]?.headers ?? {}).filter((name) => /cookie|referer|language|authorization|user-agent/i.test(name))).toEqual([]);
    // Nobody else's letter, nobody else's pictures.
    expect(errorOf(await nurse.post(`${AT}/${id}/Actions/Pictures`, { addresses: [a] }))).toBeTruthy();
    expect(pictures.heard).toHaveLength(4);
    await doctor.del(`${AT}/${id}`);
  });
});

describe('drafts of the mailbox', () => {
  it('take a letter that is not finished, are gone on with, and are gone once it is sent', async () => {
    const draft = written({ subject: 'SIM 草稿', to: [NURSE] });
    expect((await doctor.post(`${AT}/Actions/SaveDraft`, draft)).code).toBe(200);
    const move = (id: string) => doctor.post(`${AT}/Letters/${id}/Actions/ToMailbox`);
    expect((await move(draft.id)).code).toBe(200);
    expect(errorOf(await move(draft.id))).toBe('mail.no-letter');
    const there = async () => (await rows(doctor, 'folder=Drafts&pageSize=100')).list.filter(({ subject }) => subject.includes('SIM 草稿'));
    const [row] = await there();
    expect(box.folder('Drafts')?.messages.at(-1)?.flags.has('\\Draft')).toBe(true);
    const again = written({ subject: 'SIM 草稿 2', draftOf: row?.id });
    await doctor.post(`${AT}/Actions/SaveDraft`, again);
    expect((await move(again.id)).code).toBe(200);
    const [second, ...others] = await there();
    expect([second?.subject, others]).toEqual(['SIM 草稿 2', []]);
    expect((await send(doctor, written({ subject: 'SIM 草稿 3', draftOf: second?.id }))).data.state).toBe('sent');
    expect(await there()).toEqual([]);
    const hidden = written({ subject: 'SIM 草稿 4', bcc: [NURSE] });
    await doctor.post(`${AT}/Actions/SaveDraft`, hidden);
    expect(errorOf(await move(hidden.id))).toBe('mail.draft-hidden');
    expect((await doctor.del(`${AT}/Letters/${hidden.id}`)).code).toBe(200);
  });
});
