import { type ChunkRoot, planRoots, reach } from './chunk-plan.ts';
import { UI_TIERS } from '../doors/door-names.ts';
import { SDK, SDK_CONTRACT, SDK_RECORD, SDK_WEB, UI_DOOR } from '../doors/shared-names.ts';
import type { Piece } from '../web-bundle.ts';

/** What the log-in page already needs: it draws its own few fields, without components. */
export const BASE: readonly string[] = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'];
/** A shared name of the frame's chunk. */
export const FRAME_NAME = `${UI_DOOR}/chrome`;
/** What every page needs after sign-in; fetched while the user types the password. */
const FRAME: readonly string[] = [SDK_CONTRACT, SDK_WEB, `${UI_DOOR}/core`, 'mobx', 'mobx-react-lite', 'react-router-dom', 'i18next', 'axios', FRAME_NAME];

/** Chunks that are there on every page after sign-in. */
const ALWAYS: readonly string[] = ['base', 'frame'];

/** What nearly every list or edit page needs comes in one file: the fields and the widgets around them. */
const KIT = 'kit';
const KIT_TIER = 'field';
/**
 * Widgets that need no more than the kit and that most list pages do without: trees, papers, money, queues. They come in a file of their own,
 * beside the page that uses one.
 */
const OCCASIONAL: readonly string[] = [
  'administrators-page',
  'button-block',
  'calculated-text',
  'chart',
  'dictionary-select',
  'editable-table',
  'pay-way-keys',
  'pay-ways',
  'popup-select',
  'print-document',
  'queue-entry',
  'queue-panel',
  'range-input',
  'range-search',
  'receipt-card',
  'record-section',
  'sheet-markup',
  'split-pane',
  'staff-dialogs',
  'staff-fields',
  'sub-table-store',
  'sum-line',
  'sum-strip',
  'text-block',
  'tick-group',
  'time-chart',
  'tree-list',
  'tree-list-page',
  'tree-store',
];
/** Widgets of a few pages that would make the file of the others heavier: each group comes in its own. */
const APART: Readonly<Record<string, readonly string[]>> = {
  // around lists and desks, not in the plainest list
  'widgets-around': [
    'copy-text',
    'download-file',
    'export-button',
    'filter-chips',
    'form-dialog-store',
    'keyboard-hints',
    'menu-link',
    'patient-link',
    'plain-key',
    'size-text',
  ],
  'widgets-frames': ['device-key', 'frame-socket', 'use-co-sign', 'use-cut', 'use-frames', 'use-kept-screen', 'use-narrow', 'use-network'],
  'widgets-import': ['file-import', 'file-preview-store', 'import-button', 'import-preview.dialog', 'import-sheet', 'import-store', 'pick-file', 'told-import'],
  'widgets-media': ['attachment-list', 'file-count', 'picture-row', 'small-picture', 'uploader'],
  'widgets-pick': ['picker-popover', 'picker-store'],
  'widgets-record': ['place-tree', 'record-page', 'setting-form'],
  'widgets-rich-text': ['rich-text-preview', 'rich-text-view'],
  'widgets-schedule': ['cron-field', 'cron-words'],
  'widgets-tree': ['tree-search', 'tree-table'],
};
/** A shared name of the kit's chunk. */
export const KIT_NAME = `${UI_DOOR}/${KIT_TIER}`;

/** A piece of this size, such as a barcode library, must not ride along with widgets that do not use it. */
const HEAVY = 25_000;

type Pieces = ReadonlyMap<string, Piece>;

const widgetOf = (name: string): string => name.slice(`${SDK}/widgets/`.length);
const without = (ids: readonly string[], plan: ReadonlyMap<string, string>): string[] => ids.filter((id) => !plan.has(id));

export const entryPiece = (pieces: Pieces, entry: string): string => [...pieces.values()].find((piece) => piece.entry === entry && !piece.dynamic)?.id ?? '';

