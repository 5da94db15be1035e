import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { type SettlementState, settlementContract } from '../../../contract/index.ts';

const EVERY_MS = 1500;

/** While the server talks to the platform, its own row tells how far the patient's settlement is. */
export class StageWatch {
  private readonly settlements;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(ctx: WebContext) {
    this.settlements = createClient(settlementContract, ctx.http);
  }

  start(patientId: string, onStage: (stage: SettlementState) => void): void {
    this.stop();
    this.timer = setInterval(() => {
      void this.settlements
        .list({ query: { patientId, begun: '1' } }, { quiet: true, background: true })
        .then(({ data }) => {
          const mine = data.list[0];
          if (mine) onStage(mine.state);
        })
        // The call in hand tells how it ended; this only tells how far it is.
        .catch(() => undefined);
    }, EVERY_MS);
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
