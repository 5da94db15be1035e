// Starts a throw-away PostgreSQL and keeps it until standard input closes: it ends with its parent, however that ends.
// Prints one line of JSON: {"url", "pid"} when it is up, {"missing"} when this machine has none, {"error"} when it would not start.
// --templates: it begins with the filled databases that the last run kept; a line "keep" on standard input keeps those of this run.
// --from=FOLDER: it begins with a copy of the data folder that a server left there. --into=FOLDER: its data folder is left there at its end.
// --on-disk: never on a disk in memory, for measurements.
// --kept=FOLDER: on disk, in a folder that stays, with what an earlier run left in it.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binaries, keepCluster, PACKAGE_ROOT, takeCluster } from './postgres-clusters.mjs';

const START_MS = 120_000;
const RESTART_PAUSE_MS = 100;
const MEMORY_DISK = '/dev/shm';
const ROOM_NEEDED = 4 * 1024 ** 3;

const withTemplates = process.argv.includes('--templates');
const onDisk = process.argv.includes('--on-disk');
const folderOf = (option) => process.argv.find((word) => word.startsWith(`--${option}=`))?.slice(option.length + 3);
const kept = folderOf('kept');
const from = folderOf('from');
const into = folderOf('into');

const say = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);

/** PostgreSQL refuses to run as root: borrow an ordinary account of the system. */
function ordinaryAccount() {
  if (process.getuid?.() !== 0) return {};
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account = ['postgres', 'nobody'].map((name) => accounts.find(([found]) => found === name)).find(Boolean);
  if (!account) throw new Error('running as root, and there is no account "postgres" or "nobody" to run PostgreSQL as');
  return { uid: Number(account[2]), gid: Number(account[3]) };
}

/** A disk in memory makes every forced write free; what a test promises about crashes is about processes, not about power. */
function roomInMemory() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DISK);
    return bavail * bsize > ROOM_NEEDED;
  } catch {
    return false;
  }
}

async function main() {
  const bin = binaries();
  if (!bin) return say({ missing: `no PostgreSQL on this machine: initdb and postgres are neither in ${PACKAGE_ROOT}/*/bin nor in PATH` });
  const account = ordinaryAccount();
  if (kept) mkdirSync(kept, { recursive: true });
  const home = kept ?? mkdtempSync(join(!onDisk && roomInMemory() ? MEMORY_DISK : tmpdir(), 'nephra-pg-'));
  const remove = () => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  if (!kept) process.on('exit', remove);
  const data = join(home, 'data');
  const problem = kept && existsSync(data) ? '' : takeCluster({ bin, home, data, account, kind: withTemplates ? 'templates' : 'empty', from });
  if (problem) return say({ error: problem });

  const settings = { listen_addresses: '', unix_socket_directories: home, max_connections: '100', shared_buffers: '64MB', log_min_messages: 'panic' };
  // A log that was written out is no part of what is left: it would be copied with every start.
  if (into) Object.assign(settings, { wal_recycle: 'off', min_wal_size: '32MB' });
  const parameters = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const start = () => spawn(join(bin, 'postgres'), ['-D', data, ...parameters], { ...account, cwd: home, stdio: ['ignore', 'ignore', 'inherit'] });

  let stopping = false;
  let keeping = false;
  let server = start();
  const watch = () => {
    server.once('exit', () => {
      if (stopping) {
        if (keeping) keepCluster({ bin, data });
        if (into) cpSync(data, into, { recursive: true });
        process.exit(0);
      }
      // Killed by a test: come back and recover, as a service manager would do. Its last children may need a moment to go.
      // waits: a server that comes too early ends again, and this is run again
      setTimeout(() => {
        server = start();
        watch();
      }, RESTART_PAUSE_MS);
    });
  };
  watch();
  const stop = () => {
    stopping = true;
    server.kill('SIGINT');
  };
  process.stdin
    .on('data', (words) => {
      keeping ||= withTemplates && String(words).includes('keep');
    })
    .on('close', stop)
    .on('error', stop);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);

  const pidFile = join(data, 'postmaster.pid');
  // Its eighth line tells the state; the socket is there before connections are taken.
  const isReady = () => existsSync(pidFile) && readFileSync(pidFile, 'utf8').split('\n')[7]?.trim() === 'ready';
  for (const began = Date.now(); !isReady(); ) {
    if (Date.now() - began > START_MS) {
      stop();
      return say({ error: 'PostgreSQL did not start in time' });
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  say({ url: `postgres://postgres@/postgres?host=${encodeURIComponent(home)}`, pidFile });
}

main().catch((error) => {
  say({ error: String(error) });
  process.exitCode = 1;
});
