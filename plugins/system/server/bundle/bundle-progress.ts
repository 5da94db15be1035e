interface Progress {
  readonly done: number;
  readonly total: number;
}

/** How far previews and imports are, by person: for the page that waits for them. Another server knows nothing of it, and says zeros. */
export class BundleProgress {
  readonly #running = new Map<string, { done: number; readonly total: number }>();

  /** @returns tells of one entry more */
  start(userId: string, total: number): () => void {
    const progress = { done: 0, total };
    this.#running.set(userId, progress);
    return () => {
      progress.done = Math.min(progress.done + 1, total);
    };
  }

  end(userId: string): void {
    this.#running.delete(userId);
  }

  of(userId: string): Progress {
    const { done, total } = this.#running.get(userId) ?? { done: 0, total: 0 };
    return { done, total };
  }
}
