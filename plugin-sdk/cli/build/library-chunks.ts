import { type ChunkRoot, planRoots, reach } from './chunk-plan.ts';
import { UI_TIERS } from './door-names.ts';
import { SDK, SDK_CONTRACT, SDK_WEB, UI_DOOR } from './shared-names.ts';
import type { Piece } from './web-bundle.ts';

/** What the log-in page already needs. */
export const BASE: readonly string[] = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client', SDK_CONTRACT, SDK_WEB, `${UI_DOOR}/core`];
/** What every page needs after sign-in; fetched while the user types the password. */
const FRAME: readonly string[] = ['mobx', 'mobx-react-lite', 'react-router-dom', 'i18next', 'axios', `${UI_DOOR}/chrome`];

/** A widget with more code of its own than this gets its own file. */
const BIG_WIDGET = 25_000;

type Pieces = ReadonlyMap<string, Piece>;

export const entryPiece = (pieces: Pieces, entry: string): string => [...pieces.values()].find((piece) => piece.entry === entry && !piece.dynamic)?.id ?? '';

/** Chunks of the shared modules in the order of the needs: what stands earlier never waits for what stands later. */
export function libraryChunks(pieces: Pieces, widgets: readonly string[]): readonly ChunkRoot[] {
  const tiers = UI_TIERS.filter((tier) => tier !== 'core' && tier !== 'chrome').map((tier) => ({ chunk: tier as string, entries: [`${UI_DOOR}/${tier}`] }));
  const served: ChunkRoot[] = [{ chunk: 'base', entries: BASE }, { chunk: 'frame', entries: FRAME }, { chunk: 'dayjs', entries: ['dayjs'] }, ...tiers];
  return [...served, ...widgetChunks(pieces, served, widgets)];
}

/**
 * Small widgets share a file when they need the same tiers, so that a page pays neither a request per widget nor a tier
 * that only a neighbour needs. Widgets with the smallest needs come first; others may build on them.
 */
function widgetChunks(pieces: Pieces, served: readonly ChunkRoot[], widgets: readonly string[]): ChunkRoot[] {
  const plan = planRoots(pieces, served);
  const needs = widgets
    .map((name) => {
      const all = reach(pieces, entryPiece(pieces, name));
      const tiers = [...new Set([...all].map((id) => plan.get(id)).filter((chunk) => chunk !== undefined && chunk !== 'base' && chunk !== 'frame'))].sort();
      return { name, all, tiers };
    })
    .sort((a, b) => a.tiers.length - b.tiers.length || a.all.size - b.all.size || a.name.localeCompare(b.name));
  const chunks = new Map<string, string[]>();
  for (const { name, all, tiers } of needs) {
    const own = [...all].filter((id) => !plan.has(id));
    const bytes = own.reduce((sum, id) => sum + (pieces.get(id)?.bytes ?? 0), 0);
    const chunk = bytes > BIG_WIDGET ? `widget-${name.slice(`${SDK}/widgets/`.length)}` : ['widgets', ...tiers].join('-');
    for (const id of own) plan.set(id, chunk);
    chunks.set(chunk, [...(chunks.get(chunk) ?? []), name]);
  }
  return [...chunks].map(([chunk, entries]) => ({ chunk, entries }));
}
