import { SlotOutlet, usePlugin } from '@nephra/plugin-sdk/web';
import type { PatientFile } from '../../contract/index.ts';
import '../../contract/slots.ts';

/** What the other plugins keep of the patient: prescriptions, bills, what was handed out, settlements. Each row leads to its page. */
export function FileRecords({ file }: { readonly file: PatientFile }) {
  const { t } = usePlugin();
  const { patientId, patientName, patientType } = file;
  return (
    <>
      <div className="pt-records">
        <SlotOutlet point="patient/records@1" props={{ patientId, patientName, patientType }} />
      </div>
      {/* Shown while nobody drew anything above: what is kept of the patient is not for everybody. */}
      <p className="pt-none pt-no-records">{t('file.noRecords')}</p>
    </>
  );
}
