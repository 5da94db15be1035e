import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';

/** What is wrong with one field; `rule` is a key below `validation` in the shell's texts. */
export interface FieldProblem {
  readonly path: string;
  readonly rule: string;
  readonly params: Readonly<Record<string, string | number>>;
}

/** A call whose shape does not fit its contract; the pipeline turns it into a sentence in the caller's language. */
export class ShapeError extends AppError {
  readonly problems: readonly FieldProblem[];
  constructor(problems: readonly FieldProblem[]) {
    super('core.invalid', { code: EnvelopeCode.Invalid });
    this.problems = problems;
  }
}
