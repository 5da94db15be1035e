import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { canonicalJson } from '@nephra/plugin-sdk/contract';
import type { Log } from '@nephra/plugin-sdk/server';
import type { Description, LoadOrder } from '../wire/messages.ts';

interface Kept {
  readonly of: string;
  readonly described: Description;
}

/** Nothing of it must run before somebody calls: what others take of it is not made yet, and nothing of it begins by itself. */
export const canRest = ({ services, extensions, has }: Description): boolean => !has.start && services.length === 0 && extensions.length === 0;

/**
 * What packages said of themselves when they were loaded, kept between starts of the server: the same code, run by the same program over the same
 * changes of the site, says the same. So a start needs no process for a package of which this is known, and of 500 packages those run that are called.
 */
export class KnownDescriptions {
  readonly #folder: string;
  readonly #program: () => Promise<string>;
  readonly #log: Log;
  #stamp: Promise<string> | undefined;

  /** @param program file that packages are run by: another one may understand them otherwise */
  constructor(dataDir: string, program: () => Promise<string>, log: Log) {
    this.#folder = path.resolve(dataDir, 'plugins', '.described');
    this.#program = program;
    this.#log = log;
  }

  /** What a package said of itself last time; undefined: it has to be asked, because it, the program or its overlays are others, or its file is no good. */
  async find(order: LoadOrder): Promise<Description | undefined> {
    try {
      // Asked of another thread, the same bytes cost several times as much; a start reads one for each package.
      const { of, described } = JSON.parse(readFileSync(this.#fileOf(order), 'utf8')) as Kept;
      return of === (await this.#nameOf(order)) && canRest(described) ? described : undefined;
    } catch {
      return undefined; // not there, half written, or edited: it is written anew
    }
  }

  /** Keeps it where a later start may do with it, and where it is the same when it is read again. A disk that refuses costs that start a process, nothing else. */
  async keep(order: LoadOrder, described: Description): Promise<void> {
    const text = JSON.stringify({ of: await this.#nameOf(order), described } satisfies Kept);
    if (!canRest(described) || !isDeepStrictEqual((JSON.parse(text) as Kept).described, described)) return;
    const file = this.#fileOf(order);
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeFile(`${file}.new`, text);
      await rename(`${file}.new`, file);
    } catch (error) {
      this.#log.warn({ err: error, plugin: order.pluginId }, 'what a plugin says of itself could not be kept');
    }
  }

  #fileOf({ pluginId }: LoadOrder): string {
    return path.join(this.#folder, `${pluginId}.json`);
  }

  /** The code itself is part of it: a version says nothing about it. So is Node, by which it may run no more. */
  async #nameOf({ version, code, overlays }: LoadOrder): Promise<string> {
    this.#stamp ??= this.#program().then(async (file) => hashOf(await readFile(file)));
    return hashOf(canonicalJson([await this.#stamp, process.version, version, hashOf(code), overlays]));
  }
}

const hashOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('base64');
