import type { Conversation } from '../contract/conversation.contract.ts';
import type { ChatMessage } from '../contract/message.schema.ts';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../../../tests/support/server.ts';
import { type ChatPerson, chatPerson } from './chat-person.fixture.ts';

/** Longer than the limit of messages looks back. */
export const MINUTE = 61_000;

/** The whole server with two people at their windows. */
export interface ChatHouse {
  readonly server: TestServer;
  readonly address: string;
  readonly doctor: ChatPerson;
  readonly nurse: ChatPerson;
  /** What was written before does not count against the limit of a minute, and what came is forgotten. */
  begin(): void;
}

export async function chatHouse(): Promise<ChatHouse> {
  const server = await startTestServer({ plugins: ALL_PLUGINS, config: { socketFramesPerSecond: 1_000 } });
  const address = await server.server.listen();
  const [doctor, nurse] = [await chatPerson(server, address, 'doctor'), await chatPerson(server, address, 'nurse')];
  const begin = (): void => {
    server.time.advance(MINUTE);
    for (const one of [doctor, nurse]) one.forget();
  };
  return { server, address, doctor, nurse, begin };
}

export const errorOf = ({ extras }: { readonly extras?: { readonly error: string } | null }): string => extras?.error ?? '';

export const conversations = async ({ client }: ChatPerson): Promise<Conversation[]> =>
  (await client.get<{ list: Conversation[] }>('/api/message/imreply')).data.list;

export async function conversationWith(person: ChatPerson, peerId: string): Promise<Conversation> {
  const found = (await conversations(person)).find(({ id }) => id === peerId);
  if (!found) throw new Error(`no conversation with ${peerId}`);
  return found;
}

/** A page by the frame `MessageList`. */
export const listed = async (person: ChatPerson, body: object): Promise<{ list: ChatMessage[]; pagination: { total: number; pageSize: number } }> =>
  (await person.ask('MessageList', { ...body })).answer as never;

/** Messages by their place. */
export const read = async (person: ChatPerson, query: string) =>
  (await person.client.get<{ list: ChatMessage[]; more: boolean; latestSeq: number; peerReadSeq: number }>(`/api/chat/Messages?${query}`)).data;

/** @returns the name of the upload */
export async function upload(client: TestClient, type: string, fileName: string, content: Buffer): Promise<string> {
  const boundary = 'nephra-chat';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  return (await client.raw({ method: 'POST', url: `/api/file/Uploader/${type}`, payload, headers })).json().data.name;
}
