import { personNames, sql } from '@nephra/plugin-sdk/server';
import { type FileReader, patientTable } from '../files/patient.table.ts';
import type { PatientDb } from '../tables.ts';

/** Patients whom the asker may see: their names are masked in questions. Found by the index of names, whatever the length of the question. */
export const patientNames = personNames<PatientDb>({
  id: 'patients',
  async find(ctx, candidates) {
    const { user, db, log, pluginId, dataScope } = ctx;
    const reader: FileReader = { user, db, log, pluginId, dataScope, merged: false };
    const rows = await patientTable
      .select(reader, 'file')
      .clearSelect()
      .select('file.patientName')
      .distinct()
      .where(sql<boolean>`file."patientName" = any(${[...candidates]}::text[])`)
      .execute();
    return rows.map(({ patientName }) => patientName);
  },
});
