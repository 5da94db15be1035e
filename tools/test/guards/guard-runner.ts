import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { startTests, type File, type Suite, type Task, type Test, type VitestRunner } from '@vitest/runner';
import { TestRunner, vi } from 'vitest';
import { SWITCH } from './find-guards.mjs';
import type { GuardPlan, GuardRecord, TestNote, TurnRecord } from './guard-records.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const plan = JSON.parse(readFileSync(process.env.NEPHRA_GUARDS ?? '', 'utf8')) as GuardPlan;
const record = (line: GuardRecord) => appendFileSync(plan.records, `${JSON.stringify(line)}\n`);

/** What the base class keeps to itself and a run inside a run needs. */
interface Inside {
  readonly _otel: never;
  readonly moduleRunner: { readonly import: (file: string) => Promise<unknown> };
  readonly workerState: {
    readonly evaluatedModules: { readonly fileToModulesMap: Map<string, Set<never>>; readonly invalidateModule: (module: never) => void };
  };
}
// The base class has these as private members.
const inside = (runner: TestRunner) => runner as unknown as Inside;

interface PassRequest {
  /** Key of the guard that is off all the while. */
  readonly off?: string;
  /** Names of the tests to run, in the order of the file; default: all. */
  readonly tests?: ReadonlySet<string>;
  readonly stopAtFailure?: boolean;
}

interface PassOutcome {
  readonly tests: TestNote[];
  /** Guards that everything comes by: while the file is loaded and in its outermost hooks. */
  readonly always: string[];
  /** Name of the first test or group that failed. */
  readonly failed?: string;
  readonly timedOut: boolean;
  readonly milliseconds: number;
}

const nameOf = (task: Task): string => (task.suite && task.suite !== task.file ? `${nameOf(task.suite)} > ${task.name}` : task.name);
const testsIn = (suite: Suite): Test[] => suite.tasks.flatMap((task) => (task.type === 'suite' ? testsIn(task) : [task]));

/** Runs one file, some of its tests or all, and says nothing to the reporters. */
class Pass extends TestRunner implements VitestRunner {
  #passed = new Map<Task | undefined, Set<string>>();
  #within: Task | undefined;
  #failed: string | undefined;
  #timedOut = false;

  constructor(
    outer: TestRunner,
    readonly wish: PassRequest,
  ) {
    super(outer.config);
    Object.defineProperty(this, 'moduleRunner', { value: inside(outer).moduleRunner });
    Object.defineProperty(this, '_otel', { value: inside(outer)._otel });
  }

  /** Asked by every switch that the code comes by. */
  readonly comeBy = (key: string): boolean => {
    const keys = this.#passed.get(this.#within) ?? new Set();
    this.#passed.set(this.#within, keys.add(key));
    return key === this.wish.off;
  };

