import type { ExtensionToken } from '@nephra/plugin-sdk/contract';
import type { Extension } from '@nephra/plugin-sdk/server';

interface Addition {
  readonly token: string;
  readonly pluginId: string;
  readonly create: () => unknown;
  made?: { readonly value: unknown };
}

/** What running plugins add to each other's extension points: many to one point, looked up at each use. */
export class ExtensionRegistry {
  readonly #onFault: (pluginId: string, token: string, error: unknown) => void;
  #additions: readonly Addition[] = [];
  #order = new Map<string, number>();
  #changed: () => void = () => undefined;

  /** @param onFault hears of an addition that could not be made; it is left out then, so that it cannot stop the others */
  constructor(onFault: (pluginId: string, token: string, error: unknown) => void) {
    this.#onFault = onFault;
  }

  /** @param heard is called when there are other additions than before */
  onChange(heard: () => void): void {
    this.#changed = heard;
  }

  /** Plugins in the order in which their additions are handed out; others come last, as they came. */
  arrange(pluginIds: readonly string[]): void {
    this.#order = new Map(pluginIds.map((id, index) => [id, index]));
    this.#changed();
  }

  add(token: string, pluginId: string, create: () => unknown): void {
    this.#additions = [...this.#additions, { token, pluginId, create }];
    this.#changed();
  }

  withdraw(pluginId: string): void {
    this.#additions = this.#additions.filter((addition) => addition.pluginId !== pluginId);
    this.#changed();
  }

  /** Made on first use, so that plugins may need each other in any order. */
  find<T>(token: ExtensionToken<T>): readonly Extension<T>[] {
    const place = ({ pluginId }: Addition): number => this.#order.get(pluginId) ?? Number.MAX_SAFE_INTEGER;
    return this.#additions
      .filter((addition) => addition.token === token.id)
      .sort((a, b) => place(a) - place(b))
      .flatMap((addition) => {
        try {
          addition.made ??= { value: addition.create() };
          return [{ pluginId: addition.pluginId, value: addition.made.value as T }];
        } catch (error) {
          this.#onFault(addition.pluginId, addition.token, error);
          return [];
        }
      });
  }
}
