import { assistantTool } from '@nephra/plugin-sdk/server';
import { repoOf } from '../files/patient-call.ts';
import { patientModel } from '../files/patient.table.ts';
import type { PatientDb } from '../tables.ts';

/** "Where is …": how many files a name, number or bed finds, and the page that shows them. Who it is the page says, not the model. */
export const countPatientsTool = assistantTool<PatientDb>({
  name: 'count_patients',
  title: { zh: '患者数量', zhtw: '病患數量', en: 'Number of patients' },
  description:
    'Counts the patient files that a name, pinyin initials, outpatient number, dialysis number or bed finds, and how many of them have a session today. ' +
    'Use it for "where is patient …" and "is there a patient …": it tells counts and the page with the list, never who somebody is.',
  parameters: { keyword: { type: 'string', description: 'Name, pinyin initials, outpatient number, dialysis number or bed; left out: all' } },
  permission: patientModel.menu,
  async run(ctx, { keyword }) {
    const asked = { orgIds: ctx.user.orgIds, pageSize: 1, ...(keyword !== undefined && { keyword: String(keyword) }) };
    const repo = repoOf(ctx);
    const { total: patients } = await repo.search(asked);
    const { total: dueToday } = await repo.search({ ...asked, scheduledOn: ctx.clock.today() });
    return { patients, dueToday, page: `menu:${patientModel.menu}` };
  },
});