  #leaveOut(suite: Suite): void {
    for (const task of suite.tasks) {
      if (task.type === 'suite') this.#leaveOut(task);
      else if (this.wish.tests?.has(nameOf(task)) === false) task.mode = 'skip';
    }
    if (suite.tasks.every((task) => task.mode === 'skip')) suite.mode = 'skip';
  }

  onBeforeRunFiles(files: File[]): void {
    if (this.wish.tests) for (const file of files) this.#leaveOut(file);
  }

  override async onBeforeRunSuite(suite: Suite): Promise<void> {
    if (this.#over()) suite.mode = 'skip';
    await super.onBeforeRunSuite(suite);
    this.#within = suite;
  }

  override async onAfterRunSuite(suite: Suite): Promise<void> {
    this.#note(suite);
    await super.onAfterRunSuite(suite);
    this.#within = suite.suite ?? suite.file;
  }

  override async onBeforeRunTask(test: Test): Promise<void> {
    if (this.#over()) test.mode = 'skip';
    await super.onBeforeRunTask(test);
    this.#within = test;
  }

  override onAfterRunTask(test: Test): void {
    this.#note(test);
    super.onAfterRunTask(test);
    this.#within = test.suite ?? test.file;
  }

  #over = () => Boolean(this.wish.stopAtFailure && this.#failed);

  #note(task: Task): void {
    if (task.result?.state !== 'fail') return;
    const errors = task.result.errors ?? [];
    if (task.type === 'suite' && errors.length === 0) return;
    this.#failed ??= nameOf(task);
    if (errors.some(({ message }) => /timed out in \d+ms/.test(message))) this.#timedOut = true;
  }

  outcome(file: File, milliseconds: number): PassOutcome {
    if (file.result?.errors?.length) this.#failed ??= file.name;
    const of = (task: Task | undefined): string[] => [...(this.#passed.get(task) ?? [])];
    const around = (task: Task): string[] => (task.suite && task.suite !== task.file ? [...of(task.suite), ...around(task.suite)] : []);
    return {
      tests: testsIn(file)
        .filter((test) => test.result?.state === 'pass')
        .map((test) => ({
          name: nameOf(test),
          milliseconds: Math.round(test.result?.duration ?? 0),
          passed: [...new Set([...of(test), ...around(test)])],
        })),
      always: [...new Set([...of(undefined), ...of(file)])],
      failed: this.#failed,
      timedOut: this.#timedOut,
      milliseconds: Math.round(milliseconds),
    };
  }
}

/**
 * Runs in each thread of `npm run test:guards` in place of the usual runner. The run that the reporters see is empty; what the plan says of
 * a file is done when it has ended, pass after pass over the same loaded modules, with one guard off at a time.
 */
export default class GuardRunner extends TestRunner {
  override importFile(): void {}

  override async onAfterRunFiles(files?: File[]): Promise<void> {
    super.onAfterRunFiles();
    for (const { filepath } of files ?? []) {
      const test = path.relative(root, filepath);
      if (plan.turn) await this.#turnAll(test);
      else {
        const { tests, always, failed, milliseconds } = await this.#pass(test, {});
        record({ of: 'survey', test, tests, always, failed, milliseconds });
      }
    }
  }

  async #pass(test: string, wish: PassRequest): Promise<PassOutcome> {
    const filepath = path.join(root, test);
    const { fileToModulesMap, invalidateModule } = inside(this).workerState.evaluatedModules as Inside['workerState']['evaluatedModules'];
    for (const module of fileToModulesMap.get(filepath) ?? []) invalidateModule.call(inside(this).workerState.evaluatedModules, module);
    const pass = new Pass(this, wish);
    const began = performance.now();
    Reflect.set(globalThis, SWITCH, pass.comeBy);
    try {
      const [file] = await startTests([filepath], pass);
      return pass.outcome(file as File, performance.now() - began);
    } finally {
      Reflect.deleteProperty(globalThis, SWITCH);
      vi.resetConfig();
      vi.restoreAllMocks();
      vi.useRealTimers();
    }
  }

  /** A guard is noticed when a test fails without it that passes with it, in the same company. */
  async #turnAll(test: string): Promise<void> {
    const order = plan.order?.[test] ?? [];
    const sound = new Map(plan.sound?.[test]?.map((company) => [company, true]));
    const passes = async (tests: ReadonlySet<string>) => {
      const company = [...tests].join('\n');
      const known = sound.get(company);
      if (known !== undefined) return known;
      const passed = (await this.#pass(test, { tests, stopAtFailure: true })).failed === undefined;
      sound.set(company, passed);
      if (passed) record({ of: 'sound', test, company });
      return passed;
    };
    const upTo = (tests: readonly string[], failed: string) => new Set(tests.includes(failed) ? tests.slice(0, tests.indexOf(failed) + 1) : tests);
    for (const { key, tests, first } of plan.turn?.[test] ?? []) {
      const began = performance.now();
      const wholeOrder = order.slice(0, Math.max(...tests.map((name) => order.indexOf(name))) + 1);
      let found: Pick<TurnRecord, 'outcome' | 'by'> & { readonly timedOut?: boolean } = { outcome: 'unsure' };
      const alone = first !== undefined && tests.includes(first) && sound.get(first) !== false ? [[first]] : [];
      for (const company of [...alone, tests, wholeOrder]) {
        if (company === wholeOrder && found.outcome === 'missed') break;
        const { failed, timedOut } = await this.#pass(test, { off: key, tests: new Set(company), stopAtFailure: true });
        found = failed === undefined ? { outcome: 'missed' } : { outcome: 'unsure', by: failed, timedOut };
        if (failed !== undefined && (await passes(upTo(company, failed)))) found = { ...found, outcome: 'noticed' };
        if (found.outcome === 'noticed') break;
      }
      record({ of: 'turn', key, test, ...found, milliseconds: Math.round(performance.now() - began) });
      // What timed out may still be at work: the rest is for a thread of its own.
      if (found.timedOut || found.outcome === 'unsure') return;
    }
  }
}
