import { defineExtension, type TextByLanguage } from '../contract/index.ts';
import type { RequestContext, ServerContext } from './context.ts';
import { textsIn } from './texts/texts.ts';
import { type ExtensionProvider, extend } from './define-server-plugin.ts';

/** One number of a card. */
export interface HomeFigure {
  /** Unique in its card. */
  readonly key: string;
  readonly label: TextByLanguage;
  readonly unit: 'count' | 'yuan';
  readonly value: number;
  /** The same of the whole day before, where that says something. */
  readonly yesterday?: number;
  /** `wait`: work that waits when it is not zero; `alarm`: something is wrong when it is not zero. */
  readonly tone?: 'wait' | 'alarm';
}

/** One line of a card: somebody or something to go on with. */
export interface HomeRow {
  readonly key: string;
  readonly text: string;
  readonly note: string;
  /** Page that shows it, and what that is asked for; plain text for whoever may not open the page. */
  readonly opens?: { readonly menu: string; readonly query: Readonly<Record<string, string>> };
}

export interface HomeCardContent {
  readonly figures: readonly HomeFigure[];
  readonly rows?: readonly HomeRow[];
}

/** What the start page knows of whoever looks at it. */
export type HomeReader = Pick<RequestContext<never>, 'user' | 'language' | 'ip' | 'can' | 'dataScope' | 'audit' | 'message'>;

/** The plugin's own context as in a call of the person who looks. */
export const contextOfReader = <DB>(ctx: ServerContext<DB>, reader: HomeReader): RequestContext<DB> => ({
  ...ctx,
  ...reader,
  text: textsIn(ctx, reader.language),
});

/** A card of the start page. */
export interface HomeCard {
  /** Unique in its plugin. */
  readonly id: string;
  readonly title: TextByLanguage;
  /** Menu that the card belongs to: it is shown to whoever may open that, and opens it. */
  readonly menu: string;
  /** @returns nothing where there is nothing to say to this person */
  readonly read: (reader: HomeReader) => Promise<HomeCardContent | null>;
}

/** Cards of the start page, in the order of registry.json; each person arranges them. */
export const homeCards = defineExtension<HomeCard>('shell.home-card@1', { id: 'text', title: 'title', menu: 'text', read: 'function' });

/**
 * Adds a card to the start page.
 * @param card.read gets the plugin's own context as in a call of the person who looks: the same queries answer within the same rights
 */
export const homeCard = <DB>(
  card: Omit<HomeCard, 'read'> & { readonly read: (ctx: RequestContext<DB>) => Promise<HomeCardContent | null> },
): ExtensionProvider<DB> => extend(homeCards, (ctx: ServerContext<DB>) => ({ ...card, read: (reader) => card.read(contextOfReader(ctx, reader)) }));
