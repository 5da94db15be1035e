import { readable } from './mime.ts';
import type { StoredMessage } from './store.ts';
import { isIn, type Word } from './words.ts';

type Test = (message: StoredMessage, seq: number) => boolean;

const has = (message: StoredMessage, header: string, text: string): boolean =>
  readable(message.parsed().headers.get(header.toLowerCase()) ?? '')
    .toLowerCase()
    .includes(text.toLowerCase());

const FLAGS: Readonly<Record<string, readonly [flag: string, set: boolean]>> = {
  ...{ SEEN: ['\\Seen', true], UNSEEN: ['\\Seen', false], FLAGGED: ['\\Flagged', true], UNFLAGGED: ['\\Flagged', false] },
  ...{ ANSWERED: ['\\Answered', true], DELETED: ['\\Deleted', true], UNDELETED: ['\\Deleted', false], DRAFT: ['\\Draft', true] },
};

/** What SEARCH asks for. @throws Error for what this simulation does not know */
export function searchTest(words: readonly Word[], lastSeq: number, lastUid: number): Test {
  const rest = [...words];
  const text = (): string => String(rest.shift() ?? '');
  const next = (): Test => {
    const word = rest.shift();
    if (Array.isArray(word)) return searchTest(word, lastSeq, lastUid);
    const key = String(word).toUpperCase();
    const flag = FLAGS[key];
    if (flag) return ({ flags }) => flags.has(flag[0]) === flag[1];
    if (key === 'ALL') return () => true;
    if (key === 'CHARSET') {
      text();
      return () => true;
    }
    if (key === 'SUBJECT' || key === 'FROM' || key === 'TO' || key === 'CC') {
      const value = text();
      return (message) => has(message, key, value);
    }
    if (key === 'HEADER') {
      const [name, value] = [text(), text()];
      return (message) => has(message, name, value);
    }
    if (key === 'UID') {
      const set = text();
      return ({ uid }) => isIn(set, uid, lastUid);
    }
    if (key === 'NOT') {
      const one = next();
      return (message, seq) => !one(message, seq);
    }
    if (key === 'OR') {
      const [one, other] = [next(), next()];
      return (message, seq) => one(message, seq) || other(message, seq);
    }
    if (/^[\d:,*]+$/.test(key)) return (_message, seq) => isIn(key, seq, lastSeq);
    throw new Error(`SEARCH ${key}`);
  };
  const tests: Test[] = [];
  while (rest.length > 0) tests.push(next());
  return (message, seq) => tests.every((test) => test(message, seq));
}
