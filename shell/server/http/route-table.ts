import { AppError, EnvelopeCode, withoutTrailing } from '@nephra/plugin-sdk/contract';

interface Node<T> {
  readonly fixed: Map<string, Node<T>>;
  any?: Node<T>;
  readonly values: Map<string, { readonly value: T; readonly names: readonly string[] }>;
}

const emptyNode = <T>(): Node<T> => ({ fixed: new Map(), values: new Map() });
const PARAMETER = /^\{(\w+)\}$/;

const segmentsOf = (path: string): string[] => withoutTrailing(path.replace(/^\/+/, ''), '/').split('/');

/** Two routes with the same shape would answer the same calls, whatever their parameters are called. */
export const routeShape = (method: string, path: string): string =>
  `${method} /${segmentsOf(path)
    .map((segment) => (PARAMETER.test(segment) ? '{}' : segment.toLowerCase()))
    .join('/')}`;

export interface RouteMatch<T> {
  readonly value: T;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Routes of one revision: built once, read by every call, replaced as a whole. Fixed segments win over parameters and
 * compare without regard to case, as the platform's clients expect.
 */
export class RouteTable<T> {
  readonly #root = emptyNode<T>();

  /** @throws Error when another route has the same shape. */
  add(method: string, path: string, value: T): void {
    const names: string[] = [];
    let node = this.#root;
    for (const segment of segmentsOf(path)) {
      const name = PARAMETER.exec(segment)?.[1];
      if (name) {
        names.push(name);
        node.any ??= emptyNode<T>();
        node = node.any;
      } else {
        const key = segment.toLowerCase();
        const next = node.fixed.get(key) ?? emptyNode<T>();
        node.fixed.set(key, next);
        node = next;
      }
    }
    if (node.values.has(method)) throw new Error(`The route ${method} ${path} exists already.`);
    node.values.set(method, { value, names });
  }

  /**
   * Finds the route of a call. `path` is as received, without query.
   * @throws AppError `core.bad-address` when a parameter is not valid percent-encoding.
   */
  find(method: string, path: string): RouteMatch<T> | undefined {
    const captured: string[] = [];
    const found = this.#walk(this.#root, segmentsOf(path), 0, method, captured);
    if (!found) return undefined;
    const params: Record<string, string> = {};
    for (const [index, name] of found.names.entries()) params[name] = decode(captured[index] ?? '');
    return { value: found.value, params };
  }

  #walk(node: Node<T>, segments: readonly string[], at: number, method: string, captured: string[]): { value: T; names: readonly string[] } | undefined {
    const segment = segments[at];
    if (segment === undefined) return node.values.get(method);
    const fixed = node.fixed.get(segment.toLowerCase());
    const found = fixed && this.#walk(fixed, segments, at + 1, method, captured);
    if (found) return found;
    if (!node.any || segment === '') return undefined;
    captured.push(segment);
    const deeper = this.#walk(node.any, segments, at + 1, method, captured);
    if (!deeper) captured.pop();
    return deeper;
  }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new AppError('core.bad-address', { code: EnvelopeCode.Invalid });
  }
}
