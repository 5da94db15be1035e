import { pageQuery, type Static, Type } from '@nephra/plugin-sdk/contract';
import { catalogueEntry, catalogueKind, controlClass, drugType, ENTRY_FIELDS, entrySchemas } from './catalogue.schema.ts';

export const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
export const enableMark = Type.Integer({ minimum: 0, maximum: 1 });

/** The four lists that staff keep apart; laboratory items are entries of kind `item` with drugType 化验. */
export const entryGroup = Type.Enum(['drug', 'material', 'item', 'lab']);
export type EntryGroup = Static<typeof entryGroup>;

const plannedPrice = Type.Object({ validFrom: day, price: Type.Number() });

/** An entry as the maintenance list shows it; `price` is in force today. Stock numbers are null while nobody keeps stock. */
export const entryRow = Type.Object({
  ...catalogueEntry.properties,
  version: Type.Integer(),
  stockNumber: Type.Union([Type.Number(), Type.Null()]),
  nearestExpiry: Type.Union([Type.String(), Type.Null()]),
  /** The next price change that is planned. */
  planned: Type.Union([plannedPrice, Type.Null()]),
  /** Packages that hold it: of the facility, and people's own in it. */
  packageCount: Type.Integer(),
});
export type EntryRow = Static<typeof entryRow>;

/** What a person writes into an entry. Later prices and the enabled mark have acts of their own. */
export const createEntryBody = Type.Object({
  ...entrySchemas('sent'),
  kind: catalogueKind,
  /** Yuan per stock unit, from today on. */
  price: Type.Number({ minimum: 0 }),
});
export type CreateEntryBody = Static<typeof createEntryBody>;

export const updateEntryBody = Type.Object({ ...entrySchemas('sent'), version: Type.Integer() });
export type UpdateEntryBody = Static<typeof updateEntryBody>;

/** Yuan per stock unit. */
const priceEnd = Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000_000 }));

/** Filters of the list and of its export. Booleans travel as text in a query. */
export const entryFilter = {
  group: entryGroup,
  keyword: pageQuery.keyword,
  drugType: Type.Optional(drugType),
  grade: Type.Optional(Type.Enum(['甲', '乙', '丙', 'none'])),
  enabled: Type.Optional(enableMark),
  stockKept: Type.Optional(Type.Boolean()),
  /** `any`: every class that the law controls. */
  controlClass: Type.Optional(Type.Union([controlClass, Type.Literal('any')])),
  category: Type.Optional(Type.String({ maxLength: ENTRY_FIELDS.drugCategory.max })),
  /** Price of today, both ends included; each may be left out. */
  priceFrom: priceEnd,
  priceTo: priceEnd,
  /** Only entries with a price change ahead. */
  planned: Type.Optional(Type.Boolean()),
};

/** Words that entries of one list use already, to choose from while typing. */
export const entryWords = Type.Object({
  categories: Type.Array(Type.String()),
  forms: Type.Array(Type.String()),
  makers: Type.Array(Type.String()),
  units: Type.Array(Type.String()),
  specimens: Type.Array(Type.String()),
  ingredients: Type.Array(Type.String()),
  allergyClasses: Type.Array(Type.String()),
});
export type EntryWords = Static<typeof entryWords>;

/** Look-up entry (spec 3, exact spellings). Manufacturers have no list of their own: the name is the id. */
export const manufacturer = Type.Object({ F_ManufacturerId: Type.String(), F_ManufacturerName: Type.String() });
export type Manufacturer = Static<typeof manufacturer>;
