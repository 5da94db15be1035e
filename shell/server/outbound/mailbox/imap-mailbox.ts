import { type MailAt, type Mailbox, type MailFolder, type MailFolderUse, MailError, type MailHead, type MailSearch } from '@nephra/plugin-sdk/server';
import type { FetchMessageObject, ImapFlow, ListResponse, SearchObject } from 'imapflow';
import { mailErrorOf } from './mail-failure.ts';
import { HEAD_QUERY, headOf, isUnread } from './message-head.ts';
import { bytesToAsk, decodeTransfer } from './transfer-encoding.ts';

const MAX_FOLDERS = 500;
/** Each is a question of its own to servers that do not answer for all at once. */
const MAX_COUNTED = 60;

const USES: Readonly<Record<string, MailFolderUse>> = {
  ...{ '\\Inbox': 'inbox', '\\Sent': 'sent', '\\Drafts': 'drafts', '\\Trash': 'trash', '\\Junk': 'junk', '\\Archive': 'archive' },
};
const ORDER: readonly MailFolderUse[] = ['inbox', 'drafts', 'sent', 'archive', 'junk', 'trash', ''];

const useOf = ({ path, specialUse }: ListResponse): MailFolderUse => (path.toUpperCase() === 'INBOX' ? 'inbox' : (USES[specialUse ?? ''] ?? ''));
const isSelectable = ({ flags }: ListResponse): boolean => !flags.has('\\Noselect') && !flags.has('\\NonExistent');

async function foldersOf(client: ImapFlow): Promise<MailFolder[]> {
  const listed = (await client.list())
    .map((folder) => ({ folder, use: useOf(folder) }))
    .sort((a, b) => ORDER.indexOf(a.use) - ORDER.indexOf(b.use) || (a.folder.path < b.folder.path ? -1 : 1))
    .slice(0, MAX_FOLDERS);
  const folders: MailFolder[] = [];
  for (const [place, { folder, use }] of listed.entries()) {
    const selectable = isSelectable(folder);
    // A folder that went meanwhile is shown empty rather than taking the others with it.
    const counts = selectable && place < MAX_COUNTED ? await client.status(folder.path, { messages: true, unseen: true }).catch(lostAlone) : false;
    const { messages: total = 0, unseen = 0 } = counts || {};
    folders.push({ path: folder.path, name: folder.name, parent: folder.parentPath ?? '', use, selectable, total, unseen });
  }
  return folders;
}

/** @throws what ends the whole connection */
function lostAlone(error: unknown): false {
  if (mailErrorOf(error).failure === 'rejected' || mailErrorOf(error).failure === 'missing') return false;
  throw error;
}

function queryOf({ keyword = '', unseen, flagged }: MailSearch): SearchObject | undefined {
  const query: SearchObject = {
    ...(unseen ? { seen: false } : {}),
    ...(flagged ? { flagged: true } : {}),
    ...(keyword === '' ? {} : { or: [{ subject: keyword }, { from: keyword }, { to: keyword }] }),
  };
  return Object.keys(query).length > 0 ? query : undefined;
}

/** Old mail programs write names as they come, in the set of their country: those lines are asked for once more as bytes. */
async function headsOf(client: ImapFlow, found: readonly FetchMessageObject[]): Promise<MailHead[]> {
  const odd = found.filter(isUnread).map(({ uid }) => uid);
  const lines = odd.length > 0 ? await client.fetchAll(odd, { uid: true, headers: ['subject', 'from'] }, { uid: true }) : [];
  const bytes = new Map(lines.map(({ uid, headers }) => [uid, headers]));
  return found.map((message) => headOf(message, bytes.get(message.uid)));
}

