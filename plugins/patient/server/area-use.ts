import { type AreaUse, areaUses, extend, MAX_NAMED_USES, readUses, type ServerContext, type UsesReader } from '@nephra/plugin-sdk/server';
import type { PatientDb } from './tables.ts';
import { patientModel, patientTable } from './files/patient.table.ts';

const MAX_READ = MAX_NAMED_USES + 1;
const TITLE = { zh: '患者档案', zhtw: '病患檔案', en: 'Patient files' };

/** Patient files hold areas: one in use is not deleted. Only files that the caller sees are named, to whoever may read files at all. */
export const patientAreaUse = extend(
  areaUses,
  (own: ServerContext<PatientDb>): AreaUse => ({
    async of({ log, user, dataScope, can }: UsesReader, id) {
      const ctx = { ...own, log, user, dataScope };
      const held = patientTable
        .everywhere(ctx, 'an area that a file holds stays, whoever may see the file; only what the caller sees is told', 'file')
        .where('file.addressArea', '=', id)
        .where('file.addressArea', '<>', '')
        .limit(MAX_READ);
      const seen = patientTable.select(ctx, 'file').where('file.addressArea', '=', id).where('file.addressArea', '<>', '').orderBy('file.id').limit(MAX_READ);
      return await readUses({
        title: TITLE,
        held: async () => (await held.execute()).length,
        may: can(patientModel.menu),
        named: async () => (await seen.execute()).map(({ patientName, outpatientCode }) => `${patientName} ${outpatientCode}`),
      });
    },
  }),
);
