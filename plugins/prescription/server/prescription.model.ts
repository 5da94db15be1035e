import { type DataModel, defineDataModel, sql } from '@nephra/plugin-sdk/server';
import { RxStatus } from '../contract/index.ts';
import { prescriptionTable } from './tables/prescription.table.ts';

/** Prescriptions, as data schemes of this and of other menus that show them may narrow them. */
export const prescriptionModel = defineDataModel({
  ...(prescriptionTable.dataModel as DataModel),
  listed: sql<boolean>`rx_status <> ${sql.lit(RxStatus.Void)}`,
});
