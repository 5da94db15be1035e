import { createClient, isUnknownOutcome, type WebContext } from '@nephra/plugin-sdk/web';
import { makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type CheckReply, connectionContract } from '../../contract/index.ts';
import { sentenceOf } from './words.ts';

const PATIENCE_MS = 120_000;

/** Live checklist of one facility's connection. */
export class ChecklistStore {
  reply: CheckReply | null = null;
  running = false;
  problem = '';
  /** When it was asked. Milliseconds. */
  since = 0;
  private readonly ctx: WebContext;
  private readonly client;
  private readonly orgId: string;

  constructor(ctx: WebContext, orgId: string) {
    this.ctx = ctx;
    this.orgId = orgId;
    this.client = createClient(connectionContract, ctx.http);
    makeObservable(this, { reply: observableRef, running: observable, problem: observable });
  }

  run = async (): Promise<void> => {
    if (this.running) return;
    runInAction(() => {
      this.running = true;
      this.since = this.ctx.now();
      this.problem = '';
    });
    try {
      const { data } = await this.client.check({ params: { orgId: this.orgId } }, { quiet: true, timeoutMs: PATIENCE_MS });
      runInAction(() => {
        this.reply = data;
      });
    } catch (error) {
      runInAction(() => {
        this.problem = isUnknownOutcome(error) ? this.ctx.t('check.lost') : sentenceOf(this.ctx.t, error);
      });
    } finally {
      runInAction(() => {
        this.running = false;
      });
    }
  };
}
