/** Of a limit, what a process must have calculated itself to count as held: the rest may be the machine's, which gives it only what others leave. */
const OWN_SHARE = 0.5;
/** Limits after which it counts as held whatever it does: one that sleeps without end, or that the machine never lets run, is of use to nobody. */
const MAX_LIMITS = 6;

/** What a beat without an answer says: `calculates` without answering for a beat and more, `held` by that for as long as it may. */
export type BeatFinding = 'fine' | 'calculates' | 'held';

/**
 * Judges from beats without an answer whether a process is held by its own work. Seconds of the clock alone would end healthy ones on a busy machine,
 * where a process of low priority waits for a processor longer than it may stand still.
 */
export class BeatWatch {
  readonly #limitSeconds: number;
  #missed = 0;
  #hasBegun = false;
  #processorBefore: number | undefined;

  /** @param limitSeconds without an answer, after which it may count as held */
  constructor(limitSeconds: number) {
    this.#limitSeconds = limitSeconds;
  }

  /** Its first package is loaded: from now on it is judged. */
  begin(): void {
    this.#hasBegun = true;
  }

  answered(): void {
    this.#missed = 0;
    this.#processorBefore = undefined;
  }

  /**
   * One more beat is due. Until its first package is loaded it is none that hangs: whoever loads something into it has a limit of his own.
   * @param beatSeconds since the last one
   * @param processorSeconds that the process used since it began; undefined: not known
   */
  judge(beatSeconds: number, processorSeconds: number | undefined): BeatFinding {
    if (!this.#hasBegun) return 'fine';
    const missedSeconds = this.#missed * beatSeconds;
    this.#missed += 1;
    this.#processorBefore ??= processorSeconds;
    const own = processorSeconds === undefined || this.#processorBefore === undefined ? missedSeconds : processorSeconds - this.#processorBefore;
    const isHeld = own >= this.#limitSeconds * OWN_SHARE || missedSeconds >= this.#limitSeconds * MAX_LIMITS;
    if (missedSeconds >= this.#limitSeconds && isHeld) return 'held';
    return missedSeconds > 0 && own >= missedSeconds * OWN_SHARE ? 'calculates' : 'fine';
  }
}
