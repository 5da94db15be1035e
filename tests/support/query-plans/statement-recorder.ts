import path from 'node:path';
import pg from 'pg';
import type { Database } from '../../../shell/server/db/index.ts';

/** A statement as it went to the database, with values that it went with, and where in the product it comes from. */
export interface SentStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** `plugins/charging/server/lists/bill.query.ts:41`. */
  readonly place: string;
}

/** Values decide what is estimated: a span of one day and one of ten years are two questions. Of more than so many none is another kind. */
const VARIANTS_OF_A_TEXT = 40;
const FRAMES = 60;
const root = path.resolve(import.meta.dirname, '../../..');
/** Statements of the database layer and of the SDK belong to whoever calls them. */
const PRODUCT_FILE = /^(plugins|shell)\//;
const DATABASE_LAYER = /^shell\/server\/db\//;
const TEST_FILE = /\.(test|fixture)\.ts$|\/testing\//;

const OF_A_TEST = 'test';

type Query = (this: unknown, query: unknown, ...rest: unknown[]) => unknown;

/** @returns files of this project on the way to the statement, nearest first, with their lines */
const filesIn = (stack: string): { readonly file: string; readonly line: string }[] =>
  stack.split('\n').flatMap((text) => {
    const found = /\(?(?:file:\/\/)?(\/[^\s()?]+\.tsx?)(?:\?[^:]*)?:(\d+):\d+\)?$/.exec(text.trim());
    return found ? [{ file: path.relative(root, found[1] ?? '').replaceAll(path.sep, '/'), line: found[2] ?? '' }] : [];
  });

/** @returns first place of the product on the way to the statement, `test` where a test asked by itself, empty when nobody can tell */
export function placeIn(stack: string): string {
  const files = filesIn(stack);
  const own = files.find(({ file }) => PRODUCT_FILE.test(file) && !DATABASE_LAYER.test(file) && !TEST_FILE.test(file));
  if (own) return `${own.file}:${own.line}`;
  return files.some(({ file }) => file.startsWith('tests/') || TEST_FILE.test(file)) ? OF_A_TEST : '';
}

/** Keeps every statement that leaves for a database until `stop`, each text with its different values. */
export class StatementRecorder {
  readonly #kept = new Map<string, { readonly place: string; readonly values: Map<string, readonly unknown[]> }>();
  readonly #streamed = new Map<string, string>();
  readonly #prototype = pg.Client.prototype as unknown as { query: Query };
  readonly #real = this.#prototype.query;

  /** @param database whose streams are told of where they are asked for: when their first row is read nobody knows any more */
  start(database?: Database): this {
    if (database) this.#watchStreams(database);
    const { keep } = this;
    const real = this.#real;
    this.#prototype.query = function watched(query, ...rest) {
      keep(query);
      return real.call(this, query, ...rest);
    };
    return this;
  }

  stop(): void {
    this.#prototype.query = this.#real;
  }

  /** Those of the product. */
  get statements(): SentStatement[] {
    const ofProduct = [...this.#kept].filter(([, { place }]) => place !== OF_A_TEST);
    return ofProduct.flatMap(([text, { place, values }]) => [...values.values()].map((some) => ({ text, values: some, place })));
  }

  #watchStreams(database: Database): void {
    const stream = database.stream.bind(database);
    database.stream = (query, batchRows) => {
      this.#streamed.set(query.compile().sql, placeHere());
      return stream(query, batchRows);
    };
  }

  readonly keep = (query: unknown): void => {
    const { text, values = [] } = query as { text?: unknown; values?: readonly unknown[] | null };
    // What is sent as a script is BEGIN, COMMIT and migrations.
    if (typeof text !== 'string') return;
    let kept = this.#kept.get(text);
    if (!kept) {
      kept = { place: this.#streamed.get(text) ?? placeHere(), values: new Map() };
      this.#kept.set(text, kept);
    }
    if (kept.values.size >= VARIANTS_OF_A_TEXT) return;
    kept.values.set(JSON.stringify(values ?? []), [...(values ?? [])]);
  };
}

function placeHere(): string {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES;
  const { stack = '' } = new Error('here');
  Error.stackTraceLimit = before;
  return placeIn(stack);
}
