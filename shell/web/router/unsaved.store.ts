import type { Confirm } from '../feedback/feedback.port.ts';
import type { UnsavedGuard } from '../shell-context.tsx';

/** Which views have unsaved work (spec 2.3). Pages register; tags, navigation and log-out ask. */
export class UnsavedWork implements UnsavedGuard {
  readonly #confirm: Confirm;
  readonly #texts: (kept: boolean) => { title: string; content: string; okText: string };
  /** Left with a yes: not asked about again until the next arrival. */
  readonly #released = new Set<string>();
  readonly #guards = new Map<symbol, { readonly fullPath: string; readonly isDirty: () => boolean; readonly kept: boolean }>();

  /** @param texts of the question; `kept` when all of the work stays as drafts */
  constructor(confirm: Confirm, texts: (kept: boolean) => { title: string; content: string; okText: string }) {
    this.#confirm = confirm;
    this.#texts = texts;
  }

  /**
   * @param kept the page keeps its work as a draft
   * @returns what ends the guard.
   */
  register(fullPath: string, isDirty: () => boolean, kept = false): () => void {
    const key = Symbol(fullPath);
    this.#guards.set(key, { fullPath, isDirty, kept });
    return () => this.#guards.delete(key);
  }

  isDirty(fullPath: string): boolean {
    if (this.#released.has(fullPath)) return false;
    return [...this.#guards.values()].some((guard) => guard.fullPath === fullPath && guard.isDirty());
  }

  /** Addresses with unsaved work. */
  get dirtyPaths(): readonly string[] {
    const dirty = [...this.#guards.values()].filter((guard) => !this.#released.has(guard.fullPath) && guard.isDirty());
    return [...new Set(dirty.map(({ fullPath }) => fullPath))];
  }

  async mayLeave(fullPaths: readonly string[]): Promise<boolean> {
    if (!fullPaths.some((fullPath) => this.isDirty(fullPath))) return true;
    const kept = [...this.#guards.values()].every((guard) => guard.kept || !fullPaths.includes(guard.fullPath) || !guard.isDirty());
    const yes = await this.#confirm({ ...this.#texts(kept), danger: !kept });
    if (yes) for (const fullPath of fullPaths) this.#released.add(fullPath);
    return yes;
  }

  /** A navigation has come to its end. */
  arrived(): void {
    this.#released.clear();
  }
}