/** A mailbox over one connection. */
export function imapMailbox(client: ImapFlow): Mailbox {
  const told = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw mailErrorOf(error);
    }
  };
  /** The folder open, and nobody opening another one meanwhile. */
  const within = <T>(folder: string, work: (uidValidity: string) => Promise<T>): Promise<T> =>
    told(async () => {
      const lock = await client.getMailboxLock(folder);
      try {
        const { mailbox } = client;
        if (!mailbox) throw new MailError('missing');
        return await work(String(mailbox.uidValidity));
      } finally {
        lock.release();
      }
    });
  const at = <T>({ folder, uidValidity }: MailAt, work: () => Promise<T>): Promise<T> =>
    within(folder, (now) => {
      if (now !== uidValidity) throw new MailError('changed');
      return work();
    });
  const rejectedUnless = (done: unknown): void => {
    if (done === false) throw new MailError('rejected');
  };
  return {
    folders: () => told(() => foldersOf(client)),
    page: (folder, search, page, size) =>
      within(folder, async (uidValidity) => {
        // A folder that stays open is counted anew.
        await client.noop();
        // A connection that was cut says nothing of it here: no folder is open any more, which is not the same as an empty one.
        if (!client.usable || !client.mailbox) throw new MailError('lost');
        const { exists } = client.mailbox;
        const query = queryOf(search);
        const offset = (page - 1) * size;
        if (query) {
          const answer = await client.search(query, { uid: true });
          if (!answer && !client.usable) throw new MailError('lost');
          const uids = (answer || []).sort((a, b) => b - a);
          const wanted = uids.slice(offset, offset + size);
          const found = wanted.length > 0 ? await client.fetchAll(wanted, HEAD_QUERY, { uid: true }) : [];
          return {
            total: uids.length,
            uidValidity,
            heads: await headsOf(
              client,
              found.sort((a, b) => b.uid - a.uid),
            ),
          };
        }
        const to = exists - offset;
        if (to < 1) return { total: exists, uidValidity, heads: [] };
        const found = await client.fetchAll(`${Math.max(1, to - size + 1)}:${to}`, HEAD_QUERY);
        return {
          total: exists,
          uidValidity,
          heads: await headsOf(
            client,
            found.sort((a, b) => b.seq - a.seq),
          ),
        };
      }),
    head: (message) =>
      at(message, async () => {
        const found = await client.fetchOne(String(message.uid), HEAD_QUERY, { uid: true });
        if (!found) throw new MailError('missing');
        const [head] = await headsOf(client, [found]);
        if (!head) throw new MailError('missing');
        return head;
      }),
    part: (message, { id, encoding, size }, maxBytes) =>
      at(message, async () => {
        const asked = bytesToAsk(encoding, maxBytes);
        const found = await client.fetchOne(String(message.uid), { uid: true, bodyParts: [{ key: id, start: 0, maxLength: asked }] }, { uid: true });
        const raw = found ? found.bodyParts?.get(id.toLowerCase()) : undefined;
        if (!raw) throw new MailError('missing');
        const content = decodeTransfer(raw, encoding);
        return { content: content.subarray(0, maxBytes), cut: content.length > maxBytes || size > asked };
      }),
    mark: (message, mark, on) =>
      at(message, async () => {
        const flags = [`\\${mark.charAt(0).toUpperCase()}${mark.slice(1)}`];
        const range = String(message.uid);
        rejectedUnless(await (on ? client.messageFlagsAdd(range, flags, { uid: true }) : client.messageFlagsRemove(range, flags, { uid: true })));
      }),
    move: (message, folder) =>
      at(message, async () => {
        rejectedUnless(await client.messageMove(String(message.uid), folder, { uid: true }));
      }),
    remove: (message) =>
      at(message, async () => {
        await client.messageDelete(String(message.uid), { uid: true });
      }),
    append: (folder, content, messageId, as) =>
      within(folder, async () => {
        const there = await client.search({ header: { 'message-id': messageId } }, { uid: true });
        if (there && there.length > 0) return;
        rejectedUnless(await client.append(folder, content, as?.draft ? ['\\Seen', '\\Draft'] : ['\\Seen']));
      }),
  };
}
