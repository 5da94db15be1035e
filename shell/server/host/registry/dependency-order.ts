/** A plugin with what it needs. */
export interface Dependent {
  readonly id: string;
  readonly dependsOn: readonly string[];
}

export interface DependencyOrder<T> {
  /** Everything that is in no circle, each after what it needs. Order of the input otherwise. */
  readonly ordered: readonly T[];
  /** Plugins that need each other: `a → b → a`. */
  readonly circles: ReadonlyMap<string, string>;
}

export function dependencyOrder<T extends Dependent>(plugins: readonly T[]): DependencyOrder<T> {
  const byId = new Map(plugins.map((plugin) => [plugin.id, plugin]));
  const ordered: T[] = [];
  const done = new Set<string>();
  const circles = new Map<string, string>();
  const visit = (plugin: T, path: readonly string[]): void => {
    if (done.has(plugin.id)) return;
    const start = path.indexOf(plugin.id);
    if (start >= 0) {
      const circle = path.slice(start);
      for (const id of circle) circles.set(id, [...circle, plugin.id].join(' → '));
      return;
    }
    for (const id of plugin.dependsOn) {
      const needed = byId.get(id);
      if (needed) visit(needed, [...path, plugin.id]);
    }
    if (done.has(plugin.id)) return;
    done.add(plugin.id);
    if (!circles.has(plugin.id)) ordered.push(plugin);
  };
  for (const plugin of plugins) visit(plugin, []);
  return { ordered, circles };
}
