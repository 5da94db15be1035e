import { readdirSync } from 'node:fs';
import path from 'node:path';
import { AppError, defineContract, EnvelopeCode, post, Type, uploadBody } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, implement, type UploadBody } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InlinePlugin } from '../../../../tests/support/inline-packages.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';

const contract = defineContract('sheets', {
  upload: post('/api/sheets/upload/{way}', {
    summary: 'upload',
    need: 'session',
    audit: 'write',
    retry: 'never',
    retryReason: 'test',
    encoding: 'multipart',
    params: Type.Object({ way: Type.String() }),
    body: uploadBody,
    reply: Type.Object({ name: Type.String(), extension: Type.String(), fields: Type.Unknown(), fileId: Type.String() }),
  }),
  read: post('/api/sheets/read/{id}', {
    summary: 'read',
    need: 'session',
    audit: 'write',
    retry: 'natural',
    params: Type.Object({ id: Type.String() }),
    reply: Type.Object({ text: Type.String(), type: Type.String(), createdBy: Type.String() }),
  }),
  remove: post('/api/sheets/remove/{id}', {
    summary: 'remove',
    need: 'session',
    audit: 'write',
    retry: 'natural',
    params: Type.Object({ id: Type.String() }),
    reply: Type.Null(),
  }),
});

const plugin: InlinePlugin = {
  definition: { id: 'sheets', version: '1.0.0', sdk: '^1.0.0', name: { zh: '表', zhtw: '表', en: 'Sheets' } },
  server: defineServerPlugin({
    implementations: [
      implement<Record<string, never>>()(contract, {
        upload: async ({ params, body }) => {
          const { file, fields } = body as unknown as UploadBody;
          if (params.way === 'refuse') {
            await file.save('sheet');
            throw new AppError('core.refused', { code: EnvelopeCode.Refused });
          }
          const stored = params.way === 'save' ? await file.save('sheet') : undefined;
          return { name: file.name, extension: file.extension, fields, fileId: stored?.fileId ?? '' };
        },
        read: async ({ params }, ctx) => {
          const { content, type, createdBy } = await ctx.files.open(params.id);
          return { text: Buffer.concat(await content.toArray()).toString(), type, createdBy };
        },
        remove: async ({ params }, ctx) => {
          await ctx.files.remove(params.id);
          return null;
        },
      }),
    ],
  }) as never,
};

const multipart = (content: string, fileName = 'people.txt') => ({
  payload: `--b\r\nContent-Disposition: form-data; name="note"\r\n\r\nhello\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n${content}\r\n--b--\r\n`,
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
});

describe('files that come with calls of plugins', () => {
  let server: TestServer;
  let nurse: TestClient;
  beforeAll(async () => {
    server = await startTestServer({ inline: [plugin] });
    nurse = await server.signIn('nurse');
  });
  afterAll(() => server.close());
  const upload = async (way: string, content = 'abc', fileName?: string) =>
    (await nurse.raw({ method: 'POST', url: `/api/sheets/upload/${way}`, ...multipart(content, fileName) })).json();
  const filesOnDisk = (): string[] =>
    readdirSync(path.join(server.config.dataDir, 'files'), { recursive: true, encoding: 'utf8' }).filter((name) => /[0-9a-f]{32}/.test(name));

  it('are kept when the handler saves them, belong to the caller, and can be removed', async () => {
    const { data } = await upload('save');
    expect(data).toMatchObject({ name: 'people.txt', extension: 'txt', fields: { note: 'hello' } });
    const { id } = await server.db.selectFrom('core.user_account').select('id').where('account', '=', 'nurse').executeTakeFirstOrThrow();
    expect((await nurse.post(`/api/sheets/read/${data.fileId}`)).data).toEqual({ text: 'abc', type: 'sheet', createdBy: id });
    expect(filesOnDisk()).toHaveLength(1);
    for (let times = 0; times < 2; times += 1) expect((await nurse.post(`/api/sheets/remove/${data.fileId}`)).code).toBe(EnvelopeCode.Ok);
    await expect.poll(filesOnDisk).toEqual([]);
    expect((await nurse.post(`/api/sheets/read/${data.fileId}`)).code).toBe(EnvelopeCode.NotFound);
  });

  it('leave nothing behind when nobody saves them or the call is refused before it did', async () => {
    expect((await upload('look')).data.fileId).toBe('');
    await expect.poll(filesOnDisk).toEqual([]);
    expect(await upload('save', '', 'people.exe')).toMatchObject({ code: EnvelopeCode.Invalid });
    expect(filesOnDisk()).toEqual([]);
  });

  it('a refused call has no record of its file', async () => {
    expect((await upload('refuse')).code).toBe(EnvelopeCode.Refused);
    expect(await server.db.selectFrom('core.stored_file').select('id').where('type', '=', 'sheet').execute()).toEqual([]);
    expect(filesOnDisk()).toEqual([]);
  });

  it('a call without a file is refused with a sentence', async () => {
    for (const payload of [undefined, { file: 'x' }]) {
      expect(await nurse.post('/api/sheets/upload/save', payload)).toMatchObject({ code: EnvelopeCode.Invalid, extras: { error: 'core.upload-expected' } });
    }
  });
});