/** Chunks of the shared modules in the order of the needs: what stands earlier never waits for what stands later. */
export function libraryChunks(pieces: Pieces, widgets: readonly string[]): readonly ChunkRoot[] {
  const always: readonly ChunkRoot[] = [
    { chunk: 'base', entries: BASE },
    { chunk: 'frame', entries: FRAME },
    { chunk: KIT, entries: [KIT_NAME] },
  ];
  const tiers = UI_TIERS.filter((tier) => !['core', 'chrome', KIT_TIER].includes(tier)).map((tier) => ({
    chunk: tier as string,
    entries: [`${UI_DOOR}/${tier}`],
  }));
  const rest: readonly ChunkRoot[] = [{ chunk: 'dayjs', entries: ['dayjs'] }, { chunk: 'record', entries: [SDK_RECORD] }, ...tiers];
  const crumbs = sharedCrumbs(pieces, always, tiers);
  const first = always.map((root) => (root.chunk === KIT ? { ...root, pieces: crumbs } : root));
  const apart = Object.entries(APART).map(([chunk, names]) => ({ chunk, entries: widgets.filter((name) => names.includes(widgetOf(name))) }));
  const grouped = widgetChunks(
    pieces,
    [...first, ...rest],
    widgets.filter((name) => !apart.some(({ entries }) => entries.includes(name))),
  );
  const inKit = grouped.filter(({ chunk }) => chunk === KIT).flatMap(({ entries }) => entries);
  const often = inKit.filter((name) => !OCCASIONAL.includes(widgetOf(name)));
  return [
    ...always.map((root) => (root.chunk === KIT ? { ...root, entries: [...root.entries, ...often] } : root)),
    // Of the crumbs, what the kit itself leans on is with the kit by now.
    { chunk: 'crumbs', entries: [], pieces: without(crumbs, planRoots(pieces, [...always, { chunk: KIT, entries: often }])) },
    ...rest,
    { chunk: 'widgets', entries: inKit.filter((name) => !often.includes(name)) },
    ...grouped.filter(({ chunk }) => chunk !== KIT),
    ...apart,
  ];
}

/**
 * Small pieces that several tiers have in common. They go before the tiers, or a calendar would bring the whole table tier along
 * for one line of it.
 */
function sharedCrumbs(pieces: Pieces, always: readonly ChunkRoot[], tiers: readonly ChunkRoot[]): string[] {
  const served = planRoots(pieces, always);
  const users = new Map<string, number>();
  for (const { entries } of tiers) {
    const reached = new Set(entries.flatMap((entry) => [...reach(pieces, entryPiece(pieces, entry))]));
    for (const id of reached) users.set(id, (users.get(id) ?? 0) + 1);
  }
  const small = [...users].filter(([id, count]) => count > 1 && !served.has(id) && (pieces.get(id)?.bytes ?? HEAVY) < HEAVY).map(([id]) => id);
  const crumbs = new Set(small);
  // One that leans on something that stays with a later chunk must stay there, too.
  return small.filter((id) => [...reach(pieces, id)].every((needed) => served.has(needed) || crumbs.has(needed)));
}

/**
 * Widgets that need the same tiers and heavy libraries share a file, so that a page pays neither a request per widget nor
 * bytes that only a neighbour needs. Those that need no more than the kit's own tier are part of the kit.
 */
function widgetChunks(pieces: Pieces, served: readonly ChunkRoot[], widgets: readonly string[]): ChunkRoot[] {
  const plan = planRoots(pieces, served);
  const needOf = (id: string): string | undefined => {
    const chunk = plan.get(id);
    if (chunk !== undefined) return ALWAYS.includes(chunk) ? undefined : chunk;
    return (pieces.get(id)?.bytes ?? 0) > HEAVY ? id : undefined;
  };
  const groups = new Map<string, { readonly needs: readonly string[]; readonly names: string[] }>();
  for (const name of widgets) {
    const needs = [...new Set([...reach(pieces, entryPiece(pieces, name))].map(needOf))].filter((need) => need !== undefined && need !== KIT).sort();
    const group = groups.get(needs.join()) ?? { needs: needs as string[], names: [] };
    group.names.push(name);
    groups.set(needs.join(), group);
  }
  return [...groups.values()]
    .sort((a, b) => a.needs.length - b.needs.length || a.needs.join().localeCompare(b.needs.join()))
    .map(({ needs, names }) => {
      const heavy = needs.some((need) => pieces.has(need));
      const tiers = needs.filter((need) => !pieces.has(need));
      const name = ['widgets', ...tiers, ...(heavy ? [widgetOf(names[0] ?? '')] : [])].join('-');
      return { chunk: needs.length === 0 ? KIT : name, entries: names };
    });
}
