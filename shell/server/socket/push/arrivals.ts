import type { Log } from '@nephra/plugin-sdk/server';

/** So many frames in a window may tell of people who come, each alone; the others of it are told together when it is over. */
const MAX_FRAMES = 2_000;
const WINDOW_MS = 1_000;
/** Ids in one frame, far below what a frame may hold. */
const MAX_NAMED = 500;

interface Window {
  frames: number;
  readonly waiting: Set<string>;
  timer: NodeJS.Timeout;
}

export interface ArrivalParts {
  /** Sockets of this server, any of which may be told. */
  readonly sockets: () => number;
  readonly push: (orgId: string, body: { readonly userId: string; readonly userIds?: readonly string[] }) => Promise<void>;
  readonly log: Log;
}

/**
 * Tells the windows of an organisation who comes. After a restart all of them come within seconds; a frame to everybody for each would be the square of their
 * number (250,000 for 500 windows), and what they came for – messages – would wait behind those for minutes.
 */
export class Arrivals {
  readonly #parts: ArrivalParts;
  readonly #windows = new Map<string, Window>();
  #closed = false;

  constructor(parts: ArrivalParts) {
    this.#parts = parts;
  }

  /** Told alone they are `{userId}`, together `{userId, userIds}`: the newest, and all since the last frame. */
  async came(orgId: string, userId: string): Promise<void> {
    const window = this.#windows.get(orgId) ?? this.#begin(orgId);
    const frames = window.frames + this.#parts.sockets();
    if (window.frames > 0 && frames > MAX_FRAMES) {
      window.waiting.add(userId);
      return;
    }
    window.frames = frames;
    await this.#parts.push(orgId, { userId });
  }

  close(): void {
    this.#closed = true;
    for (const { timer } of this.#windows.values()) clearTimeout(timer);
    this.#windows.clear();
  }

  #begin(orgId: string): Window {
    const timer = setTimeout(() => this.#end(orgId), WINDOW_MS);
    timer.unref();
    const window: Window = { frames: 0, waiting: new Set(), timer };
    if (!this.#closed) this.#windows.set(orgId, window);
    return window;
  }

  #end(orgId: string): void {
    const ids = [...(this.#windows.get(orgId)?.waiting ?? [])];
    this.#windows.delete(orgId);
    const newest = ids.at(-1);
    if (newest === undefined) return;
    // While many come, each second tells of the last one, and nobody alone.
    this.#begin(orgId).frames = MAX_FRAMES;
    const told = this.#parts.push(orgId, { userId: newest, userIds: ids.slice(-MAX_NAMED) });
    told.catch((error: unknown) => this.#parts.log.warn({ err: error }, 'it could not be told who came'));
  }
}
