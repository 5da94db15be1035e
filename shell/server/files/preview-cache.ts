import { isAppError } from '@nephra/plugin-sdk/contract';
import type { PreviewContent } from '../../contract/preview/preview.contract.ts';

interface Kept {
  readonly content: Promise<PreviewContent>;
  chars: number;
}

/** Of a preview without texts, and of a refusal. */
const SMALL = 200;
/** Says nothing about the file: the next one may have better luck. */
const PASSING = 'core.too-busy';

function charsOf(content: PreviewContent): number {
  if (content.kind === 'document') return content.html.length;
  if (content.kind !== 'sheet') return SMALL;
  return content.rows.reduce((sum, { cells }) => sum + cells.reduce((chars, cell) => chars + cell.length + 8, SMALL), SMALL);
}

/**
 * Finished previews by the content of their file, the last ones used. Two people who open the same file at once wait for one reading, and a file that was
 * refused is refused again without being read: nobody keeps the readers busy by opening it once more.
 */
export class PreviewCache {
  readonly #mostChars: number;
  readonly #kept = new Map<string, Kept>();
  #chars = 0;

  constructor(mostChars: number) {
    this.#mostChars = mostChars;
  }

  get size(): { readonly entries: number; readonly chars: number } {
    return { entries: this.#kept.size, chars: this.#chars };
  }

  /** Readings that are under way go on for those who wait for them. */
  clear(): void {
    this.#kept.clear();
    this.#chars = 0;
  }

  /** @throws what `make` throws */
  get(key: string, make: () => Promise<PreviewContent>): Promise<PreviewContent> {
    const known = this.#kept.get(key);
    if (known) {
      // The last one used stands last.
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known.content;
    }
    const kept: Kept = { content: make(), chars: SMALL };
    this.#kept.set(key, kept);
    this.#chars += SMALL;
    kept.content.then(
      (content) => this.#weigh(key, kept, charsOf(content)),
      (error: unknown) => {
        if (!isAppError(error) || error.key === PASSING) this.#drop(key, kept);
      },
    );
    this.#shrink();
    return kept.content;
  }

  #weigh(key: string, kept: Kept, chars: number): void {
    if (this.#kept.get(key) !== kept) return;
    this.#chars += chars - kept.chars;
    kept.chars = chars;
    this.#shrink();
  }

  #drop(key: string, kept: Kept): void {
    if (this.#kept.get(key) !== kept) return;
    this.#kept.delete(key);
    this.#chars -= kept.chars;
  }

  #shrink(): void {
    for (const [key, kept] of this.#kept) {
      if (this.#chars <= this.#mostChars) return;
      this.#drop(key, kept);
    }
  }
}
