import { runningAsks } from './running-asks.ts';
import { turnTable } from '../tables/conversation.table.ts';
import type { Ctx } from '../tables/tables.ts';

const EVERY_MS = 1_000;

/** Ends a question when its row says so: somebody pressed stop, and the press went to another server. @returns what ends the watch */
export function watchForStop(ctx: Ctx, turnId: string, askId: string): () => void {
  let asking = false;
  const look = async (): Promise<void> => {
    if (asking) return;
    asking = true;
    try {
      const turn = await turnTable.find(ctx, turnId);
      if (!turn || turn.stop) runningAsks.stop(ctx.user.userId, askId);
    } catch (error) {
      ctx.log.warn({ err: error }, 'whether an answer is to stop could not be read');
    } finally {
      asking = false;
    }
  };
  const timer = setInterval(() => void look(), EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
