import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fault } from '../faults/fault.ts';
import type { FaultPlan } from '../faults/fault-plan.ts';
import { spoiledAnswer } from '../faults/spoil-answer.ts';
import type { RegionCode } from '../model.ts';
import type { Node } from '../nodes.ts';
import type { Platform, PlatformReply } from '../platform.ts';
import { elsewhere } from '../profiles/elsewhere.ts';
import { guangdong } from '../profiles/guangdong.ts';
import { guangxi } from '../profiles/guangxi.ts';
import { hubei } from '../profiles/hubei.ts';
import type { Profile, Reading } from '../profiles/profile.ts';
import { REGIONS } from '../profiles/region-traits.ts';
import { readBody } from '../../program/read-body.ts';
import { sendBytes, sendHalf, sendInPieces, sendJson, sendPage } from './send.ts';
import type { Waiter } from './waiter.ts';

const PROFILES: Readonly<Record<RegionCode, Profile>> = { guangdong, hubei, guangxi, elsewhere };
const DEFAULT_DELAY_MS = 1000;
const DEFAULT_PIECES = 12;
type Message = Extract<Reading, { kind: 'message' }>;

/** One line of `GET /control/calls`. */
export interface CallRecord {
  readonly at: string;
  readonly region: RegionCode;
  readonly infno: string;
  readonly msgid: string;
  /** Kind of the fault that hit it; empty otherwise. */
  readonly fault: string;
  /** infcode, errcode, `file`, or `nothing` when no answer was sent. */
  readonly answered: string;
}

export interface TradeParts {
  readonly platform: Platform;
  readonly faults: FaultPlan;
  readonly waiter: Waiter;
  readonly now: () => Date;
  readonly record: (call: CallRecord) => void;
}

export const isRegion = (text: string): text is RegionCode => Object.hasOwn(PROFILES, text);

/** Answers a call to a region, as its profile and the planned faults want it. */
export function createTrade(parts: TradeParts) {
  const { platform, faults, waiter, now } = parts;

  const work = (profile: Profile, message: Message, fault: Fault | undefined): PlatformReply => {
    const reply = platform.handle(REGIONS[profile.code], message.envelope, message.file);
    // Delivered twice on the way: the answer of the second one is what arrives.
    return fault?.kind === 'twice' ? platform.handle(REGIONS[profile.code], message.envelope, message.file) : reply;
  };

  /** Sends what the fault leaves of an answer. @returns what was answered, for the record */
  const send = async (response: ServerResponse, profile: Profile, reply: PlatformReply, fault: Fault | undefined): Promise<string> => {
    const headers = { date: now().toUTCString() };
    if (reply.kind === 'file') {
      sendBytes(response, 200, 'application/octet-stream', reply.file.content, {
        ...headers,
        'content-disposition': `attachment; filename="${encodeURIComponent(reply.file.name)}"`,
      });
      return 'file';
    }
    const body = profile.answer(spoiledAnswer(reply.answer, fault));
    if (fault?.kind === 'truncate') sendHalf(response, body, headers);
    else if (fault?.kind === 'chunks') await sendInPieces(response, body, fault.parts ?? DEFAULT_PIECES, headers);
    else sendJson(response, 200, body, headers);
    return reply.answer.infcode;
  };

  /** Answers that a fault puts in the place of the platform's own. */
  const sendInstead = (response: ServerResponse, profile: Profile, fault: Fault): string | undefined => {
    const headers = { date: now().toUTCString() };
    if (fault.kind === 'never') return 'nothing';
    if (fault.kind === 'cut') {
      response.socket?.destroy();
      return 'nothing';
    }
    if (fault.kind === 'html') {
      sendPage(response, fault.status ?? 502);
      return 'html';
    }
    if (fault.kind === 'errcode') {
      const errcode = fault.code ?? 'AGW.9999';
      sendJson(response, fault.status ?? 200, profile.gatewayError({ errcode, errmsg: fault.text ?? '网关处理失败' }), headers);
      return errcode;
    }
    if (fault.kind === 'infcode') {
      const value = fault.value ?? -1;
      const plain = profile.answer({ infcode: '-1', refmsgid: '', receivedAt: '20260101000000000', errMsg: fault.text ?? '系统异常,请稍后重试', output: null });
      sendJson(response, 200, withInfcode(plain, value), headers);
      return String(value);
    }
    return undefined;
  };

  return async (region: RegionCode, path: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request).catch(() => undefined);
    if (body === undefined) return;
    const profile = PROFILES[region];
    const reading = profile.read({ method: request.method ?? '', path, headers: request.headers, body }, now());
    if (reading.kind === 'own') {
      sendJson(response, reading.status, reading.body, { date: now().toUTCString() });
      return;
    }
    const fault = faults.take(region, reading.infno);
    const note = (answered: string) =>
      parts.record({ at: now().toISOString(), region, infno: reading.infno, msgid: String(reading.envelope.msgid ?? ''), fault: fault?.kind ?? '', answered });
    if (fault?.kind === 'delay' && fault.when === 'before') await waiter.wait(fault.ms ?? DEFAULT_DELAY_MS);
    else if (fault?.when === 'before') {
      const instead = sendInstead(response, profile, fault);
      if (instead !== undefined) return note(instead);
    }
    const reply = work(profile, reading, fault);
    if (fault?.kind === 'delay' && fault.when !== 'before') await waiter.wait(fault.ms ?? DEFAULT_DELAY_MS);
    const instead = fault && sendInstead(response, profile, fault);
    note(instead ?? (await send(response, profile, reply, fault)));
  };
}

/** The infcode wherever the profile puts it, text or number as it has it. */
function withInfcode(body: Node, value: string | number): Node {
  const inner = body.output;
  if (body.infcode === undefined && typeof inner === 'object' && inner !== null) return { ...body, output: { ...inner, infcode: Number(value) } };
  return { ...body, infcode: typeof body.infcode === 'string' ? String(value) : Number(value) };
}
