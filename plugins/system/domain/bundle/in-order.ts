/** Something that others have to be there for. */
interface Ordered {
  readonly id: string;
  readonly after: readonly string[];
}

/** Each behind those that it names, as far as they are there; those of a ring as they came. */
export function inOrder<One extends Ordered>(all: readonly One[]): readonly One[] {
  const byId = new Map(all.map((one) => [one.id, one]));
  const seen = new Set<string>();
  const ordered: One[] = [];
  const place = (one: One): void => {
    if (seen.has(one.id)) return;
    seen.add(one.id);
    for (const id of one.after) {
      const before = byId.get(id);
      if (before) place(before);
    }
    ordered.push(one);
  };
  for (const one of all) place(one);
  return ordered;
}
