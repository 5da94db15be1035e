/** One test of a file: its name with those of its groups, and the keys of the guards that it came by. */
export interface TestNote {
  readonly name: string;
  readonly milliseconds: number;
  readonly passed: readonly string[];
}

/** What a file comes by with every guard on. */
export interface SurveyRecord {
  readonly of: 'survey';
  readonly test: string;
  /** Those that passed. */
  readonly tests: readonly TestNote[];
  /** Guards that all its tests share: passed while it is loaded and in its outermost hooks. */
  readonly always: readonly string[];
  /** First test or group that fails with every guard on: nothing can be learned from it. */
  readonly failed?: string;
  readonly milliseconds: number;
  /** Of the file's content. */
  readonly hash?: string;
}

/** What one file said to one guard that was off. unsure: a test failed that fails with the guard on, too. */
export interface TurnRecord {
  readonly of: 'turn';
  readonly key: string;
  readonly test: string;
  readonly outcome: 'noticed' | 'missed' | 'unsure';
  readonly by?: string;
  readonly milliseconds: number;
}

/** Tests of a file, by line, that pass together with every guard on, though others of the file were left out. */
export interface SoundRecord {
  readonly of: 'sound';
  readonly test: string;
  readonly company: string;
  /** Of the file's content. */
  readonly hash?: string;
}

export type GuardRecord = SurveyRecord | TurnRecord | SoundRecord;

/** What the threads are to do; named by NEPHRA_GUARDS. */
export interface GuardPlan {
  /** File that the records are added to, one JSON a line. */
  readonly records: string;
  /** Guards to turn by test file, with the names of the tests to run, and the one that noticed last time; absent: a survey. */
  readonly turn?: Readonly<Record<string, readonly { readonly key: string; readonly tests: readonly string[]; readonly first?: string }[]>>;
  /** Companies by file that are known to be sound. */
  readonly sound?: Readonly<Record<string, readonly string[]>>;
  /** Names of all tests by file, in their order. */
  readonly order?: Readonly<Record<string, readonly string[]>>;
}
