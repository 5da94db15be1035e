/**
 * The export file: gzip over lines, encrypted in the format of `age` where a passphrase was given. First line: the manifest as JSON. Then for each table of the manifest, in its order,
 * the rows as PostgreSQL's COPY text format writes them, ended by a line `\.`. Then the seal as one line of JSON. Where the seal says so, uploaded files
 * follow: for each a line `{"file","size"}`, its bytes, and a line `{"sha256"}`; last the line `{"files","bytes"}`.
 */
export interface Manifest {
  readonly format: 'nephra-database';
  readonly version: 1;
  /** ISO time. */
  readonly createdAt: string;
  readonly engine: string;
  readonly serverVersion: string;
  /** Everything that made the schema, in the order in which it was applied: the file rebuilds it anywhere. */
  readonly migrations: readonly ManifestMigration[];
  readonly tables: readonly ManifestTable[];
  readonly sequences: readonly { readonly schema: string; readonly name: string; readonly value: string }[];
}

export interface ManifestMigration {
  readonly plugin: string;
  readonly schema: string;
  readonly name: string;
  readonly checksum: string;
  readonly sql: string;
  readonly appVersion: string;
}

export interface ManifestTable {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** Exact sum of each numeric column, `null` when it has no values: money must be the same to the last digit. */
  readonly sums: Readonly<Record<string, string | null>>;
}

/** SHA-256 of each table's rows, in the order of the manifest; a file without it was cut off. */
export interface Seal {
  readonly digests: readonly string[];
  /** Uploaded files follow. */
  readonly hasFiles?: boolean;
}

/** Before the bytes of an uploaded file. */
export interface FileHead {
  /** Where it lies below the folder of uploads, with `/` between the parts. */
  readonly file: string;
  readonly size: number;
}

/** After the last uploaded file. */
export interface FilesEnd {
  readonly files: number;
  readonly bytes: number;
}

export const END_OF_ROWS = '\\.\n';

/** The export file is damaged, foreign or does not fit; the sentence tells which. */
export class TransferError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TransferError';
  }
}

export const qualified = ({ schema, name }: { schema: string; name: string }): string => `${quoted(schema)}.${quoted(name)}`;
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
