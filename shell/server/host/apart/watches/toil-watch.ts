/** Of the time between two looks, what a process must have calculated to count as one that toils. */
const TOIL_SHARE = 0.4;

export interface Look {
  readonly atMs: number;
  /** Seconds of a processor that it used since it began; undefined: not known. */
  readonly processorSeconds: number | undefined;
  /** Requests of the server that it has answered since it began; beats are none. */
  readonly answers: number;
  /** The server waits for an answer of it. */
  readonly isAsked: boolean;
}

/**
 * Judges between two looks for whom a process works: `serves` when it answered somebody, `toils` when it is asked for something, calculates and answers nobody.
 * A loop, a pattern without end and memory that fills look the same here, whether beats are answered meanwhile or not.
 */
export class ToilWatch {
  #before: Look | undefined;

  judge(now: Look): 'serves' | 'toils' | 'rests' {
    const { atMs, processorSeconds, answers, isAsked } = now;
    const before = this.#before;
    this.#before = now;
    if (before && answers > before.answers) return 'serves';
    if (!before?.isAsked || !isAsked || processorSeconds === undefined || before.processorSeconds === undefined) return 'rests';
    const share = (processorSeconds - before.processorSeconds) / ((atMs - before.atMs) / 1_000);
    return share >= TOIL_SHARE ? 'toils' : 'rests';
  }
}
