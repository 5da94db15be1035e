import type { ExchangeTables } from './exchange/exchange-tables.ts';

/** Everything in the schema `insurance`; each slice describes its own tables. */
export interface InsuranceTables extends ExchangeTables {}
