import type { SqlRow } from '@nephra/plugin-sdk/server';
import type { catalogueRunTable, catalogueVersionTable } from './tables/catalogue-run.table.ts';
import type { connectionTable, messageCounterTable, platformLineTable, signInTable } from './tables/connection.table.ts';
import type { exchangeTable } from './tables/exchange.table.ts';
import type { facilityItemTable, facilitySyncTable, mappingTable } from './tables/mapping.table.ts';
import type { listEntryTable, listLinkTable, nationalItemTable, nationalTermTable, ownShareTable, priceCapTable } from './tables/national-list.table.ts';
import type { reconcileDayTable, reconcileDifferenceTable, reconcileGroupTable } from './tables/reconcile.table.ts';
import type { settlementLineTable, settlementPrescriptionTable, trailTable } from './tables/settlement-parts.table.ts';
import type { settlementTable } from './tables/settlement.table.ts';
import type { analysisTable, filingAnswerTable, visitTable } from './tables/visit.table.ts';

/** Tables of the schema `insurance`, for statements that are written by hand; each is declared in `tables`. */
export interface InsuranceTables {
  'insurance.connection': SqlRow<typeof connectionTable>;
  'insurance.sign_in': SqlRow<typeof signInTable>;
  'insurance.message_counter': SqlRow<typeof messageCounterTable>;
  'insurance.line': SqlRow<typeof platformLineTable>;
  'insurance.exchange': SqlRow<typeof exchangeTable>;
  'insurance.visit': SqlRow<typeof visitTable>;
  'insurance.analysis': SqlRow<typeof analysisTable>;
  'insurance.filing_answer': SqlRow<typeof filingAnswerTable>;
  'insurance.settlement': SqlRow<typeof settlementTable>;
  'insurance.settlement_prescription': SqlRow<typeof settlementPrescriptionTable>;
  'insurance.settlement_line': SqlRow<typeof settlementLineTable>;
  'insurance.trail': SqlRow<typeof trailTable>;
  'insurance.catalogue_version': SqlRow<typeof catalogueVersionTable>;
  'insurance.catalogue_run': SqlRow<typeof catalogueRunTable>;
  'insurance.national_item': SqlRow<typeof nationalItemTable>;
  'insurance.national_term': SqlRow<typeof nationalTermTable>;
  'insurance.list_entry': SqlRow<typeof listEntryTable>;
  'insurance.list_link': SqlRow<typeof listLinkTable>;
  'insurance.price_cap': SqlRow<typeof priceCapTable>;
  'insurance.own_share': SqlRow<typeof ownShareTable>;
  'insurance.facility_item': SqlRow<typeof facilityItemTable>;
  'insurance.facility_sync': SqlRow<typeof facilitySyncTable>;
  'insurance.mapping': SqlRow<typeof mappingTable>;
  'insurance.reconcile_day': SqlRow<typeof reconcileDayTable>;
  'insurance.reconcile_group': SqlRow<typeof reconcileGroupTable>;
  'insurance.reconcile_difference': SqlRow<typeof reconcileDifferenceTable>;
}
