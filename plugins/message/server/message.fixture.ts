import { defineContract, post, type TextByLanguage, Type } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, implement, messageSender, type MessageToSend } from '@nephra/plugin-sdk/server';
import type { InlinePlugin } from '../../../tests/support/inline-packages.ts';
import type { Answer, TestClient } from '../../../tests/support/server.ts';
import type { MessageInfo, MessageRow, UnreadCounts } from '../contract/index.ts';

export const AT = '/api/message';
export const said = (zh: string): TextByLanguage => ({ zh, zhtw: `${zh}（繁）`, en: `${zh} (en)` });

/** A plugin that sends, and afterwards may fail. */
const sendContract = defineContract('acme-send', {
  send: post('/api/acme/Send', {
    ...{ summary: 'sends', need: 'session', audit: 'none', retry: 'natural' },
    body: Type.Object({ message: Type.Unsafe<MessageToSend>(Type.Unknown()), fail: Type.Boolean() }),
    reply: Type.Object({ id: Type.String(), sent: Type.Boolean(), receivers: Type.Integer() }),
  }),
});
export const acme: InlinePlugin = {
  definition: { id: 'acme', version: '1.0.0', sdk: '^1.0.0', name: said('测试') },
  server: defineServerPlugin({
    jobs: [
      {
        name: 'break',
        title: said('坏任务'),
        when: 'demand',
        run: async () => {
          throw new Error('it breaks');
        },
      },
    ],
    implementations: [
      implement()(sendContract, {
        async send({ body }, ctx) {
          const sent = await ctx.service(messageSender).send(body.message);
          if (body.fail) throw new Error('after it was sent');
          return { ...sent };
        },
      }),
    ],
  }) as never,
};

export const fine = <T>(answer: Answer<T>): T => {
  if (answer.code !== 200) throw new Error(`refused: ${answer.code} ${JSON.stringify(answer.extras)} ${answer.msg}`);
  return answer.data;
};
export const refusal = (answer: Answer): string => `${answer.code} ${answer.extras?.error ?? 'allowed'}`;
export const content = (text: string) => ({ ops: [{ insert: `${text}\n` }] });
export const write = async (by: TestClient, body: object = {}): Promise<string> => {
  return fine(await by.post<{ id: string }>(AT, { title: 'SIM 公告', content: content('正文'), ...body })).id;
};
export const release = async (by: TestClient, id: string) => fine(await by.put<{ receivers: number }>(`${AT}/${id}/Actions/Release`));
export const released = async (by: TestClient, body: object = {}): Promise<string> => {
  const id = await write(by, body);
  await release(by, id);
  return id;
};
export const list = async (by: TestClient, query = ''): Promise<MessageRow[]> => fine(await by.get<{ list: MessageRow[] }>(`${AT}?pageSize=500${query}`)).list;
export const has = async (by: TestClient, id: string): Promise<boolean> => (await list(by)).some((row) => row.id === id);
export const unread = async (by: TestClient): Promise<UnreadCounts> => fine(await by.get<UnreadCounts>(`${AT}/Actions/Unread`));
export const open = async (by: TestClient, id: string): Promise<MessageInfo> => fine(await by.get<MessageInfo>(`${AT}/ReadInfo/${id}`));
