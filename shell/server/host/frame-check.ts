import type { FrameNeed, HeardFrame, TSchema } from '@nephra/plugin-sdk/contract';
import type { Hearing } from '@nephra/plugin-sdk/server';
import { GREETING } from '../socket/frames/bound-frame.ts';
import { PluginProblem } from './views/reason.ts';

/** Members that every frame may have beside its body. */
const RESERVED = ['method', 'token', 'ref'];

const isPermission = (need: unknown): boolean => typeof need === 'string' && need.startsWith('perm:') && need.length > 'perm:'.length;

/** A package may be made without the compiler: what does not plainly say who may send a frame says nobody. */
function saysWho(need: FrameNeed | undefined): boolean {
  if (need === 'session' || isPermission(need)) return true;
  return typeof need === 'object' && Array.isArray(need.anyOf) && need.anyOf.length > 0 && need.anyOf.every(isPermission);
}

function bodyProblem(body: TSchema | undefined): string | undefined {
  const { type, properties = {} } = (body ?? {}) as { type?: unknown; properties?: object };
  if (type !== 'object') return 'body is no Type.Object';
  const taken = RESERVED.find((name) => Object.hasOwn(properties, name));
  return taken && `body must not have a member ${taken}`;
}

function heardProblem(frame: HeardFrame, handler: unknown, { pushes }: Hearing['frames']): string | undefined {
  if (typeof frame.audit !== 'string') return 'audit is missing';
  if (typeof handler !== 'function') return 'it has no handler';
  if (frame.reply !== undefined && !Object.hasOwn(pushes, frame.reply)) return `reply names ${frame.reply}, which is not among pushes`;
  return bodyProblem(frame.body);
}

/** @throws PluginProblem when a frame does not say who may send it, or is not whole */
export function checkFrames(plugin: string, hearings: readonly Hearing[]): void {
  const check = (frame: string, reason: string | undefined): void => {
    if (reason) throw new PluginProblem('failed', 'frame-malformed', { plugin, frame, reason });
  };
  const known = new Set<string>();
  for (const { frames, handlers } of hearings) {
    for (const [name, frame] of Object.entries(frames.hears)) {
      if (!saysWho(frame.need)) throw new PluginProblem('failed', 'frame-need', { plugin, frame: name });
      check(name, heardProblem(frame, handlers[name], frames));
    }
    for (const [name, { body }] of Object.entries(frames.pushes)) check(name, bodyProblem(body));
    for (const name of new Set([...Object.keys(frames.hears), ...Object.keys(frames.pushes)])) {
      check(name, known.has(name) && name !== GREETING ? 'it is declared twice' : undefined);
      known.add(name);
    }
  }
}
