import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { SHORT_LIVED } from '../support/short-lived.mjs';

const ROOT = process.cwd();

export interface CommandResult {
  readonly status: number;
  readonly output: string;
}

/** A vendor's plugin in a folder outside of the repository. */
export interface VendorProject {
  readonly folder: string;
  nephra(...words: string[]): CommandResult;
  /** Replaces text in a file; the text must be there. */
  edit(file: string, from: string | RegExp, to: string): void;
  write(file: string, content: string): void;
  read(file: string): string;
  /** Takes a file or a folder away. */
  remove(file: string): void;
  /** Runs `pack` and answers the path of the archive. */
  pack(): string;
}

/** A vendor's machine: the packed SDK and what it asks for, in an empty folder outside of the repository. */
export interface Workshop {
  readonly folder: string;
  /** @param example begins with this one of the SDK */
  create(id: string, example?: string): VendorProject;
}

interface Description {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const readDescription = (file: string): Description => JSON.parse(readFileSync(file, 'utf8')) as Description;
const sdkIn = (folder: string): string => path.join(folder, 'node_modules/@nephra/plugin-sdk');

/**
 * Packs the SDK and unpacks it where npm would. Packages that it declares are linked from this repository instead of being
 * fetched, so the test needs no registry; one that it forgets to declare is missing, as it would be for a vendor.
 * @returns the folder, to be removed at the end
 */
export function furnishWorkshop(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'nephra-vendor-'));
  execFileSync('npm', ['pack', '--pack-destination', folder, '--silent'], { cwd: path.join(ROOT, 'plugin-sdk'), stdio: ['ignore', 'ignore', 'inherit'] });
  const sdk = sdkIn(folder);
  mkdirSync(sdk, { recursive: true });
  const [archive] = [path.join(folder, 'nephra-plugin-sdk-1.0.0.tgz')].filter((file) => existsSync(file));
  if (!archive) throw new Error('npm pack made no archive of the SDK');
  execFileSync('tar', ['-xzf', archive, '-C', sdk, '--strip-components=1']);

  symlinkSync(path.join(sdk, 'dist/plugins'), path.join(folder, 'node_modules/@nephra/plugins'));
  const link = (name: string) => {
    const target = path.join(folder, 'node_modules', name);
    if (existsSync(target)) return;
    mkdirSync(path.dirname(target), { recursive: true });
    symlinkSync(path.join(ROOT, 'node_modules', name), target);
  };
  for (const name of Object.keys(readDescription(path.join(sdk, 'package.json')).dependencies ?? {})) link(name);
  for (const name of Object.keys(readDescription(path.join(sdk, 'dist/cli/template/_package.json')).devDependencies ?? {}))
    if (!name.startsWith('@nephra/')) link(name);
  return folder;
}

/** Goes to work in the folder of `furnishWorkshop`; projects of several test files lie side by side in it. */
export function openWorkshop(folder: string): Workshop {
  const nephraIn = (place: string, words: readonly string[]): CommandResult => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...SHORT_LIVED, path.join(sdkIn(folder), 'dist/cli/main.mjs'), ...words], {
      cwd: place,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '' },
    });
    return { status: status ?? 1, output: stdout + stderr };
  };
  return {
    folder,
    create(id, example) {
      // That the SDK goes into a project is shown once, in the tutorial; here it is installed above all of them.
      const made = nephraIn(folder, ['create', id, '--sdk', '^1.0.0', ...(example === undefined ? [] : ['--example', example])]);
      if (made.status !== 0) throw new Error(made.output);
      return projectIn(path.join(folder, id), nephraIn);
    },
  };
}

function projectIn(folder: string, nephraIn: (place: string, words: readonly string[]) => CommandResult): VendorProject {
  const at = (file: string) => path.join(folder, file);
  return {
    folder,
    nephra: (...words) => nephraIn(folder, words),
    read: (file) => readFileSync(at(file), 'utf8'),
    remove: (file) => rmSync(at(file), { recursive: true }),
    write(file, content) {
      mkdirSync(path.dirname(at(file)), { recursive: true });
      writeFileSync(at(file), content);
    },
    edit(file, from, to) {
      const before = readFileSync(at(file), 'utf8');
      const after = before.replace(from, to);
      if (after === before) throw new Error(`${file} does not hold ${String(from)}`);
      writeFileSync(at(file), after);
    },
    pack() {
      // What is packed here was checked, or is there to be refused by a hospital.
      const { status, output } = nephraIn(folder, ['pack', '--unchecked']);
      const name = /^(\S+\.tgz)/m.exec(output)?.[1];
      if (status !== 0 || !name) throw new Error(output);
      return at(name);
    },
  };
}

/** The same archive with one byte of a file changed, as a bad disk or a meddler would leave it. */
export function withFlippedByte(archive: Buffer, near: string): Buffer {
  const bytes = gunzipSync(archive);
  const at = bytes.indexOf(near);
  if (at < 0) throw new Error(`the archive does not hold ${near}`);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return gzipSync(bytes);
}
