/** Acts of a page, one after the other: what is pressed while something else is on its way waits for that and is not lost; the same pressed twice is one. */
export class ActTurns {
  private readonly onWay = new Set<string>();
  private turn: Promise<unknown> = Promise.resolve();
  private readonly showBusy: (busy: boolean) => void;

  /** @param showBusy is told whether anything is on its way */
  constructor(showBusy: (busy: boolean) => void) {
    this.showBusy = showBusy;
  }

  /** @param pressed what is done, in full. @returns what `send` answers; false: that is on its way already */
  take(pressed: string, send: () => Promise<boolean>): Promise<boolean> {
    if (this.onWay.has(pressed)) return Promise.resolve(false);
    this.onWay.add(pressed);
    this.showBusy(true);
    const sent = this.turn.then(send).finally(() => this.landed(pressed));
    this.turn = sent.catch(() => undefined);
    return sent;
  }

  /** The answer is there: what it says may be pressed again. */
  landed(pressed: string): void {
    this.onWay.delete(pressed);
    this.showBusy(this.onWay.size > 0);
  }
}
