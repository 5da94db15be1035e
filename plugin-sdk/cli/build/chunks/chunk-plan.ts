import type { Piece } from '../web-bundle.ts';

/** Which output file each piece goes into: piece id → file name without hash. */
export type ChunkPlan = ReadonlyMap<string, string>;

/** A chunk and the entries it is made for. Chunks are filled in order: a piece goes to the first that reaches it. */
export interface ChunkRoot {
  readonly chunk: string;
  readonly entries: readonly string[];
  /** Pieces that go there in any case. */
  readonly pieces?: readonly string[];
}

/** A shared library of this size that only some pages need gets a file of its own instead of riding in `common`. */
const WORTH_A_FILE = 60_000;

type Pieces = ReadonlyMap<string, Piece>;

const pieceOfEntry = (pieces: Pieces, entry: string): Piece => {
  const found = [...pieces.values()].find((piece) => !piece.dynamic && piece.entry === entry);
  if (!found) throw new Error(`The bundle has no entry ${entry}.`);
  return found;
};

/** The piece and all that it imports statically. */
export function reach(pieces: Pieces, start: string): Set<string> {
  const seen = new Set<string>();
  const open = [start];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    for (const { id: next, dynamic } of pieces.get(id)?.imports ?? []) if (!dynamic) open.push(next);
  }
  return seen;
}

/**
 * Small files compress badly and cost a request each, so esbuild's many pieces are merged: what the roots reach goes to
 * their chunks, each dynamic import keeps one file with what only it and those behind it need, and what is left of what several share
 * goes into one common file.
 */
export function planChunks(pieces: Pieces, roots: readonly ChunkRoot[]): ChunkPlan {
  const plan = planRoots(pieces, roots);
  planDynamic(pieces, plan);
  return plan;
}

/** Pieces that both entries reach, without the entries themselves. */
export function reachedByBoth(pieces: Pieces, one: string, other: string): string[] {
  const [a, b] = [pieceOfEntry(pieces, one).id, pieceOfEntry(pieces, other).id];
  const fromOther = reach(pieces, b);
  return [...reach(pieces, a)].filter((id) => id !== a && id !== b && fromOther.has(id));
}

/** The part of the plan that is not loaded on demand. */
export function planRoots(pieces: Pieces, roots: readonly ChunkRoot[]): Map<string, string> {
  const plan = new Map<string, string>();
  for (const { chunk, entries, pieces: own = [] } of roots) {
    for (const id of own) plan.set(id, chunk);
    for (const entry of entries) for (const id of reach(pieces, pieceOfEntry(pieces, entry).id)) if (!plan.has(id)) plan.set(id, chunk);
  }
  return plan;
}

function planDynamic(pieces: Pieces, plan: Map<string, string>): void {
  const lazy = [...pieces.values()].filter((piece) => piece.dynamic && !plan.has(piece.id));
  const users = new Map<string, Set<string>>();
  for (const entry of lazy) {
    for (const id of reach(pieces, entry.id)) if (!plan.has(id)) users.set(id, (users.get(id) ?? new Set()).add(entry.id));
  }
  const taken = new Set(plan.values());
  const unique = (name: string): string => {
    let candidate = name;
    for (let count = 2; taken.has(candidate); count += 1) candidate = `${name}-${count}`;
    taken.add(candidate);
    return candidate;
  };
  const names = new Map(lazy.map((piece) => [piece.id, unique(piece.entry ?? 'page')]));
  for (const piece of lazy) plan.set(piece.id, names.get(piece.id) ?? 'page');

  const shared = [...users].filter(([id]) => !plan.has(id));
  for (const [id, by] of shared) {
    const [only] = by;
    if (by.size === 1 && only !== undefined) plan.set(id, names.get(only) ?? 'page');
  }
  const onlyBehind = openers(pieces, lazy);
  for (const [id, by] of shared) {
    if (plan.has(id)) continue;
    // Whoever opens a dialog has its page already: what both need stays with the page.
    const page = [...by].find((one) => [...by].every((other) => other === one || onlyBehind(one).has(other)));
    if (page !== undefined) plan.set(id, names.get(page) ?? 'page');
  }
  // What those behind a page share and the page itself does not may still build on what the page keeps; in `common` it would make all pages wait for this one.
  const keeper = new Map(lazy.map((piece) => [names.get(piece.id), piece.id]));
  for (const [id] of shared) {
    if (plan.has(id)) continue;
    const pages = [...reach(pieces, id)].flatMap((below) => keeper.get(plan.get(below)) ?? []);
    const page = pages.find((one) => pages.every((other) => other === one || onlyBehind(other).has(one)));
    if (page !== undefined) plan.set(id, names.get(page) ?? 'page');
  }
  const common = unique('common');
  const rest = shared.filter(([id]) => !plan.has(id)).map(([id]) => id);
  const apart = bigAndSelfContained(pieces, plan, rest, lazy.length, users);
  for (const id of rest) plan.set(id, apart.has(id) ? unique('library') : common);
}

/** For each lazy entry, those that can be opened only once it is there. */
function openers(pieces: Pieces, lazy: readonly Piece[]): (entry: string) => ReadonlySet<string> {
  const opens = (ids: Iterable<string>): string[] =>
    [...ids].flatMap((id) => (pieces.get(id)?.imports ?? []).filter(({ dynamic }) => dynamic).map((next) => next.id));
  const starts = [...pieces.values()].filter((piece) => piece.entry !== undefined && !piece.dynamic).flatMap((piece) => opens(reach(pieces, piece.id)));
  const openedBy = new Map(lazy.map((piece) => [piece.id, opens(reach(pieces, piece.id))]));
  const known = new Map<string, ReadonlySet<string>>();
  return (entry) => {
    const found = known.get(entry);
    if (found) return found;
    const without = new Set([entry]);
    const open = [...starts];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (without.has(id)) continue;
      without.add(id);
      open.push(...(openedBy.get(id) ?? []));
    }
    const behind = new Set(lazy.map(({ id }) => id).filter((id) => !without.has(id)));
    known.set(entry, behind);
    return behind;
  };
}

/** Pieces that may stand alone: big, not needed by every page, and importing nothing that ends up in `common`. */
function bigAndSelfContained(
  pieces: Pieces,
  plan: ReadonlyMap<string, string>,
  rest: readonly string[],
  pages: number,
  users: ReadonlyMap<string, ReadonlySet<string>>,
): Set<string> {
  const apart = new Set<string>();
  for (let changed = true; changed; ) {
    changed = false;
    for (const id of rest) {
      const piece = pieces.get(id);
      if (!piece || apart.has(id) || piece.bytes < WORTH_A_FILE || (users.get(id)?.size ?? 0) >= pages) continue;
      if (piece.imports.every((next) => next.dynamic || plan.has(next.id) || apart.has(next.id))) {
        apart.add(id);
        changed = true;
      }
    }
  }
  return apart;
}
