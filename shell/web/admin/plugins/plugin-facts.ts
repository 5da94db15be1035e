import type { PluginForAdministrator } from '../../../contract/index.ts';
import { statusOf } from './plugin-status.ts';

/** Enabled plugins that stop when this one is disabled: those that depend on it, and those that depend on them. */
export function dependantsOf(id: string, plugins: readonly PluginForAdministrator[]): readonly PluginForAdministrator[] {
  const stopped = new Set([id]);
  const found: PluginForAdministrator[] = [];
  for (let grew = true; grew; ) {
    grew = false;
    for (const plugin of plugins) {
      if (!plugin.enabled || stopped.has(plugin.id) || !plugin.dependsOn.some((other) => stopped.has(other))) continue;
      stopped.add(plugin.id);
      found.push(plugin);
      grew = true;
    }
  }
  return found;
}

/** Ids that this plugin depends on and that are not enabled. */
export function missingNeeds(plugin: PluginForAdministrator, plugins: readonly PluginForAdministrator[]): readonly string[] {
  return plugin.dependsOn.filter((id) => !plugins.some((other) => other.id === id && other.enabled));
}

export interface PluginFilter {
  readonly keyword: string;
  /** As the list shows it (`statusOf`); empty: any. */
  readonly status: string;
}

export function filterPlugins(plugins: readonly PluginForAdministrator[], { keyword, status }: PluginFilter): readonly PluginForAdministrator[] {
  const text = keyword.trim().toLowerCase();
  return plugins.filter((plugin) => {
    const names = [plugin.id, plugin.name.zh, plugin.name.zhtw, plugin.name.en];
    return (status === '' || statusOf(plugin) === status) && names.some((name) => name.toLowerCase().includes(text));
  });
}

const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** Size of files for people: 512 B, 12.3 KB. */
export function sizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`;
}
