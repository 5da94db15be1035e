import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { ZipFile } from 'yazl';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ChatHouse, chatHouse, upload } from '../../plugins/chat/server/chat-house.fixture.ts';
import type { Answer, TestClient } from '../support/server.ts';

/** What somebody writes or sends to do others harm, by every way that staff have to others. */
const HOSTILE_HTML = '<img src=x onerror="alert(1)"><script>alert(2)</script><svg onload=alert(3)></svg><a href="javascript:alert(4)">SIM</a>';
const EMOJI = '😀'.repeat(10_000);
const LANGUAGES = ['zh', 'zhtw', 'en'] as const;
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const SCRIPT = '<html><script>alert(1)</script></html>';

const packed = async (path: string): Promise<Buffer> => {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.alloc(120_000_000, ' '), path);
  zip.end();
  return Buffer.concat(await (zip.outputStream as Readable).toArray());
};
const errorOf = ({ extras }: Answer): string => extras?.error ?? 'allowed';
const fine = <T>(answer: Answer<T>): T => {
  expect([answer.code, answer.msg]).toEqual([EnvelopeCode.Ok, answer.msg]);
  return answer.data;
};

describe('what is sent to do harm', () => {
  let house: ChatHouse;
  let admin: TestClient;
  let doctor: TestClient;
  let nurse: TestClient;
  beforeAll(async () => {
    house = await chatHouse();
    [doctor, nurse] = [house.doctor.client, house.nurse.client];
    // Who has these pages is the site's to say; here whoever writes.
    await house.server.db.updateTable('core.user_account').set({ is_administrator: true }).where('account', '=', 'doctor').execute();
    admin = await house.server.signIn('admin');
  });
  afterAll(() => house.server.close());
  beforeEach(() => house.begin());

  let keys = 0;
  const key = (): Record<string, string> => {
    keys += 1;
    return { 'idempotency-key': `hostile-${String(keys).padStart(20, '0')}` };
  };
  const delta = (text: string) => ({ ops: [{ insert: `${text}\n` }] });
  const notice = (body: object, headers = {}) => admin.post<{ id: string }>('/api/message', { title: 'SIM', content: delta('SIM'), ...body }, headers);
  const say = { place: '/home', pageTitle: 'SIM', screen: '1440×900', productVersion: 'V1.0.0', userAgent: 'SIM' };
  const feedback = (text: string, headers = {}) => doctor.post<{ id: string }>('/api/message/Feedback', { ...say, text }, { ...key(), ...headers });
  const group = (fullName: string, headers = {}) =>
    doctor.post<{ id: string; fullName: string }>('/api/chat/Groups', { fullName, userIds: ['user-nurse'] }, headers);
  const folder = (fullName: string, headers = {}) => doctor.post<{ fullName: string }>('/api/extend/Document', { parentId: '0', fullName }, headers);
  const letter = (body: object, headers = {}) =>
    doctor.post<object>('/api/extend/Email/Actions/SaveDraft', { id: 'SIM-hostile', to: [], subject: 'SIM', bodyText: 'SIM', ...body }, headers);
  const question = (prompt: string, headers = {}) => doctor.post<object>('/api/message/deepseek', { prompt }, { ...key(), ...headers });

  /** Posts a notice to the nurse, as she reads it. */
  async function readNotice(body: object): Promise<{ title: string; bodyText: string; content?: unknown }> {
    const { id } = fine(await notice({ receivers: [{ kind: 'user', id: 'user-nurse' }], ...body }));
    fine(await admin.put(`/api/message/${id}/Actions/Release`));
    return fine(await nurse.get<{ title: string; bodyText: string }>(`/api/message/ReadInfo/${id}`));
  }
  const isHarmless = (html: string) => expect(html).not.toMatch(/<(img|script|svg|iframe)|\son\w+\s*=[^&]*>|href="?\s*javascript/i);

  it('markup in a notice is text, whether it comes as the document of the editor, as HTML of an older client, or in the title', async () => {
    const written = await readNotice({ title: HOSTILE_HTML, content: delta(HOSTILE_HTML) });
    expect(written.title).toBe(HOSTILE_HTML);
    isHarmless(written.bodyText);
    expect(written.bodyText).toContain('&lt;script&gt;');
    const older = await readNotice({ content: undefined, bodyText: `<p>SIM</p>${HOSTILE_HTML}<iframe src="//x"></iframe>` });
    isHarmless(older.bodyText);
    expect(older.bodyText).toContain('SIM');
    // What rich text does not know is refused, or left out.
    const drawn = await notice({ content: { ops: [{ insert: { image: 'data:image/svg+xml,<svg onload=alert(1)>' } }, { insert: '\n' }] } });
    expect([drawn.code, drawn.msg !== '']).toEqual([EnvelopeCode.Invalid, true]);
    const linked = await notice({ content: { ops: [{ insert: 'SIM', attributes: { link: 'javascript:alert(1)', onclick: 'x' } }, { insert: '\n' }] } });
    expect([linked.code, linked.msg !== '']).toEqual([EnvelopeCode.Invalid, true]);
  });

  it('markup in messages, groups, feedback and folders comes to others as the text that it is', async () => {
    expect((await house.doctor.write('user-nurse', HOSTILE_HTML)).error).toBe('');
    await expect.poll(() => house.nurse.got('receiveMessage').map(({ formMessage }) => formMessage)).toEqual([HOSTILE_HTML]);
    const name = '<script>alert(1)</script>';
    expect(fine(await group(name)).fullName).toBe(name);
    const { id } = fine(await feedback(HOSTILE_HTML));
    const said = fine(await admin.get<{ list: { id: string; text: string }[] }>('/api/message/Feedback?pageSize=100')).list.find((row) => row.id === id);
    expect(said?.text).toBe(HOSTILE_HTML);
    // Signs that a system of files knows no names with are left out of those of folders.
    expect(fine(await folder(name)).fullName).toBe('scriptalert(1)script');
    // And no answer is a page, whatever stands in it.
    const raw = await doctor.raw({ method: 'GET', url: '/api/message/imreply' });
    expect([String(raw.headers['content-type']).startsWith('application/json'), raw.headers['x-content-type-options']]).toEqual([true, 'nosniff']);
  });

  it('ten thousand emoji are refused with a sentence in each language, or stand there whole', async () => {
    const ways: Readonly<Record<string, (headers: Record<string, string>) => Promise<Answer>>> = {
      'title of a notice': (headers) => notice({ title: EMOJI }, headers),
      feedback: (headers) => feedback(EMOJI, headers),
      'name of a group': (headers) => group(EMOJI, headers),
      'name of a folder': (headers) => folder(EMOJI, headers),
      'subject of a letter': (headers) => letter({ subject: EMOJI }, headers),
      'question to the assistant': (headers) => question(EMOJI, headers),
    };
    for (const [way, send] of Object.entries(ways)) {
      const told = [];
      for (const language of LANGUAGES) told.push(await send({ 'x-language': language }));
      expect([way, told.map(({ code }) => code)]).toEqual([way, [EnvelopeCode.Invalid, EnvelopeCode.Invalid, EnvelopeCode.Invalid]]);
      expect([way, new Set(told.map(({ msg }) => msg)).size]).toEqual([way, LANGUAGES.length]);
    }
    expect((await house.doctor.write('user-nurse', EMOJI)).error).toBe('chat.text-too-long');
    expect((await readNotice({ content: delta(EMOJI) })).bodyText).toBe(`<p>${EMOJI}</p>`);
    expect(fine(await letter({ bodyText: EMOJI }))).toBeDefined();
    expect(fine(await doctor.get<{ bodyText: string }>('/api/extend/Email/Letters/SIM-hostile')).bodyText).toBe(EMOJI);
  });

  it.each(['annex', 'annexpic', 'IM', 'mail', 'document', 'notice'])(
    'files of the kind %s: none with a script, none that is not what it is called',
    async (type) => {
      const send = async (fileName: string, content: Buffer | string, language: string) => {
        const boundary = 'nephra-hostile';
        const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`;
        const payload = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]);
        const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, 'x-language': language };
        return (await admin.raw({ method: 'POST', url: `/api/file/Uploader/${type}`, payload, headers })).json() as Answer;
      };
      for (const [fileName, content] of [
        ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
        ['a.png', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
        ['a.html', SCRIPT],
        ['a.txt', SCRIPT],
        ['a.gif', 'GIF8<script>'],
        ['a.pdf', PNG],
        ['a.docx', PNG],
        ['a.png.exe', 'MZ'],
      ] as const) {
        const told = [];
        for (const language of LANGUAGES) told.push(await send(fileName, content, language));
        expect([fileName, ...told.map(errorOf)]).toEqual([fileName, 'core.file-type', 'core.file-type', 'core.file-type']);
        expect(new Set(told.map(({ msg }) => msg)).size).toBe(LANGUAGES.length);
      }
    },
  );

  it('a picture that is a page as well comes as a picture, and is never run', async () => {
    const name = await upload(doctor, 'IM', 'x.png', Buffer.concat([PNG, Buffer.from(SCRIPT)]));
    expect((await house.doctor.write('user-nurse', { name, width: 1, height: 1 }, { messageType: 'image' })).error).toBe('');
    const { headers } = await nurse.raw({ method: 'GET', url: `/api/file/Image/IM/${name}` });
    expect(headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
    expect(String(headers['content-security-policy'])).toContain('sandbox');
  });

  it.each([
    ['SIM.docx', 'word/document.xml'],
    ['SIM.xlsx', 'xl/workbook.xml'],
  ])('%s that unpacks a thousandfold is kept, hung on a notice, and opened by nobody', async (fileName, path) => {
    const fileId = await upload(admin, 'annex', fileName, await packed(path));
    await readNotice({ files: JSON.stringify([{ name: fileName, fileId, url: '' }]) });
    const told = [];
    for (const language of LANGUAGES) told.push(await nurse.get(`/api/file/Preview/${fileId}`, { 'x-language': language }));
    expect(told.map(errorOf)).toEqual(['core.preview-too-large', 'core.preview-too-large', 'core.preview-too-large']);
    expect(new Set(told.map(({ msg }) => msg)).size).toBe(LANGUAGES.length);
    // The server is none the worse for it.
    expect(fine(await nurse.get<object>('/api/message/Actions/Unread'))).toBeDefined();
  });

  it('nobody reaches a person whom they may not see, by whatever way, and what is said is the same as of nobody', async () => {
    const [hidden, none] = ['user-manager', 'user-nobody'];
    const chatted = [await house.nurse.write(hidden, 'SIM'), await house.nurse.write(none, 'SIM')];
    expect(chatted.map(({ error }) => error)).toEqual(['chat.person-unknown', 'chat.person-unknown']);
    expect(chatted[0]?.answer.msg).toBe(chatted[1]?.answer.msg);
    const grouped = async (id: string) => await nurse.post('/api/chat/Groups', { fullName: 'SIM', userIds: [id] });
    expect([errorOf(await grouped(hidden)), errorOf(await grouped(none))]).toEqual(['chat.person-unknown', 'chat.person-unknown']);
    // A writer of the other centre, to somebody of this one.
    const manager = await house.server.signIn('manager');
    const written = async (id: string) => await manager.post('/api/message', { title: 'SIM', content: delta('SIM'), receivers: [{ kind: 'user', id }] });
    expect([errorOf(await written('user-nurse')), errorOf(await written(none))]).toEqual(['message.receiver-unknown', 'message.receiver-unknown']);
    const shared = async (id: string) => {
      const { id: own } = fine(await doctor.post<{ id: string }>('/api/extend/Document', { parentId: '0', fullName: 'SIM share' }));
      return await doctor.post(`/api/extend/Document/${own}/Actions/Share`, { userIds: [id], right: 'read' });
    };
    expect(errorOf(await shared(none))).toBe('documents.person-unknown');
    const listed = fine(await nurse.get<{ list: { id: string }[] }>('/api/permission/Users/ImUser?keyword=manager')).list;
    expect(listed.map(({ id }) => id)).not.toContain(hidden);
  });
});
