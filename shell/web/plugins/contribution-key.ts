import type { ComponentType } from 'react';
import type { PluginDefinition } from '@nephra/plugin-sdk/web';
import type { PluginForBrowser } from '../../contract/index.ts';

/** One drawable part of a plugin. */
export type Contribution =
  | { readonly kind: 'page'; readonly enCode: string }
  | { readonly kind: 'menuType'; readonly type: number }
  | { readonly kind: 'slot'; readonly point: string; readonly key: string };

export function contributionKey(part: Contribution): string {
  if (part.kind === 'page') return `page ${part.enCode}`;
  return part.kind === 'menuType' ? `menu type ${part.type}` : `slot ${part.point} ${part.key}`;
}

/** The lazy import of a part, and the name under which its module exports the component. */
export function findContribution(definition: PluginDefinition, part: Contribution): { load: () => Promise<object>; exportName: 'Page' | 'Slot' } | undefined {
  if (part.kind === 'slot') {
    const slot = definition.slots?.find((entry) => entry.point === part.point && entry.key === part.key);
    return slot && { load: slot.load, exportName: 'Slot' };
  }
  const page =
    part.kind === 'page' ? definition.pages?.find((entry) => entry.enCode === part.enCode) : definition.menuTypes?.find((entry) => entry.type === part.type);
  return page && { load: page.load, exportName: 'Page' };
}

/** True for what React can draw: functions, classes, and what memo, lazy and observer return. */
export const isComponent = (value: unknown): value is ComponentType<never> =>
  typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);

export interface SlotFilling {
  readonly pluginId: string;
  readonly key: string;
}

/** What fills an extension point, in the order of plugins and hospital (registry overrides). */
export function fillingsOf(
  point: string,
  plugins: readonly PluginForBrowser[],
  overrides: { readonly slotOrder: Readonly<Record<string, number>>; readonly hidden: readonly string[] },
): readonly SlotFilling[] {
  const found = plugins.flatMap((plugin) =>
    plugin.slots
      .filter((slot) => slot.point === point)
      .map((slot) => {
        const name = `${point}/${plugin.id}.${slot.key}`;
        return { name, pluginId: plugin.id, key: slot.key, order: overrides.slotOrder[name] ?? slot.order };
      }),
  );
  return found
    .filter(({ name }) => !overrides.hidden.includes(name))
    .sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1))
    .map(({ pluginId, key }) => ({ pluginId, key }));
}
