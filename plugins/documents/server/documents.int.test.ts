import type { Readable } from 'node:stream';
import { fileHolders } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { multipartHeaders, uploadBytes } from '../../../tests/support/faults/cut-call.ts';
import { type ClamavSimulator, EICAR, startClamavSimulator } from '../../../tools/sim/clamav/clamav-simulator.ts';
import { type Answer, startTestServer, type TestClient, type TestServer } from '../../../tests/support/server.ts';
import type { DocumentDetail, DocumentRow, SharedWith } from '../contract/document.contract.ts';
import type { Leaver } from '../contract/leavers.contract.ts';
import { MAX_DEPTH } from '../contract/limits.ts';
import { add, AT, fine, folder, names, refusal, rows, sendFile, share, upload } from './document-calls.fixture.ts';
import { purgeBatch } from './trash/purge.job.ts';

describe('documents of people', () => {
  let server: TestServer;
  let doctor: TestClient;
  let nurse: TestClient;
  let cashier: TestClient;
  let scanner: ClamavSimulator;
  const everybody = async () => {
    [doctor, nurse, cashier] = [await server.signIn('doctor'), await server.signIn('nurse'), await server.signIn('cashier')];
  };
  beforeAll(async () => {
    scanner = await startClamavSimulator();
    server = await startTestServer({
      plugins: ['permission', 'documents'],
      config: { uploadLimitMb: 8, clamavAddress: { host: '127.0.0.1', port: scanner.port } },
    });
    // Who has the menu is the site's to say; here everybody who writes.
    await server.db.updateTable('core.user_account').set({ is_administrator: true }).where('account', 'in', ['doctor', 'nurse', 'cashier']).execute();
    await everybody();
  });
  afterAll(async () => {
    await server.close();
    await scanner.close();
  });

  it('files that the demo puts among documents count for the organisation of their owner', async () => {
    const { ownBytes, usedBytes } = fine(await doctor.get<{ ownBytes: number; usedBytes: number }>(`${AT}/Usage`));
    expect(ownBytes).toBeGreaterThan(0);
    expect(usedBytes).toBeGreaterThan(ownBytes);
  });

  it('a file that came in parts is made once and put where it belongs; a download is the file, or an address of it', async () => {
    const home = await folder(doctor, 'SIM 分片');
    const bytes = Buffer.alloc(5_242_880 + 9, 'a');
    const boundary = multipartHeaders['content-type'].split('boundary=')[1];
    const fields = { identifier: 'SIM-parts', chunkNumber: '1', totalChunks: '1', totalSize: String(bytes.length) };
    const texts = Object.entries(fields).map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
    const { body } = uploadBytes(doctor, { url: '', fileName: 'blob', content: bytes.toString() });
    const sent = await doctor.raw({
      method: 'POST',
      url: '/api/file/chunk',
      payload: Buffer.concat([Buffer.from(texts.join('')), body]),
      headers: multipartHeaders,
    });
    expect(sent.json().data).toEqual({ uploaded: true, chunkNumbers: [1] });
    const form = new URLSearchParams({ identifier: 'SIM-parts', fileName: 'SIM 大文件.txt', fileSize: String(bytes.length), parentId: home.id });
    const merge = async (client: TestClient, key: string) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': key };
      return (await client.raw({ method: 'POST', url: `${AT}/merge`, payload: form.toString(), headers })).json() as Answer<DocumentRow>;
    };
    expect(refusal(await merge(nurse, 'SIM-merge-nurse'))).toBe('404 core.upload-unknown');
    const [one, other] = [fine(await merge(doctor, 'SIM-merge-1')), fine(await merge(doctor, 'SIM-merge-2'))];
    expect([one.fullName, one.fileSize, other.id]).toEqual(['SIM 大文件.txt', bytes.length, one.id]);
    const download = (client: TestClient, id: string, accept = '*/*') => client.raw({ method: 'POST', url: `${AT}/Download/${id}`, headers: { accept } });
    const whole = await download(doctor, one.id, 'application/octet-stream');
    expect([whole.statusCode, whole.rawPayload.length]).toEqual([200, bytes.length]);
    const link = (await download(doctor, one.id)).json() as Answer<{ name: string; url: string }>;
    expect([link.code, link.extras?.error, link.data?.name]).toEqual([200, undefined, 'SIM 大文件.txt']);
    const fetched = await Promise.all([1, 2].map(async () => (await server.nobody.raw({ method: 'GET', url: link.data.url })).statusCode));
    expect(fetched.sort()).toEqual([200, 400]);
    expect((await download(nurse, one.id)).json().extras.error).toBe('documents.unknown');
    expect((await download(doctor, home.id)).json().extras.error).toBe('documents.unknown');
    for (const at of [AT, `${AT}/Trash`]) await doctor.del(`${at}/${home.id}`);
  });

  it('folders and files: names are unique in a folder, an upload gets a number, and is added once however often it is asked for', async () => {
    const usage = async () => fine(await doctor.get<{ ownBytes: number; usedBytes: number; quotaBytes: number }>(`${AT}/Usage`));
    const before = await usage();
    const papers = await folder(doctor, ' SIM 制度 ');
    expect(papers).toMatchObject({ fullName: 'SIM 制度', parentId: '0', type: 0, mayChange: 1, isShare: 0 });
    expect(refusal(await doctor.post(AT, { parentId: '0', fullName: 'sim 制度' }))).toBe('409 documents.name-taken');
    expect(refusal(await doctor.post(AT, { parentId: '0', fullName: ' .. ' }))).toBe('400 documents.name-empty');
    expect(refusal(await doctor.post(AT, { parentId: 'nowhere', fullName: 'x' }))).toBe('404 documents.unknown');
    const fileId = await upload(doctor, 'a.txt', 'SIM text');
    const body = { parentId: papers.id, fullName: 'a.txt', fileId };
    const [first, again] = [fine(await doctor.post<DocumentRow>(`${AT}/File`, body)), fine(await doctor.post<DocumentRow>(`${AT}/File`, body))];
    expect([again.id, first.fileSize, first.fileExtension]).toEqual([first.id, 8, 'txt']);
    expect((await add(doctor, 'A.txt', papers.id)).fullName).toBe('A (2).txt');
    expect(refusal(await nurse.post(`${AT}/File`, { ...body, parentId: '0' }))).toBe('400 documents.file-not-yours');
    expect(refusal(await doctor.post(`${AT}/File`, { ...body, fileId: await upload(doctor, 'b.txt', 'x', 'annex') }))).toBe('400 documents.file-not-yours');
    await folder(doctor, 'z', papers.id);
    expect(await names(doctor, `?parentId=${papers.id}`)).toEqual(['z', 'A (2).txt', 'a.txt']);
    expect(fine(await doctor.put<DocumentRow>(`${AT}/${first.id}`, { fullName: 'b' })).fullName).toBe('b.txt');
    expect(refusal(await doctor.put(`${AT}/${first.id}`, { fullName: 'a (2).TXT' }))).toBe('409 documents.name-taken');
    expect(await names(doctor, '?keyword=A%20(')).toEqual(['A (2).txt']);
    expect(await names(doctor, '?keyword=%25')).toEqual([]);
    const { path } = fine(await doctor.get<DocumentDetail>(`${AT}/${first.id}`));
    expect(path.map(({ fullName }) => fullName)).toEqual(['SIM 制度', 'b.txt']);
    expect(await usage()).toEqual({ ownBytes: before.ownBytes + 11, usedBytes: expect.any(Number), quotaBytes: 0 });
  });

  it('nobody sees what is not theirs: not the row, not the file, not whether it is there', async () => {
    const secret = await add(doctor, 'SIM secret.txt');
    for (const answer of [
      await nurse.get(`${AT}/${secret.id}`),
      await nurse.put(`${AT}/${secret.id}`, { fullName: 'x' }),
      await nurse.put(`${AT}/${secret.id}/Actions/MoveTo/0`, {}),
      await nurse.del(`${AT}/${secret.id}`),
      await nurse.get(`${AT}/ShareUser/${secret.id}`),
      await share(nurse, secret.id, 'read', 'user-nurse'),
      await nurse.get(`${AT}/FolderTree/${secret.id}`),
    ])
      expect(refusal(answer)).toBe('404 documents.unknown');
    expect(refusal(await nurse.get(`/api/file/Download/document/${secret.fileId}`))).toBe('404 core.file-missing');
    expect(refusal(await doctor.get(`/api/file/Download/document/${secret.fileId}`))).toBe('200 allowed');
    expect(await names(nurse)).not.toContain('SIM secret.txt');
    await server.db.updateTable('core.user_account').set({ is_administrator: false }).where('account', '=', 'cashier').execute();
    cashier = await server.signIn('cashier');
    expect((await cashier.get(AT)).code).toBe(403);
    await server.db.updateTable('core.user_account').set({ is_administrator: true }).where('account', '=', 'cashier').execute();
    cashier = await server.signIn('cashier');
  });

  it('who has the page alone reads; sharing, deleting, restoring and the rest each need a right of their own', async () => {
    const right = { subject_type: 'user' as const, subject_id: 'user-clerk', menu_code: 'extend.document' };
    await server.db
      .insertInto('core.permission_grant')
      .values([{ ...right, kind: 'menu' }])
      .execute();
    let clerk = await server.signIn('clerk');
    const fileId = await upload(clerk, 'SIM clerk.txt');
    const acts = (id: string) =>
      ({
        btn_add: [() => clerk.post(AT, { parentId: '0', fullName: `SIM ${id}` }), () => clerk.post(`${AT}/File`, { parentId: '0', fullName: 'c.txt', fileId })],
        btn_edit: [() => clerk.put(`${AT}/${id}`, { fullName: 'SIM x' }), () => clerk.put(`${AT}/${id}/Actions/MoveTo/0`, {})],
        btn_share: [() => share(clerk, id, 'read', 'user-nurse'), () => clerk.del(`${AT}/${id}/Actions/Share`)],
        btn_remove: [() => clerk.del(`${AT}/${id}`)],
        btn_restore: [() => clerk.post(`${AT}/Trash/${id}/Actions/Recovery`, {})],
        btn_destroy: [() => clerk.del(`${AT}/Trash/${id}`)],
      }) as const;
    for (const [button, calls] of Object.entries(acts('SIM-none'))) for (const call of calls) expect([button, (await call()).code]).toEqual([button, 403]);
    expect([(await clerk.get(AT)).code, (await clerk.get(`${AT}/Trash`)).code, (await clerk.get(`${AT}/Usage`)).code]).toEqual([200, 200, 200]);
    // One right after the other; each lets do its own acts alone, in the order in which they follow each other.
    let id = 'SIM-none';
    for (const button of Object.keys(acts('')) as (keyof ReturnType<typeof acts>)[]) {
      await server.db.deleteFrom('core.permission_grant').where('subject_id', '=', 'user-clerk').where('kind', '=', 'button').execute();
      await server.db
        .insertInto('core.permission_grant')
        .values([{ ...right, kind: 'button', item_code: button }])
        .execute();
      clerk = await server.signIn('clerk');
      if (button === 'btn_destroy')
        await server.db
          .updateTable('documents.entry' as never)
          .set({ trash_id: id, trashed_at: server.time.now } as never)
          .where('id' as never, '=', id as never)
          .execute();
      for (const [other, calls] of Object.entries(acts(id)))
        for (const call of calls) {
          const { code, data } = await call();
          expect([button, other, code]).toEqual([button, other, other === button ? 200 : 403]);
          if (button === 'btn_add' && other === button && id === 'SIM-none') id = (data as unknown as DocumentRow).id;
        }
    }
    await server.db.deleteFrom('core.permission_grant').where('subject_id', '=', 'user-clerk').execute();
  });

  it('a virus, what is too large, no file of its kind, or markup in a text are refused here, too; a polyglot comes back as what it says it is', async () => {
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
    const script = '<html><script>alert(1)</script></html>';
    const refused: readonly (readonly [string, string | Buffer, string])[] = [
      ['a.txt', `SIM ${EICAR}`, 'core.file-infected'],
      ['a.txt', Buffer.alloc(8 * 1_048_576, 'a'), 'core.file-too-large'],
      ['a.txt', '', 'core.file-empty'],
      ['a.svg', `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`, 'core.file-type'],
      ['a.html', script, 'core.file-type'],
      ['a.txt', script, 'core.file-type'],
      ['a.pdf', png, 'core.file-type'],
      ['a.png', script, 'core.file-type'],
      ['a.pdf.exe', 'MZ', 'core.file-type'],
    ];
    for (const [name, content, error] of refused) expect([name, (await sendFile(doctor, name, content)).extras?.error]).toEqual([name, error]);
    const polyglot = fine(await sendFile(doctor, 'SIM 图.png', Buffer.concat([png, Buffer.from(script)]))).fileId;
    const { id } = fine(await doctor.post<DocumentRow>(`${AT}/File`, { parentId: '0', fullName: 'SIM 图.png', fileId: polyglot }));
    const bytes = await doctor.raw({ method: 'POST', url: `${AT}/Download/${id}`, headers: { accept: 'application/octet-stream' } });
    expect([bytes.headers['x-content-type-options'], String(bytes.headers['content-type']).includes('html')]).toEqual(['nosniff', false]);
    expect(String(bytes.headers['content-disposition'])).toMatch(/^attachment/);
    // Packed a thousandfold: kept as bytes, opened by nobody.
    const zip = new ZipFile();
    zip.addBuffer(Buffer.alloc(120_000_000, ' '), 'word/document.xml');
    zip.end();
    const bomb = fine(await sendFile(doctor, 'SIM 炸弹.docx', Buffer.concat(await (zip.outputStream as Readable).toArray()))).fileId;
    expect(refusal(await doctor.get(`/api/file/Preview/${bomb}`))).toBe('413 core.preview-too-large');
    for (const at of [AT, `${AT}/Trash`]) fine(await doctor.del(`${at}/${id}`));
  });

  it('a folder that is shared is read with all that lies in it, changed by who may, and closed again at once', async () => {
    const team = await folder(doctor, 'SIM team');
    const inner = await folder(doctor, 'inner', team.id);
    const paper = await add(doctor, 'paper.txt', inner.id);
    expect(refusal(await share(doctor, team.id, 'read', 'nobody'))).toBe('404 documents.person-unknown');
    fine(await share(doctor, team.id, 'read', 'user-nurse'));
    expect(fine(await share(doctor, team.id, 'read', 'user-nurse', 'user-cashier')).list.map(({ id, right }) => `${id} ${right}`)).toEqual([
      'user-cashier read',
      'user-nurse read',
    ]);
    expect(await names(nurse, '', `${AT}/ShareTome`)).toEqual(['SIM team']);
    expect((await rows(doctor, '', `${AT}/Share`)).map(({ fullName, isShare }) => [fullName, isShare])).toContainEqual(['SIM team', 1]);
    expect(await names(nurse, `?parentId=${inner.id}`)).toEqual(['paper.txt']);
    expect(fine(await nurse.get<DocumentDetail>(`${AT}/${paper.id}`))).toMatchObject({
      mayChange: 0,
      path: [{ fullName: 'SIM team' }, { fullName: 'inner' }, { fullName: 'paper.txt' }],
    });
    expect(refusal(await nurse.get(`/api/file/Download/document/${paper.fileId}`))).toBe('200 allowed');
    for (const answer of [
      await nurse.put(`${AT}/${paper.id}`, { fullName: 'x' }),
      await nurse.del(`${AT}/${paper.id}`),
      await nurse.post(AT, { parentId: inner.id, fullName: 'x' }),
      await share(nurse, paper.id, 'change', 'user-nurse'),
    ])
      expect(refusal(answer)).toBe('403 documents.read-only');
    fine(await share(doctor, team.id, 'change', 'user-nurse'));
    const note = await add(nurse, 'note.txt', inner.id);
    expect(note).toMatchObject({ ownerId: 'user-doctor', mayChange: 1 });
    fine(await nurse.put(`${AT}/${note.id}/Actions/MoveTo/${team.id}`, {}));
    expect(refusal(await nurse.put(`${AT}/${note.id}/Actions/MoveTo/0`, {}))).toBe('409 documents.other-owner');
    // What was given by itself is the owner's to place.
    expect([refusal(await nurse.del(`${AT}/${team.id}`)), refusal(await nurse.put(`${AT}/${team.id}/Actions/MoveTo/0`, {}))]).toEqual([
      '403 documents.read-only',
      '403 documents.read-only',
    ]);
    fine(await nurse.del(`${AT}/${paper.id}`));
    expect(await names(doctor, '', `${AT}/Trash`)).toEqual(['paper.txt']);
    fine(await nurse.del(`${AT}/${paper.id}`));
    expect(refusal(await nurse.get(`/api/file/Download/document/${paper.fileId}`))).toBe('404 core.file-missing');
    // Who may change the folder brings back what lay there, also when its owner has left; deleting it for good is the owner's.
    const account = (enabled: boolean) => server.db.updateTable('core.user_account').set({ enabled }).where('account', '=', 'doctor').execute();
    const [inTrash, restored] = [() => rows(nurse, '', `${AT}/Trash`), (client: TestClient) => client.post(`${AT}/Trash/${paper.id}/Actions/Recovery`, {})];
    await account(false);
    expect(await inTrash()).toMatchObject([{ fullName: 'paper.txt', ownerId: 'user-doctor' }]);
    expect(await names(cashier, '', `${AT}/Trash`)).toEqual([]);
    expect(refusal(await restored(cashier))).toBe('404 documents.unknown');
    fine(await nurse.del(`${AT}/Trash/${paper.id}`));
    for (const _ of [1, 2]) fine(await restored(nurse));
    expect([await names(nurse, `?parentId=${inner.id}`), await inTrash(), refusal(await restored(cashier))]).toEqual([
      ['paper.txt'],
      [],
      '404 documents.unknown',
    ]);
    // Of a folder that is gone itself, nothing.
    fine(await nurse.del(`${AT}/${paper.id}`));
    fine(await nurse.del(`${AT}/${inner.id}`));
    expect((await inTrash()).map(({ fullName }) => fullName)).toEqual(['inner']);
    await account(true);
    doctor = await server.signIn('doctor');
    fine(await doctor.post(`${AT}/Trash/${inner.id}/Actions/Recovery`, {}));
    expect(fine(await doctor.del<{ list: SharedWith[] }>(`${AT}/${team.id}/Actions/Share?userId=user-nurse`)).list.map(({ id }) => id)).toEqual([
      'user-cashier',
    ]);
    expect(refusal(await nurse.get(`${AT}/${inner.id}`))).toBe('404 documents.unknown');
    expect(await names(nurse, '', `${AT}/ShareTome`)).toEqual([]);
    fine(await doctor.post(`${AT}/Trash/${paper.id}/Actions/Recovery`, {}));
    fine(await doctor.post(`${AT}/Trash/${paper.id}/Actions/Recovery`, {}));
    expect(await names(cashier, `?parentId=${inner.id}`)).toEqual(['paper.txt']);
  });

  it('what somebody leaves behind is given to somebody else by a system administrator, with its folders, shares and recycle bin', async () => {
    const left = await folder(cashier, 'SIM 交接');
    const [paper, old] = [await add(cashier, 'SIM 流程.txt', left.id), await add(cashier, 'SIM 作废.txt', left.id)];
    fine(await cashier.del(`${AT}/${old.id}`));
    for (const id of ['user-nurse', 'user-doctor']) fine(await share(cashier, left.id, 'read', id));
    const admin = await server.signIn('admin');
    const give = (client: TestClient, to = 'user-doctor', from = 'user-cashier') =>
      client.post<DocumentRow>(`${AT}/Leavers/${from}/Actions/HandOver`, { userId: to });
    const leavers = async () => fine(await admin.get<{ list: Leaver[] }>(`${AT}/Leavers`)).list;
    const account = (change: object) => server.db.updateTable('core.user_account').set(change).where('account', '=', 'cashier').execute();
    expect([refusal(await give(admin)), await leavers()]).toEqual(['409 documents.still-here', []]);
    await account({ enabled: false });
    expect(await leavers()).toMatchObject([{ id: 'user-cashier', account: 'cashier', files: expect.any(Number) }]);
    const right = { subject_type: 'user' as const, subject_id: 'user-clerk', menu_code: 'extend.document', kind: 'menu' as const };
    await server.db.insertInto('core.permission_grant').values(right).execute();
    const clerk = await server.signIn('clerk');
    expect([refusal(await give(clerk, 'user-clerk')), refusal(await clerk.get(`${AT}/Leavers`))]).toEqual(['403 core.system-only', '403 core.system-only']);
    await server.db.deleteFrom('core.permission_grant').where('subject_id', '=', 'user-clerk').execute();
    for (const to of ['user-nobody', 'user-cashier']) expect(refusal(await give(admin, to))).toBe('404 documents.person-unknown');
    const given = fine(await give(admin));
    expect([given.ownerId, given.parentId, refusal(await give(admin))]).toEqual(['user-doctor', '0', '404 documents.nothing-left']);
    expect(await leavers()).toEqual([]);
    expect(await names(doctor, `?parentId=${given.id}`)).toContain('SIM 交接');
    const { path } = fine(await doctor.get<DocumentDetail>(`${AT}/${paper.id}`));
    expect(path.map(({ fullName }) => fullName).join('/')).toBe(`${given.fullName}/SIM 交接/SIM 流程.txt`);
    fine(await doctor.put(`${AT}/${paper.id}`, { fullName: 'SIM 新流程' }));
    expect(fine(await doctor.get<{ list: SharedWith[] }>(`${AT}/ShareUser/${left.id}`)).list.map(({ id }) => id)).toEqual(['user-nurse']);
    expect(await names(nurse, `?parentId=${left.id}`)).toEqual(['SIM 新流程.txt']);
    expect(refusal(await doctor.get(`/api/file/Download/document/${paper.fileId}`))).toBe('200 allowed');
    fine(await doctor.post(`${AT}/Trash/${old.id}/Actions/Recovery`, {}));
    expect(await names(doctor, `?parentId=${left.id}`)).toEqual(['SIM 作废.txt', 'SIM 新流程.txt']);
    for (const at of [AT, `${AT}/Trash`]) fine(await doctor.del(`${at}/${given.id}`));
    await account({ enabled: true });
    cashier = await server.signIn('cashier');
  });

  it('older clients list what can be looked at, own and shared, and ask for the address of its preview', async () => {
    const at = '/api/extend/DocumentPreview';
    const home = await folder(doctor, 'SIM 预览');
    const paper = await add(doctor, 'SIM 预览.CSV.txt', home.id, 'a'.repeat(2_000));
    expect(fine(await doctor.get(`${AT}?parentId=${home.id}&currentPage=1000000`))).toMatchObject({ list: [], pagination: { total: 1 } });
    const packed = await doctor.post<DocumentRow>(`${AT}/File`, {
      parentId: home.id,
      fullName: 'SIM 预览.zip',
      fileId: await upload(doctor, 'SIM.zip', 'PK\u0005\u0006'.padEnd(22, '\0')),
    });
    const listed = async (client: TestClient, word: string) =>
      fine(await client.get<{ fileId: string; fileName: string }[]>(`${at}?keyword=${encodeURIComponent(word)}`));
    expect(fine(packed).fileExtension).toBe('zip');
    expect(await listed(doctor, 'SIM 预览')).toEqual([
      { fileId: paper.id, fileName: 'SIM 预览.CSV.txt', fileType: 'txt', fileSize: '2 KB', fileTime: paper.lastModifyTime },
    ]);
    expect([await listed(nurse, 'SIM 预览'), await listed(doctor, '%')]).toEqual([[], []]);
    const address = (client: TestClient, id: string, type = 'localPreview') => client.get<string>(`${at}/${id}/Preview?previewType=${type}`);
    for (const id of [home.id, fine(packed).id, 'nowhere', '0']) expect(refusal(await address(doctor, id))).toBe('404 documents.unknown');
    expect(refusal(await address(nurse, paper.id))).toBe('404 documents.unknown');
    expect(refusal(await address(doctor, paper.id, 'elsewhere'))).toBe('400 core.invalid');
    fine(await share(doctor, home.id, 'read', 'user-nurse'));
    expect((await listed(nurse, '预览')).map(({ fileName }) => fileName)).toEqual(['SIM 预览.CSV.txt']);
    for (const type of ['localPreview', 'yozoOnlinePreview']) {
      const shown = fine(await address(nurse, paper.id, type));
      expect(shown).toBe(fine(await nurse.get(`/api/file/Uploader/Preview?fileName=${paper.fileId}&fileVersionId=${paper.fileId}`)));
      expect(fine(await nurse.get<{ kind: string }>(shown))).toMatchObject({ kind: 'text', text: 'a'.repeat(2_000) });
    }
    fine(await doctor.del(`${AT}/${home.id}`));
    expect([await listed(nurse, '预览'), refusal(await address(nurse, paper.id))]).toEqual([[], '404 documents.unknown']);
    fine(await doctor.del(`${AT}/Trash/${home.id}`));
  });

  it('folders move with all that lies in them, never into themselves, and not deeper than folders go', async () => {
    const [a, b] = [await folder(nurse, 'a'), await folder(nurse, 'b')];
    const c = await folder(nurse, 'c', a.id);
    const d = await add(nurse, 'd.txt', c.id);
    expect(refusal(await nurse.put(`${AT}/${a.id}/Actions/MoveTo/${c.id}`, {}))).toBe('409 documents.into-itself');
    expect(refusal(await nurse.put(`${AT}/${a.id}/Actions/MoveTo/${a.id}`, {}))).toBe('409 documents.into-itself');
    const offered = fine(await nurse.get<{ list: { fullName: string }[] }>(`${AT}/FolderTree/${a.id}`)).list.map(({ fullName }) => fullName);
    expect(offered).toEqual(['b']);
    fine(await nurse.put(`${AT}/${c.id}/Actions/MoveTo/${b.id}`, {}));
    fine(await nurse.put(`${AT}/${c.id}/Actions/MoveTo/${b.id}`, {}));
    expect(fine(await nurse.get<DocumentDetail>(`${AT}/${d.id}`)).path.map(({ fullName }) => fullName)).toEqual(['b', 'c', 'd.txt']);
    expect(await names(nurse, `?parentId=${a.id}&keyword=d`)).toEqual([]);
    expect(await names(nurse, `?parentId=${b.id}&keyword=d`)).toEqual(['d.txt']);
    await folder(nurse, 'c', a.id);
    expect(refusal(await nurse.put(`${AT}/${c.id}/Actions/MoveTo/${a.id}`, {}))).toBe('409 documents.name-taken');
    let deepest = c.id;
    for (let depth = 3; depth <= MAX_DEPTH; depth += 1) deepest = (await folder(nurse, `n${depth}`, deepest)).id;
    expect(refusal(await nurse.post(AT, { parentId: deepest, fullName: 'x' }))).toBe(`400 documents.too-deep`);
    expect(refusal(await nurse.put(`${AT}/${b.id}/Actions/MoveTo/${a.id}`, {}))).toBe('400 documents.too-deep');
  });

  it('what is deleted comes back where it lay, or to the top; after its days it goes for good, with its file', async () => {
    const top = await folder(cashier, 'SIM old');
    const inside = await add(cashier, 'inside.txt', top.id);
    const alone = await add(cashier, 'alone.txt', top.id);
    fine(await cashier.del(`${AT}/${alone.id}`));
    fine(await cashier.del(`${AT}/${top.id}`));
    fine(await cashier.del(`${AT}/${top.id}`));
    expect(await names(cashier)).toEqual([]);
    // What was deleted before keeps its own place in the bin; the last one stands first.
    expect((await names(cashier, '', `${AT}/Trash`)).sort()).toEqual(['SIM old', 'alone.txt']);
    await folder(cashier, 'sim OLD');
    fine(await cashier.post(`${AT}/Trash/${alone.id}/Actions/Recovery`, {}));
    expect(fine(await cashier.get<DocumentDetail>(`${AT}/${alone.id}`)).path).toHaveLength(1);
    fine(await cashier.post(`${AT}/Trash/${top.id}/Actions/Recovery`, {}));
    expect(fine(await cashier.get<DocumentDetail>(`${AT}/${inside.id}`)).path.map(({ fullName }) => fullName)).toEqual(['SIM old (2)', 'inside.txt']);
    expect(refusal(await cashier.post(`${AT}/Trash/${(await add(nurse, 'hers.txt')).id}/Actions/Recovery`, {}))).toBe('404 documents.unknown');

    fine(await cashier.del(`${AT}/${top.id}`));
    fine(await cashier.del(`${AT}/Trash/${top.id}`));
    fine(await cashier.del(`${AT}/Trash/${top.id}`));
    expect(await names(cashier, '', `${AT}/Trash`)).toEqual([]);
    expect(refusal(await cashier.get(`${AT}/${inside.id}`))).toBe('404 documents.unknown');
    fine(await cashier.del(`${AT}/${alone.id}`));
    const holder = server.server.plugins.host.extensions(fileHolders).find(({ pluginId }) => pluginId === 'documents')?.value;
    expect([holder?.types, await holder?.held([inside.fileId, alone.fileId, ''])]).toEqual([
      ['document'],
      expect.arrayContaining([inside.fileId, alone.fileId]),
    ]);
    const { database, db, time } = server;
    const context = { db, files: server.server.core.files, transaction: (work: () => Promise<unknown>) => database.transaction(work) } as never;
    const stored = async () =>
      (await db.selectFrom('core.stored_file').select('id').where('id', 'in', [inside.fileId, alone.fileId]).execute()).map(({ id }) => id);
    await purgeBatch(context, null);
    expect(await stored()).toEqual([alone.fileId]);
    await purgeBatch(context, new Date(time.now.getTime() - 1_000));
    expect(await stored()).toEqual([alone.fileId]);
    await purgeBatch(context, new Date(time.now.getTime() + 1_000));
    expect([await stored(), await holder?.held([inside.fileId, alone.fileId])]).toEqual([[], []]);
  });
});
