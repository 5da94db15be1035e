declare module 'pg-cursor' {
  import type { CustomTypesConfig, Submittable } from 'pg';

  /** Reads a result batch by batch on one connection. */
  export default class Cursor<Row> implements Submittable {
    constructor(text: string, values?: unknown[], config?: { types?: CustomTypesConfig });
    submit: Submittable['submit'];
    read(rows: number): Promise<Row[]>;
    close(): Promise<void>;
  }
}

declare module 'pg-copy-streams' {
  import type { Readable, Writable } from 'node:stream';
  import type { Submittable } from 'pg';

  export function to(sql: string): Submittable & Readable;
  export function from(sql: string): Submittable & Writable & { rowCount: number };
}
