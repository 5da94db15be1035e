import { defineDataModel, sql } from '@nephra/plugin-sdk/server';

/** Patient files, as data schemes of the menu may narrow them. */
export const patientModel = defineDataModel({
  menu: 'his.patient',
  table: 'patient.patient',
  orgColumn: 'org_id',
  listed: sql<boolean>`enabled and merged_into is null`,
  fields: {
    creatorUserId: { column: 'creator_id', type: 'User' },
    orgId: { column: 'org_id', type: 'Organize' },
    patientType: { column: 'patient_type', type: 'String' },
    reimWay: { column: 'reim_way', type: 'String' },
    medInsMark: { column: 'med_ins_mark', type: 'String' },
    classId: { column: 'shift_id', type: 'String' },
    creatorTime: { column: 'created_at', type: 'DateTime' },
  },
});
