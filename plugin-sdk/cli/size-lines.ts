import type { PluginBuild } from './build/plugin/plugin-build.ts';

/** Bytes over the wire (brotli) that a plugin may have; the entry is fetched on first use of any of its pages. */
export const SIZE_LIMITS = { entry: 30 * 1024, page: 60 * 1024 } as const;

const kb = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;

export const sizeLines = ({ entry, pages }: PluginBuild['sizes']): string[] => [
  ...(entry > 0 ? [`  entry ${kb(entry)} of ${kb(SIZE_LIMITS.entry)}`] : []),
  ...Object.entries(pages).map(([page, bytes]) => `  ${page} ${kb(bytes)} of ${kb(SIZE_LIMITS.page)}`),
];

export function sizeProblems({ entry, pages }: PluginBuild['sizes']): string[] {
  return [
    ...(entry > SIZE_LIMITS.entry
      ? [`The entry has ${kb(entry)}, more than ${kb(SIZE_LIMITS.entry)}: plugin.ts imports something that belongs behind a lazy import.`]
      : []),
    ...Object.entries(pages)
      .filter(([, bytes]) => bytes > SIZE_LIMITS.page)
      .map(
        ([page, bytes]) => `${page} has ${kb(bytes)}, more than ${kb(SIZE_LIMITS.page)}: load dialogs that are rarely opened with import(), or drop a library.`,
      ),
  ];
}
