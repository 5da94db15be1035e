import { additionFlaw, type ExtensionToken, type MemberKinds } from '@nephra/plugin-sdk/contract';
import type { Extension } from '@nephra/plugin-sdk/server';

interface Addition {
  readonly token: string;
  readonly pluginId: string;
  readonly create: () => unknown;
  /** Of what is built with the product the compiler has said that it is whole. */
  readonly isFromOutside: boolean;
  made?: { readonly value: unknown; readonly isWhole: WeakMap<MemberKinds, boolean> };
}

const ANY_OBJECT: MemberKinds = {};

/** What running plugins add to each other's extension points: many to one point, looked up at each use. */
export class ExtensionRegistry {
  readonly #onFault: (pluginId: string, token: string, error: unknown) => void;
  #additions: readonly Addition[] = [];
  #order = new Map<string, number>();
  #changed: () => void = () => undefined;

  /** @param onFault hears of an addition that could not be made, or lacks what its readers take for granted; it is left out then, so that it cannot stop the others */
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

  add(token: string, pluginId: string, create: () => unknown, isFromOutside = false): void {
    this.#additions = [...this.#additions, { token, pluginId, create, isFromOutside }];
    this.#changed();
  }

  withdraw(pluginId: string): void {
    this.#additions = this.#additions.filter((addition) => addition.pluginId !== pluginId);
    this.#changed();
  }

  /**
   * Made on first use, so that plugins may need each other in any order.
   * @param token as the reader declares it: what a package from outside adds is handed out where it has the shape that stands there
   */
  find<T>(token: ExtensionToken<T>): readonly Extension<T>[] {
    const place = ({ pluginId }: Addition): number => this.#order.get(pluginId) ?? Number.MAX_SAFE_INTEGER;
    return this.#additions
      .filter((addition) => addition.token === token.id)
      .sort((a, b) => place(a) - place(b))
      .flatMap((addition) => {
        try {
          addition.made ??= { value: addition.create(), isWhole: new WeakMap() };
          return this.#isWhole(addition, addition.made, token) ? [{ pluginId: addition.pluginId, value: addition.made.value as T }] : [];
        } catch (error) {
          this.#onFault(addition.pluginId, addition.token, error);
          return [];
        }
      });
  }

  /** Looked at once for each shape, and told of once. */
  #isWhole(addition: Addition, { value, isWhole }: NonNullable<Addition['made']>, point: ExtensionToken<unknown>): boolean {
    if (!addition.isFromOutside) return true;
    const shape = point.shape ?? ANY_OBJECT;
    const known = isWhole.get(shape);
    if (known !== undefined) return known;
    const flaw = additionFlaw(point, value);
    isWhole.set(shape, flaw === undefined);
    if (flaw !== undefined) this.#onFault(addition.pluginId, addition.token, new TypeError(flaw));
    return flaw === undefined;
  }
}
