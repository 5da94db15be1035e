import { homeCard } from '@nephra/plugin-sdk/server';
import { repoOf } from './files/patient-call.ts';
import { patientModel } from './files/patient.table.ts';
import type { PatientDb } from './tables.ts';

const ROWS = 6;

/** Who comes today, and whose files were worked on last. */
export const patientHomeCard = homeCard<PatientDb>({
  id: 'patients',
  menu: patientModel.menu,
  title: { zh: '患者', zhtw: '病患', en: 'Patients' },
  async read(ctx) {
    const { orgIds } = ctx.user;
    const repo = repoOf(ctx);
    const { total: today } = await repo.search({ orgIds, scheduledOn: ctx.clock.today(), pageSize: 1 });
    const { rows, total } = await repo.search({ orgIds, sidx: 'lastModifyTime', sort: 'desc', pageSize: ROWS });
    return {
      figures: [
        { key: 'scheduled', label: { zh: '今日排班', zhtw: '今日排班', en: 'Due today' }, unit: 'count', value: today },
        { key: 'all', label: { zh: '在档患者', zhtw: '在檔病患', en: 'Files in use' }, unit: 'count', value: total },
      ],
      rows: rows.map((row) => ({
        key: row.id,
        text: row.patientName,
        note: row.outpatientCode,
        opens: { menu: patientModel.menu, query: { patientId: row.id } },
      })),
    };
  },
});
