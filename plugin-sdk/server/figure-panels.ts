import { defineExtension, type FigurePeriod, type TextByLanguage } from '../contract/index.ts';
import type { RequestContext, ServerContext } from './context.ts';
import { type ExtensionProvider, extend } from './define-server-plugin.ts';
import { contextOfReader, type HomeReader } from './home-cards.ts';

export { type FigurePeriod, MAX_FIGURE_DAYS } from '../contract/index.ts';

/** `count`: whole numbers of things or people; `yuan`: yuan with fen, as on the wire; `percent`: 12.5 is twelve and a half. */
export type FigureUnit = 'count' | 'yuan' | 'percent';

/** One number over the period, or as of now. */
export interface FigureTotal {
  /** Unique in its panel. */
  readonly key: string;
  readonly label: TextByLanguage;
  readonly unit: FigureUnit;
  readonly value: number;
  /** The same of the period of the same length just before; left out where that says nothing. */
  readonly before?: number;
  /** How it is reckoned, in a sentence; shown on demand. */
  readonly rule?: TextByLanguage;
  /** `rows` answers what it is made of. */
  readonly opens: boolean;
}

/** One line or one stack of bars, a value per day of the period. */
export interface FigureSeries {
  readonly key: string;
  /** Words of the plugin, or a name that is data, such as a pay way. */
  readonly label: TextByLanguage | string;
  readonly values: readonly number[];
}

/** The same number split, such as takings by way. */
export interface FigureParts {
  readonly key: string;
  readonly title: TextByLanguage;
  readonly unit: FigureUnit;
  readonly list: readonly { readonly key: string; readonly label: TextByLanguage | string; readonly value: number }[];
  readonly opens: boolean;
}

export interface FigurePanelContent {
  readonly totals: readonly FigureTotal[];
  /** Day by day: one entry per day of the period, none left out. */
  readonly days?: {
    readonly key: string;
    readonly title: TextByLanguage;
    readonly unit: FigureUnit;
    readonly series: readonly FigureSeries[];
    /** Bars of one day stand on each other: the sum says something. */
    readonly stacked: boolean;
    readonly opens: boolean;
  };
  readonly parts?: readonly FigureParts[];
  /** What stands there is the state of this moment, whatever the period. */
  readonly now?: boolean;
}

/** What of a panel is opened: a total, a part (`parts` key and entry), one day. */
export interface FigureQuestion extends FigurePeriod {
  /** Key of a total, of the days or of parts. */
  readonly figure: string;
  /** Entry of parts, or series of the days. */
  readonly part?: string;
  /** One day instead of the whole period. */
  readonly day?: string;
  readonly currentPage: number;
  readonly pageSize: number;
}

export interface FigureColumn {
  readonly key: string;
  readonly label: TextByLanguage;
  /** `day`: `YYYY-MM-DD`; `time`: milliseconds. */
  readonly kind: 'text' | 'day' | 'time' | FigureUnit;
}

/** The rows that a figure is made of, a page of them. The values of one column add up to the figure where it is a sum. */
export interface FigureRows {
  readonly columns: readonly FigureColumn[];
  readonly list: readonly {
    readonly key: string;
    readonly cells: Readonly<Record<string, string | number | null>>;
    /** Page that shows the row, and what it is asked for. */
    readonly opens?: { readonly menu: string; readonly query: Readonly<Record<string, string>> };
  }[];
  readonly total: number;
}

/** A panel of the page of figures. */
export interface FigurePanel {
  /** Unique in its plugin. */
  readonly id: string;
  readonly title: TextByLanguage;
  /** Permission code, one of the plugin's own `permissions`, that its reader must hold besides the page. */
  readonly permission: string;
  readonly read: (reader: HomeReader, period: FigurePeriod) => Promise<FigurePanelContent>;
  /** @throws AppError where the question names no figure of the panel */
  readonly rows: (reader: HomeReader, question: FigureQuestion) => Promise<FigureRows>;
}

/** Panels of the page of figures, in the order of registry.json. */
export const figurePanels = defineExtension<FigurePanel>('figures.panel@1', {
  id: 'text',
  title: 'title',
  permission: 'text',
  read: 'function',
  rows: 'function',
});

/**
 * Adds a panel to the page of figures. Read what is there within the organisations and data rights of the reader, as lists do, and sum in SQL.
 * @param panel.read gets the plugin's own context as in a call of the person who looks
 */
export const figurePanel = <DB>(
  panel: Omit<FigurePanel, 'read' | 'rows'> & {
    readonly read: (ctx: RequestContext<DB>, period: FigurePeriod) => Promise<FigurePanelContent>;
    readonly rows: (ctx: RequestContext<DB>, question: FigureQuestion) => Promise<FigureRows>;
  },
): ExtensionProvider<DB> =>
  extend(figurePanels, (ctx: ServerContext<DB>) => ({
    ...panel,
    read: (reader, period) => panel.read(contextOfReader(ctx, reader), period),
    rows: (reader, question) => panel.rows(contextOfReader(ctx, reader), question),
  }));
