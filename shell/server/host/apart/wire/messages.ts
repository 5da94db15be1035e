import type { Contract, Frames, Language, TextByLanguage } from '@nephra/plugin-sdk/contract';
import type { Invariants, JobWhen, Migration, SessionUser } from '@nephra/plugin-sdk/server';
import type { RecordDocument, SettingField } from '@nephra/plugin-sdk/record';

export type CheckReplies = 'off' | 'log' | 'fault';

/** What a process needs to run a package's server half. */
export interface LoadOrder {
  readonly pluginId: string;
  readonly version: string;
  /** Text of its module: the server has read it and compared it with the manifest, the process reads no file. */
  readonly code: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly editable: readonly SettingField[];
  /** What becomes of an answer that does not fit its contract. */
  readonly checkReplies: CheckReplies;
  /** What the site changes of its records. */
  readonly overlays: Readonly<Record<string, unknown>>;
}

/** A server half without its functions: they stay where they are and are called by their place. */
export interface Description {
  readonly schema?: string;
  readonly migrations: readonly Migration[];
  readonly implementations: readonly { readonly contract: Contract; readonly handlers: readonly { readonly name: string; readonly queued: boolean }[] }[];
  readonly services: readonly string[];
  readonly extensions: readonly string[];
  readonly subscribers: readonly string[];
  readonly jobs: readonly { readonly name: string; readonly title?: TextByLanguage; readonly purpose?: TextByLanguage; readonly when: JobWhen }[];
  readonly sockets: readonly { readonly frames: Frames; readonly handlers: readonly string[] }[];
  readonly invariants?: Invariants;
  readonly has: { readonly demo: boolean; readonly start: boolean; readonly stop: boolean };
  /** Documents of its records as the site has them. */
  readonly documents: Readonly<Record<string, RecordDocument>>;
}

/** Why a package cannot be loaded, as the page of plugins tells it. */
export interface LoadProblem {
  readonly key: string;
  readonly params: Readonly<Record<string, string | number>>;
}

/** Services and additions of a package, made: data, and functions that were lent. */
export interface Made {
  readonly services: readonly unknown[];
  readonly extensions: readonly unknown[];
}

/** The caller of a route or a frame as its handler sees them. */
export interface CallerFacts {
  /** Nobody: a public route that is called without a session. */
  readonly user: SessionUser | null;
  readonly language: Language;
  readonly ip: string;
  /** Rights under a number that stays the same as long as they do; 0: ask each time. */
  readonly r: number;
}

/** What goes with everything that the server asks of a process. */
export interface AskFacts {
  /** Which of the packages of this process. */
  readonly p: number;
  /** In whose surroundings (a transaction, a call) what is asked for meanwhile runs; 0: in none. */
  readonly s: number;
  /** A transaction runs there. */
  readonly x?: boolean;
  /** The call whose context a handler is given. */
  readonly c?: number;
  /** The wall and the steady line, milliseconds. */
  readonly t: readonly [number, number];
  /** Changes when texts may have: wording of the site and language of the listener. */
  readonly w: string;
}

/** What goes with everything that a process asks of the server. */
export interface DoorFacts {
  readonly p: number;
  readonly s: number;
  readonly c?: number;
}
