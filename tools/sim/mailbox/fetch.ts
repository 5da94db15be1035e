import { partAt } from './mime.ts';
import type { StoredMessage } from './store.ts';
import { envelope, structure } from './structure.ts';
import type { Word } from './words.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (number: number): string => String(number).padStart(2, '0');
const internalDate = (date: Date): string =>
  `"${String(date.getUTCDate()).padStart(2, ' ')}-${MONTHS[date.getUTCMonth()]}-${date.getUTCFullYear()} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} +0000"`;

/** The bytes of `BODY[section]`. */
function section(message: StoredMessage, wanted: string): string | undefined {
  const [, path = '', what = ''] = /^((?:\d+\.)*\d+)?\.?(.*)$/.exec(wanted) ?? [];
  const root = message.parsed();
  const part = path === '' ? root : partAt(root, path);
  if (!part) return undefined;
  const kind = what.toUpperCase();
  if (kind.startsWith('HEADER.FIELDS')) {
    const names = (/\(([^()]*)\)/.exec(what)?.[1] ?? '').toLowerCase().split(' ');
    const lines = part.head.replace(/\r\n\r\n$/, '').split(/\r\n(?![ \t])/);
    return `${lines
      .filter((line) => names.includes(line.slice(0, line.indexOf(':')).toLowerCase()))
      .map((line) => `${line}\r\n`)
      .join('')}\r\n`;
  }
  if (kind === 'HEADER' || kind === 'MIME') return part.head;
  if (kind === 'TEXT') return part.body;
  return path === '' ? message.raw : part.body;
}

const BODY = /^BODY(\.PEEK)?\[(.*)\](?:<(\d+)\.(\d+)>)?$/i;

/** One answer to FETCH. @returns undefined where an item is not known */
export function fetchItems(message: StoredMessage, items: readonly Word[], withUid: boolean): string | undefined {
  const answers: string[] = withUid ? [`UID ${message.uid}`] : [];
  for (const item of items) {
    const name = String(item).toUpperCase();
    const body = BODY.exec(String(item));
    if (body) {
      const [, peek, wanted = '', from, length] = body;
      const content = section(message, wanted);
      const piece = content === undefined || from === undefined ? content : content.slice(Number(from), Number(from) + Number(length));
      const label = `BODY[${wanted}]${from === undefined ? '' : `<${from}>`}`;
      answers.push(piece === undefined ? `${label} NIL` : `${label} {${piece.length}}\r\n${piece}`);
      if (peek === undefined) message.flags.add('\\Seen');
    } else if (name === 'UID') {
      if (!withUid) answers.push(`UID ${message.uid}`);
    } else if (name === 'FLAGS') answers.push(`FLAGS (${[...message.flags].join(' ')})`);
    else if (name === 'INTERNALDATE') answers.push(`INTERNALDATE ${internalDate(message.arrived)}`);
    else if (name === 'RFC822.SIZE') answers.push(`RFC822.SIZE ${message.raw.length}`);
    else if (name === 'ENVELOPE') answers.push(`ENVELOPE ${envelope(message.parsed())}`);
    else if (name === 'BODYSTRUCTURE') answers.push(`BODYSTRUCTURE ${structure(message.parsed())}`);
    else return undefined;
  }
  return answers.join(' ');
}
