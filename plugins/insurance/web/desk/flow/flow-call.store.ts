import { ApiError, isUnknownOutcome, type WebContext } from '@nephra/plugin-sdk/web';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import type { SettlementState } from '../../../contract/index.ts';
import { sentenceOf } from '../../parts/words.ts';

export type FlowCall = 'open' | 'person' | 'check' | 'presettle' | 'settle' | 'abandon' | 'look';

/** A call on its way: which one, since when (milliseconds), and how far the platform is with it where that is known. */
export interface FlowRun {
  readonly call: FlowCall;
  readonly since: number;
  readonly stage: SettlementState | null;
}

/** How the last call ended when it did not succeed. `lost`: no answer of our own server came. */
export interface FlowFault {
  readonly kind: 'refused' | 'lost';
  readonly call: FlowCall;
  readonly text: string;
  /** Stable key of the refusal; empty when there is none. */
  readonly error: string;
}

/** From this code on the server itself stumbled: it may have done part of the act. */
const SERVER_FAULT = 500;
/** The facility's credentials cannot be read: nothing is sent before they are, and asking again changes nothing. */
const SECRET_BROKEN = 'core.secret-broken';
/** A sentence of this plugin (`line-down`) is an answer, whatever its code. */
const isAnswer = ({ error }: ApiError): boolean => error.startsWith('insurance.') || error === SECRET_BROKEN;
/** Nobody said what became of the call. */
const isStumble = (error: unknown): boolean => error instanceof ApiError && error.code >= SERVER_FAULT && !isAnswer(error);

export interface FlowCallParts {
  readonly ctx: WebContext;
  /** A call ended, however it did. */
  readonly onEnd: () => void;
  /** The platform or the server has trouble. */
  readonly onTrouble: () => void;
}

/** The calls of one settlement, one at a time: which one is on its way, and how the last one ended. */
export class FlowCallStore {
  running: FlowRun | null = null;
  fault: FlowFault | null = null;
  private readonly parts: FlowCallParts;
  private gone = false;

  constructor(parts: FlowCallParts) {
    this.parts = parts;
    makeObservable(this, { running: observableRef, fault: observableRef, reached: action, refuse: action, forgive: action });
  }

  /** How far the platform is with `call`, if that one is still on its way. */
  reached(call: FlowCall, stage: SettlementState): void {
    if (this.running?.call === call) this.running = { ...this.running, stage };
  }

  /** The call was answered, and the answer says no. */
  refuse(call: FlowCall, text: string): void {
    this.fault = { kind: 'refused', call, text, error: 'platform' };
  }

  forgive(): void {
    this.fault = null;
  }

  /** A press while another call is under way does nothing. */
  async run(call: FlowCall, work: () => Promise<void>): Promise<void> {
    if (this.running) return;
    runInAction(() => {
      this.running = { call, since: this.parts.ctx.now(), stage: null };
      this.fault = null;
    });
    try {
      await work();
    } catch (error) {
      this.failed(call, error);
    } finally {
      this.parts.onEnd();
      runInAction(() => {
        this.running = null;
      });
    }
  }

  dispose(): void {
    this.gone = true;
  }

  private failed(call: FlowCall, error: unknown): void {
    if (this.gone) return;
    const { ctx, onTrouble } = this.parts;
    const lost = isUnknownOutcome(error) || isStumble(error);
    if (!(error instanceof ApiError)) ctx.report(error, `insurance ${call}`);
    runInAction(() => {
      this.fault = { kind: lost ? 'lost' : 'refused', call, text: sentenceOf(ctx.t, error), error: error instanceof ApiError ? error.error : '' };
    });
    // Whatever went wrong with the platform, the bar above says it now and not at its next look.
    if (error instanceof ApiError && error.code >= SERVER_FAULT) onTrouble();
  }
}
