import { type ChunkPlan, type ChunkRoot, planChunks, reach } from './chunk-plan.ts';
import { UI_TIERS } from './door-names.ts';
import { SDK, SDK_CONTRACT, SDK_WEB, UI_DOOR } from './shared-names.ts';
import type { Piece } from './web-bundle.ts';

/** What the log-in page already needs. */
const BASE: readonly string[] = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client', SDK_CONTRACT, SDK_WEB, `${UI_DOOR}/core`];
/** What every page needs after sign-in; fetched while the user types the password. */
const FRAME: readonly string[] = ['mobx', 'mobx-react-lite', 'react-router-dom', 'i18next', 'dayjs', 'axios', `${UI_DOOR}/chrome`];

/** A widget with more code of its own than this gets its own file. */
const BIG_WIDGET = 40_000;

export interface ShellChunks {
  readonly plan: ChunkPlan;
  /** Chunk → shared names that it holds. */
  readonly holds: ReadonlyMap<string, readonly string[]>;
}

/** Order of the shell's files: what stands earlier may not need what stands later. */
export function planShell(
  pieces: ReadonlyMap<string, Piece>,
  widgets: readonly string[],
  apps: { readonly login: string; readonly shell: string },
): ShellChunks {
  const tiers = UI_TIERS.filter((tier) => tier !== 'core' && tier !== 'chrome').map((tier) => ({ chunk: tier as string, entries: [`${UI_DOOR}/${tier}`] }));
  const served: ChunkRoot[] = [{ chunk: 'base', entries: BASE }, { chunk: 'frame', entries: FRAME }, ...tiers];
  const withWidgets = [...served, ...widgetChunks(pieces, served, widgets)];
  const plan = planChunks(pieces, [...withWidgets, { chunk: 'login', entries: [apps.login] }, { chunk: 'shell', entries: [apps.shell] }], [apps.login]);
  return { plan, holds: new Map(withWidgets.map(({ chunk, entries }) => [chunk, entries])) };
}

const entryPiece = (pieces: ReadonlyMap<string, Piece>, entry: string): string =>
  [...pieces.values()].find((piece) => piece.entry === entry && !piece.dynamic)?.id ?? '';

/**
 * Small widgets share a file when they need the same tiers, so that a page pays neither a request per widget nor a tier
 * that only a neighbour needs. Widgets with the smallest needs come first; others may build on them.
 */
function widgetChunks(pieces: ReadonlyMap<string, Piece>, served: readonly ChunkRoot[], widgets: readonly string[]): ChunkRoot[] {
  const below = planChunks(pieces, served);
  const needs = widgets
    .map((name) => {
      const all = reach(pieces, entryPiece(pieces, name));
      const own = [...all].filter((id) => !below.has(id));
      const tiers = [...new Set([...all].map((id) => below.get(id)).filter((chunk) => chunk !== undefined && chunk !== 'base' && chunk !== 'frame'))].sort();
      return { name, size: all.size, bytes: own.reduce((sum, id) => sum + (pieces.get(id)?.bytes ?? 0), 0), tiers };
    })
    .sort((a, b) => a.tiers.length - b.tiers.length || a.size - b.size || a.name.localeCompare(b.name));
  const chunks = new Map<string, string[]>();
  for (const { name, bytes, tiers } of needs) {
    const short = name.slice(`${SDK}/widgets/`.length);
    const chunk = bytes > BIG_WIDGET ? `widget-${short}` : ['widgets', ...tiers].join('-');
    chunks.set(chunk, [...(chunks.get(chunk) ?? []), name]);
  }
  return [...chunks].map(([chunk, entries]) => ({ chunk, entries }));
}
