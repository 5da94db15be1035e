/** A fault in the author's code or set-up, told in one sentence with what to do; shown without a stack. */
export class BuildProblem extends Error {
  readonly problems: readonly string[];
  constructor(problems: string | readonly string[]) {
    const list = typeof problems === 'string' ? [problems] : problems;
    super(list.join('\n'));
    this.name = 'BuildProblem';
    this.problems = list;
  }
}
