import { action, computed, makeObservable, observableRef } from 'mobx';
import type { FeeLine, SettleBody } from '../../../contract/index.ts';
import { carriesTraceCode, type ScannedCode, traceProblem } from '../../../domain/settlement/trace-code.ts';

/** A key below `errors` of the locale files. */
export interface TraceProblem {
  readonly detailId: string;
  readonly key: string;
  readonly params: Record<string, string>;
}

/** Codes of the packs that go with one settlement, scanned line by line. Whether one was sold before only the server knows. */
export class TraceCodeStore {
  /** Medicines whose packs carry codes. */
  readonly lines: readonly FeeLine[];
  codes: readonly ScannedCode[] = [];
  problem: TraceProblem | null = null;
  private readonly demanded: boolean;

  constructor(lines: readonly FeeLine[], demanded: boolean) {
    this.lines = lines.filter((line) => carriesTraceCode(line.med_list_codg));
    this.demanded = demanded;
    makeObservable(this, { codes: observableRef, problem: observableRef, missing: computed, scan: action, remove: action });
  }

  /** Name of the first medicine that still needs a code; null when nothing is missing. */
  get missing(): string | null {
    const problem = traceProblem(this.traced, this.codes, this.demanded);
    return problem?.key === 'trace-missing' ? (problem.params.name ?? '') : null;
  }

  of(detailId: string): readonly ScannedCode[] {
    return this.codes.filter((one) => one.detailId === detailId);
  }

  /** @returns whether the code was taken */
  scan(detailId: string, typed: string): boolean {
    const code = typed.trim();
    const codes = [...this.codes, { detailId, code }];
    const problem = traceProblem(this.traced, codes, false);
    this.problem = problem && { detailId, ...problem };
    if (!problem) this.codes = codes;
    return problem === null;
  }

  remove(code: string): void {
    this.codes = this.codes.filter((one) => one.code !== code);
    this.problem = null;
  }

  /** Nothing when nothing was scanned. */
  toWire(): Pick<SettleBody, 'traceCodes'> {
    return this.codes.length > 0 ? { traceCodes: [...this.codes] } : {};
  }

  private get traced() {
    return this.lines.map((line) => ({ detailId: line.detailId, name: line.drugName, nationalCode: line.med_list_codg }));
  }
}
