import { type AreaUse, areaUses, extend, type HeldRows, type ServerContext, usesOf } from '@nephra/plugin-sdk/server';
import type { PatientDb } from './tables.ts';
import { patientModel, patientTable } from './files/patient.table.ts';

/** Patient files hold areas: one in use is not deleted. Only files that the caller sees are named, to whoever may read files at all. */
const files: HeldRows<PatientDb> = {
  title: { zh: '患者档案', zhtw: '病患檔案', en: 'Patient files' },
  menu: patientModel.menu,
  held: async (ctx, id, limit) =>
    (
      await patientTable
        .everywhere(ctx, 'an area that a file holds stays, whoever may see the file; only what the caller sees is told', 'file')
        .where('file.addressArea', '=', id)
        .where('file.addressArea', '<>', '')
        .limit(limit)
        .execute()
    ).length,
  async named(ctx, id, limit) {
    const seen = patientTable.select(ctx, 'file').where('file.addressArea', '=', id).where('file.addressArea', '<>', '').orderBy('file.id').limit(limit);
    return (await seen.execute()).map(({ patientName, outpatientCode }) => `${patientName} ${outpatientCode}`);
  },
};

export const patientAreaUse = extend(areaUses, (own: ServerContext<PatientDb>): AreaUse => ({ of: usesOf(own, files) }));
