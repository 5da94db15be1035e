import type { Language } from '@nephra/plugin-sdk/contract';
import { answerWithin, type Extension, type HomeCard, type HomeCardContent, type HomeReader, type Log } from '@nephra/plugin-sdk/server';
import type { HomeCardView } from '../../contract/index.ts';

/** A card that takes longer is left out this time, so that one plugin cannot keep the page waiting. */
export const CARD_LIMIT_MS = 4_000;

/** How a person arranged the cards: those named come first, in this order. */
export type HomeArrangement = readonly { readonly prop: string; readonly visible: boolean }[];

interface HomeInput {
  readonly cards: readonly Extension<HomeCard>[];
  readonly arrangement: HomeArrangement;
  readonly reader: HomeReader;
  readonly language: Language;
  readonly log: Log;
  readonly limitMs?: number;
}

const figuresOf = ({ figures }: HomeCardContent, language: Language): HomeCardView['figures'] =>
  figures.map(({ key, label, unit, value, yesterday, tone }) => ({ key, label: label[language], unit, value, yesterday: yesterday ?? null, tone: tone ?? '' }));

const rowsOf = ({ rows = [] }: HomeCardContent): HomeCardView['rows'] =>
  rows.map(({ key, text, note, opens }) => ({ key, text, note, opens: opens ? { menu: opens.menu, query: { ...opens.query } } : null }));

/** The cards that somebody may see, in their own order; a card that fails says so and stops no other. */
export async function readHome({ cards, arrangement, reader, language, log, limitMs = CARD_LIMIT_MS }: HomeInput): Promise<HomeCardView[]> {
  const named = new Map(arrangement.map(({ prop, visible }, place) => [prop, { place, visible }]));
  const placeOf = (id: string): number => named.get(id)?.place ?? arrangement.length;
  const views = cards
    .filter(({ value }) => reader.can(value.menu))
    .map(async ({ pluginId, value }): Promise<HomeCardView | null> => {
      const id = `${pluginId}.${value.id}`;
      const view = { id, title: value.title[language], menu: value.menu, figures: [], rows: [], failed: false, hidden: false };
      if (named.get(id)?.visible === false) return { ...view, hidden: true };
      try {
        const content = await answerWithin(value.read(reader), limitMs);
        return content && { ...view, figures: figuresOf(content, language), rows: rowsOf(content) };
      } catch (error) {
        log.warn({ err: error, plugin: pluginId, card: value.id }, 'a card of the start page could not be read');
        return { ...view, failed: true };
      }
    });
  const shown = (await Promise.all(views)).filter((view) => view !== null);
  return shown.sort((a, b) => placeOf(a.id) - placeOf(b.id));
}
