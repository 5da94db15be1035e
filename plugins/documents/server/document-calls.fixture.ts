import { expect } from 'vitest';
import { multipartHeaders, uploadBytes } from '../../../tests/support/faults/cut-call.ts';
import type { Answer, TestClient } from '../../../tests/support/server.ts';
import type { DocumentRow, SharedWith } from '../contract/document.contract.ts';

/** Calls of the page, as tests make them. */
export const AT = '/api/extend/Document';
type List = { readonly list: readonly DocumentRow[]; readonly pagination: { readonly total: number } };

export const fine = <T>({ code, data, msg }: Answer<T>): T => {
  expect([code, msg]).toEqual([200, msg]);
  return data;
};
export const refusal = ({ code, extras }: Answer<unknown>): string => `${code} ${extras?.error ?? 'allowed'}`;
export const sendFile = async (client: TestClient, fileName: string, content: string | Buffer = 'SIM', type = 'document') => {
  const { body } = uploadBytes(client, { url: '', fileName, content: content as string });
  const answer = await client.raw({ method: 'POST', url: `/api/file/Uploader/${type}`, payload: body, headers: multipartHeaders });
  return answer.json() as Answer<{ fileId: string }>;
};
export const upload = async (client: TestClient, fileName: string, content = 'SIM', type = 'document') =>
  (await sendFile(client, fileName, content, type)).data.fileId;
export const folder = async (client: TestClient, fullName: string, parentId = '0') => fine(await client.post<DocumentRow>(AT, { parentId, fullName }));
export const add = async (client: TestClient, fullName: string, parentId = '0', content = 'SIM') =>
  fine(await client.post<DocumentRow>(`${AT}/File`, { parentId, fullName, fileId: await upload(client, fullName, content) }));
export const rows = async (client: TestClient, query = '', at = AT) => fine(await client.get<List>(`${at}${query}`)).list;
export const names = async (client: TestClient, query = '', at = AT) => (await rows(client, query, at)).map(({ fullName }) => fullName);
export const share = (client: TestClient, id: string, right: 'read' | 'change', ...userIds: string[]) =>
  client.post<{ list: SharedWith[] }>(`${AT}/${id}/Actions/Share`, { userIds, right });
