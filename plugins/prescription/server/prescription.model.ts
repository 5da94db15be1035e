import { defineDataModel, sql } from '@nephra/plugin-sdk/server';
import { RxStatus } from '../contract/index.ts';

/** Prescriptions, as data schemes of this and of other menus that show them may narrow them. */
export const prescriptionModel = defineDataModel({
  menu: 'his.prescription',
  table: 'prescription.prescription',
  orgColumn: 'org_id',
  listed: sql<boolean>`rx_status <> ${sql.lit(RxStatus.Void)}`,
  fields: {
    creatorUserId: { column: 'creator_id', type: 'User' },
    workerId: { column: 'worker_id', type: 'User' },
    orgId: { column: 'org_id', type: 'Organize' },
    patientType: { column: 'patient_type', type: 'String' },
    reimWay: { column: 'reim_way', type: 'String' },
    dpType: { column: 'dp_type', type: 'Int32' },
    dpDate: { column: 'dp_date', type: 'DateTime' },
    payStatus: { column: 'pay_status', type: 'Int32' },
    rxStatus: { column: 'rx_status', type: 'Int32' },
    totalPrice: { column: 'total_price', type: 'Double' },
  },
});
