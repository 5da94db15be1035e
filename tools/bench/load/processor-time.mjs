/** Processor time of processes by their own account (Linux), which other work on the machine hardly moves. */
import { readdirSync, readFileSync } from 'node:fs';

/** What `getconf CLK_TCK` says on every Linux that Node runs on. */
const TICK_MS = 10;

/** Fields after the name, which may hold anything: state first. */
function fieldsOf(place) {
  try {
    const text = readFileSync(`${place}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    // It has ended meanwhile; whoever waited for it has its time.
    return undefined;
  }
}

const own = (fields) => (Number(fields[11]) + Number(fields[12])) * TICK_MS;
const ofEnded = (fields) => (Number(fields[13]) + Number(fields[14])) * TICK_MS;

/** Milliseconds of a process, all its threads. */
export const processMs = (pid) => own(fieldsOf(`/proc/${pid}`) ?? Array(50).fill('0'));

/** Milliseconds of the thread that runs its JavaScript. */
export const mainThreadMs = (pid) => own(fieldsOf(`/proc/${pid}/task/${pid}`) ?? Array(50).fill('0'));

/** Milliseconds of a process and of its children, also those that have ended. */
export function familyMs(pid) {
  const head = fieldsOf(`/proc/${pid}`);
  if (!head) return 0;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => fieldsOf(`/proc/${name}`))
    .filter((fields) => fields?.[1] === String(pid));
  return own(head) + ofEnded(head) + children.reduce((sum, fields) => sum + own(fields), 0);
}
