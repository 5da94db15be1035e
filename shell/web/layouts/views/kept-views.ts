import type { Visit } from '../../router/route-table.ts';
import type { TagView } from '../../tags/tags.store.ts';

interface KeptInput {
  readonly visit: Visit;
  /** False between closing the shown tab and the arrival of the next page. */
  readonly showCurrent: boolean;
  readonly tags: readonly TagView[];
  /** Tags and cache switches of the settings, both on. */
  readonly caching: boolean;
}

export interface KeptView {
  /** A view is keyed by its path; a refresh counts its generation up and so starts it anew (spec 2.4, 2.1). */
  readonly key: string;
  readonly visit: Visit;
  readonly active: boolean;
}

const keyOf = (visit: Visit): string => `${visit.path}#${visit.generation}`;

/** Which views are mounted: the current one and, while caching is on, every opened tab whose route allows it. Their order is stable. */
export function keptViews({ visit, showCurrent, tags, caching }: KeptInput): KeptView[] {
  const hidden = caching
    ? tags.filter((tag) => tag.addresses.length > 0 && tag.path !== visit.path && tag.visit.route.meta.cache !== false).map((tag) => tag.visit)
    : [];
  const shown = showCurrent ? [...hidden, visit] : hidden;
  return shown.map((view) => ({ key: keyOf(view), visit: view, active: view === visit })).sort((a, b) => (a.key < b.key ? -1 : 1));
}

/**
 * Whether a page that was drawn for one visit need not be drawn again for another: it comes back as it was left. An address that asks something of the
 * page (`?patientId=…`) asks it anew at each visit.
 */
export const comesBackAsLeft = (drawn: Visit, visit: Visit): boolean =>
  drawn === visit ||
  (drawn.route === visit.route && drawn.generation === visit.generation && drawn.fullPath === visit.fullPath && visit.fullPath === visit.path);
