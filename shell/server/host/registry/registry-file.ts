import { createHash } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import { open, readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError, type RegistryEntry, type RegistryFile, registrySchema } from '@nephra/plugin-sdk/contract';
import { JsonDocument, type Log } from '@nephra/plugin-sdk/server';
import { Ajv, type ValidateFunction } from 'ajv';
import { Value } from 'typebox/value';
import { allowedOrigin } from '../../outbound/addresses/origin.ts';
import { recordOwner } from './record-overlays.ts';
import { messageOf } from '../views/reason.ts';

export interface ReadRegistry {
  readonly registry: RegistryFile;
  /** Hash of the file's text. */
  readonly hash: string;
  readonly text: string;
}

let validate: ValidateFunction | undefined;

/** @throws Error with line and column of what is wrong. */
export function parseRegistry(text: string): RegistryFile {
  const document = new JsonDocument(text);
  // One value is looked at once: to compile its schema costs more. What is wrong is told by the compiled one.
  if (!Value.Check(registrySchema, document.value)) {
    // Our own schema needs no judgement at each start.
    validate ??= new Ajv({ strict: false, allErrors: false, meta: false, validateSchema: false }).compile(registrySchema);
    validate(document.value);
    const error = validate.errors?.[0];
    const extra = (error?.params as { additionalProperty?: string } | undefined)?.additionalProperty;
    const at = extra === undefined ? (error?.instancePath ?? '') : `${error?.instancePath}/${extra}`;
    const { line, column } = document.positionOf(at);
    throw new Error(`line ${line}, column ${column}: ${at || 'the file'} ${extra === undefined ? error?.message : 'is not a known member'}`);
  }
  const registry = document.value as RegistryFile;
  checkOutbound(document, registry);
  checkRecords(document, registry);
  return registry;
}

/** A misspelt origin would allow nothing, and nobody would know why. */
function checkOutbound(document: JsonDocument, registry: RegistryFile): void {
  for (const [index, { outbound = [] }] of registry.plugins.entries()) {
    for (const [place, entry] of outbound.entries()) {
      try {
        allowedOrigin(entry);
      } catch (error) {
        const at = `/plugins/${index}/outbound/${place}`;
        const { line, column } = document.positionOf(at);
        throw new Error(`line ${line}, column ${column}: ${at} must be ${messageOf(error)}`);
      }
    }
  }
}

/** What is wrong within is found when the plugin of the record is started; a name that no plugin would ever look at is found here. */
function checkRecords(document: JsonDocument, registry: RegistryFile): void {
  for (const name of Object.keys(registry.overrides?.records ?? {})) {
    if (recordOwner(registry, name) !== undefined) continue;
    const at = `/overrides/records/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const { line, column } = document.positionOf(at);
    throw new Error(`line ${line}, column ${column}: ${at} is a record of no plugin that stands here`);
  }
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

const EMPTY: RegistryFile = { site: { name: 'Nephra' }, plugins: [] };
const SETTLE_MS = 150;

/** `registry.json` on the disk: read, watched, and changed in place. */
export class RegistryStore {
  readonly file: string;
  readonly #log: Log;
  #watcher: FSWatcher | undefined;
  #settling: NodeJS.Timeout | undefined;
  #lastSeen = '';

  constructor(file: string, log: Log) {
    this.file = path.resolve(file);
    this.#log = log;
  }

  /** Folder that sources in the file are relative to. */
  get folder(): string {
    return path.dirname(this.file);
  }

  /**
   * Reads the file. A missing one is an empty registry: the shell runs alone.
   * @throws Error with a sentence for the administrator.
   */
  async read(): Promise<ReadRegistry> {
    const text = await readFile(this.file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    this.#lastSeen = await this.#mark();
    if (text === undefined) return { registry: EMPTY, hash: 'none', text: '' };
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
    return { registry: parseRegistry(text), hash, text };
  }

  /**
   * Changes members of one plugin's entry in the file, leaving everything else as it was written; undefined takes a member away.
   * @throws AppError `core.plugin-unknown`, `core.registry-invalid`, `core.registry-read-only`
   */
  async change(pluginId: string, members: Readonly<Partial<Record<keyof RegistryEntry, unknown>>>): Promise<void> {
    const text = await readFile(this.file, 'utf8').catch((error: unknown) => {
      throw new AppError('core.registry-read-only', { params: { reason: String(error) } });
    });
    let registry: RegistryFile;
    try {
      registry = parseRegistry(text);
    } catch (error) {
      throw new AppError('core.registry-invalid', { params: { reason: error instanceof Error ? error.message : String(error) } });
    }
    const index = registry.plugins.findIndex((entry) => entry.id === pluginId);
    const entry = registry.plugins[index];
    if (!entry) throw new AppError('core.plugin-unknown', { params: { plugin: pluginId } });
    let changed = text;
    for (const [key, value] of Object.entries(members)) {
      // An empty list or text that nobody wrote says nothing, but that it takes nothing of others.
      if (!Object.hasOwn(entry, key) && isEmpty(value) && key !== 'uses') continue;
      changed = new JsonDocument(changed).withMember(`/plugins/${index}`, key, value, 'enabled');
    }
    if (changed === text) return;
    parseRegistry(changed);
    await this.#write(changed);
  }

  /** Calls back when the file was changed by somebody else. */
  watch(changed: () => void): void {
    try {
      // The folder, because editors replace the file rather than write into it.
      this.#watcher = watch(this.folder, { persistent: false }, (_event, name) => {
        if (name !== null && name !== path.basename(this.file)) return;
        clearTimeout(this.#settling);
        this.#settling = setTimeout(() => {
          void this.#mark().then((mark) => {
            if (mark !== this.#lastSeen) changed();
          });
        }, SETTLE_MS);
        this.#settling.unref();
      });
      this.#watcher.on('error', (error) => this.#log.warn({ err: error }, 'registry.json is not watched any more; use "read again" on the plugin page'));
    } catch (error) {
      this.#log.warn({ err: error }, 'registry.json cannot be watched; use "read again" on the plugin page');
    }
  }

  close(): void {
    clearTimeout(this.#settling);
    this.#watcher?.close();
  }

  async #mark(): Promise<string> {
    const info = await stat(this.file).catch(() => undefined);
    return info ? `${info.mtimeMs}/${info.size}/${info.ino}` : '';
  }

  /** Whole or not at all: a crash in between must not leave half a registry. */
  async #write(text: string): Promise<void> {
    const unfinished = `${this.file}.${process.pid}.new`;
    try {
      const handle = await open(unfinished, 'w', (await stat(this.file)).mode);
      try {
        await handle.writeFile(text);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(unfinished, this.file);
    } catch (error) {
      throw new AppError('core.registry-read-only', { params: { reason: error instanceof Error ? error.message : String(error) } });
    }
  }
}
