import type { CatalogueTables } from './catalogue/catalogue-tables.ts';
import type { ExchangeTables } from './exchange-tables.ts';
import type { ReconcileTables } from './reconcile/reconcile-tables.ts';
import type { SettlementTables } from './settlement/ledger/settlement-tables.ts';

/** Everything in the schema `insurance`; each slice describes its own tables. */
export interface InsuranceTables extends ExchangeTables, SettlementTables, CatalogueTables, ReconcileTables {}
