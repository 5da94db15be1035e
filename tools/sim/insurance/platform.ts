import { compactTime } from './clock.ts';
import { checkEnvelope, type Envelope, hashOf, personOf } from './envelope.ts';
import type { PlatformAnswer, StoredMessage } from './model.ts';
import type { Node } from './nodes.ts';
import type { RegionTraits } from './profiles/region-traits.ts';
import { Refusal } from './refusal.ts';
import type { Store } from './state/store.ts';
import { isSignedIn } from './transactions/sign-in.ts';
import type { Facts, FileReply } from './transactions/transaction.ts';
import { TRANSACTIONS } from './transactions/transactions.ts';

export type PlatformReply = { readonly kind: 'answer'; readonly answer: PlatformAnswer } | { readonly kind: 'file'; readonly file: FileReply };

export interface Platform {
  handle(region: RegionTraits, body: Node, file?: Buffer): PlatformReply;
  /** Answers of reading calls, which no store keeps. */
  forget(): void;
}

/** Answers of reading calls are kept this long in number; those of writing calls for ever. */
const KEPT_READINGS = 2000;
const SIGN_IN = '9001';

/** The platform itself: no HTTP, no faults. One call is one step; nothing of another call is between. */
export function createPlatform(store: Store, facts: Facts, now: () => Date): Platform {
  const readings = new Map<string, StoredMessage>();

  const remember = (msgid: string, message: StoredMessage) => {
    readings.set(msgid, message);
    for (const oldest of readings.keys()) {
      if (readings.size <= KEPT_READINGS) break;
      readings.delete(oldest);
    }
  };

  const work = (
    region: RegionTraits,
    envelope: Envelope,
    at: Date,
    reply: (errMsg: string, output: Node | null) => PlatformAnswer,
    file?: Buffer,
  ): PlatformReply => {
    const hash = hashOf(envelope);
    const { draft, commit } = store.begin();
    if (envelope.infno !== SIGN_IN && !isSignedIn(draft, envelope, at)) throw new Refusal('操作员未签到或签到已失效');
    if (draft.get('reversed', envelope.msgid) !== undefined) throw new Refusal('原报文已冲正');
    const before = draft.get('message', envelope.msgid) ?? readings.get(envelope.msgid);
    if (before && before.hash !== hash) throw new Refusal('报文编号重复');
    const transaction = TRANSACTIONS.get(envelope.infno);
    if (!transaction) throw new Refusal(`交易编号${envelope.infno}不存在`);
    let touched = '';
    const touches = (setlId: string) => {
      touched = setlId;
    };
    const call = { region, envelope, input: envelope.input, now: at, draft, facts, file, touches };
    if (transaction.file) return { kind: 'file', file: transaction.file(call) };
    if (before) return { kind: 'answer', answer: before.answer };
    const keep = (answer: PlatformAnswer, setlId: string, own: typeof draft, finish: () => void): PlatformReply => {
      const message = { hash, infno: envelope.infno, psnNo: personOf(envelope.input), setlId, answer };
      if (transaction.reads) remember(envelope.msgid, message);
      else {
        own.put('message', envelope.msgid, message);
        finish();
      }
      return { kind: 'answer', answer };
    };
    try {
      const output = transaction.run(call);
      return keep(reply('', output), touched, draft, commit);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // What a refused call wrote goes; that it was refused stays, because the same message must get the same answer.
      const kept = error.keep ? { draft, commit } : store.begin();
      return keep(reply(error.message, null), '', kept.draft, kept.commit);
    }
  };

  let counter = 0;
  return {
    forget: () => readings.clear(),
    handle(region, body, file) {
      const at = now();
      counter += 1;
      const reference = `${region.area}${compactTime(at).slice(0, 14)}${String(counter % 1e10).padStart(10, '0')}`;
      const reply = (errMsg: string, output: Node | null): PlatformAnswer => ({
        infcode: errMsg === '' ? '0' : '-1',
        refmsgid: reference,
        receivedAt: compactTime(at),
        errMsg,
        output,
      });
      try {
        return work(region, checkEnvelope(body, region), at, reply, file);
      } catch (error) {
        if (error instanceof Refusal) return { kind: 'answer', answer: reply(error.message, null) };
        throw error;
      }
    },
  };
}
