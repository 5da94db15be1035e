import type { AnyRecord } from '@nephra/plugin-sdk/record';
import { effort } from '../../cases/effort.ts';
import type { HostedCall, PluginHost } from '../../processes/plugin-host.ts';

export type Body = Readonly<Record<string, unknown>>;
export type Row = Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number };
export type Page = { readonly list: readonly Row[]; readonly pagination: { readonly total: number }; readonly keeps?: boolean };
export type User = NonNullable<HostedCall['user']>;

/** Texts that break lists, searches, sheets and pages which are not careful. */
export const HOSTILE = ['%', '_', '\\', "'; drop table core.org --", '<img src=x onerror=alert(1)>', '=1+1', '-5', '../../etc', '　', '𠮷野', 'ﬁ', '‮abc'];

/** Rows on a page whose statements are counted: one statement more for each is seen with a few as well as with a page. */
export const COUNTED_ROWS: number = effort('rows of a record whose statements are counted', 30, 100);

/** What the parts of the suite share. */
export interface SuiteKit {
  readonly record: AnyRecord;
  readonly host: () => PluginHost;
  readonly by: User;
  readonly outsider: User | undefined;
  /** Of a list that comes whole: the node whose rows are asked for. */
  readonly node: string;
  /** The field that people call a row by. */
  readonly called: string;
  readonly call: <T>(name: string, input?: HostedCall) => Promise<T>;
  /** What a call is refused with: its key, and the paths that it names. */
  readonly refusal: (work: Promise<unknown>) => Promise<{ readonly key: string; readonly at: readonly string[] }>;
  /** Values of a row that no other has. */
  readonly sample: (over?: Body) => Body;
  readonly create: (over?: Body) => Promise<{ readonly id: string; readonly version: number; readonly body: Body }>;
  /** Other values for a row that has these; what is given once stays. */
  readonly another: (stored: Body, over?: Body) => Body;
  readonly one: (id: string) => Promise<Row>;
  readonly page: (query?: Body) => Promise<Page>;
  readonly remove: (id: string) => Promise<unknown>;
}

/** The three languages of the product. */
export const LANGUAGES = ['zh', 'zhtw', 'en'] as const;
export const speaking = (user: User, language: User['language']): User => ({ ...user, language });
