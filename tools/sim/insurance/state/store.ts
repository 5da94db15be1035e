import { truncateSync } from 'node:fs';
import type { Account, Settlement, StoredMessage, Visit } from '../model.ts';
import { type AppendLog, type Change, openAppendLog } from './append-log.ts';

export interface SignIn {
  readonly signNo: string;
  readonly opter: string;
  readonly facility: string;
  readonly day: string;
}

export interface UploadedFile {
  readonly name: string;
  readonly facility: string;
  readonly base64: string;
}

/** A row that the platform keeps without asking what is in it. */
export interface StoredReport {
  readonly infno: string;
  readonly facility: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Tables {
  signIn: SignIn;
  visit: Visit;
  /** facility|ipt_otp_no → mdtrt_id */
  visitNumber: string;
  /** facility|chrg_bchno → mdtrt_id */
  batch: string;
  settlement: Settlement;
  account: Account;
  message: StoredMessage;
  /** Message numbers that 2601 named. */
  reversed: string;
  upload: UploadedFile;
  report: StoredReport;
  mapping: StoredReport;
  stock: StoredReport;
  clearing: StoredReport;
  counter: number;
}
export type TableName = keyof Tables;

/** Reads and writes of one call; nothing is seen outside before `commit`. */
export interface Draft {
  get<T extends TableName>(table: T, key: string): Tables[T] | undefined;
  put<T extends TableName>(table: T, key: string, value: Tables[T]): void;
  remove(table: TableName, key: string): void;
  rows<T extends TableName>(table: T): Tables[T][];
  /** 1, 2, 3 … under a name; never the same twice, restarts included. */
  next(name: string): number;
}

export interface Store {
  begin(): { readonly draft: Draft; commit(): void };
  rows<T extends TableName>(table: T): Tables[T][];
  entries<T extends TableName>(table: T): [string, Tables[T]][];
  clear(): void;
  close(): void;
}

/** In memory, and in an append log when a file is named. */
export function openStore(file?: string): Store {
  const tables = new Map<string, Map<string, unknown>>();
  const tableOf = (name: string) => {
    const found = tables.get(name) ?? new Map<string, unknown>();
    tables.set(name, found);
    return found;
  };
  const apply = (changes: readonly Change[]) => {
    for (const [table, key, value] of changes) {
      if (value === null) tableOf(table).delete(key);
      else tableOf(table).set(key, value);
    }
  };
  function* allRows(): Iterable<Change> {
    for (const [table, rows] of tables) for (const [key, value] of rows) yield [table, key, value];
  }
  const log: AppendLog | undefined = file === undefined ? undefined : openAppendLog(file, apply, allRows);

  const begin: Store['begin'] = () => {
    const changed = new Map<string, Change>();
    const set = (table: string, key: string, value: unknown) => void changed.set(`${table}\n${key}`, [table, key, value]);
    // Values are only ever put by `put<T>` under the same table name.
    const get = <T extends TableName>(table: T, key: string) => {
      const own = changed.get(`${table}\n${key}`);
      return (own ? (own[2] ?? undefined) : tableOf(table).get(key)) as Tables[T] | undefined;
    };
    const draft: Draft = {
      get,
      put: set,
      remove: (table, key) => set(table, key, null),
      rows: <T extends TableName>(table: T) => {
        const all = new Map(tableOf(table));
        for (const [name, key, value] of changed.values()) {
          if (name !== table) continue;
          if (value === null) all.delete(key);
          else all.set(key, value);
        }
        return [...all.values()] as Tables[T][];
      },
      next(name) {
        const number = (get('counter', name) ?? 0) + 1;
        set('counter', name, number);
        return number;
      },
    };
    return {
      draft,
      commit() {
        const changes = [...changed.values()];
        if (changes.length === 0) return;
        log?.append(changes);
        apply(changes);
      },
    };
  };

  return {
    begin,
    rows: <T extends TableName>(table: T) => [...tableOf(table).values()] as Tables[T][],
    entries: <T extends TableName>(table: T) => [...tableOf(table)] as [string, Tables[T]][],
    clear() {
      tables.clear();
      if (file !== undefined) truncateSync(file, 0);
    },
    close: () => log?.close(),
  };
}
