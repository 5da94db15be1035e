import type { PatientFile, PatientRow } from '../../contract/index.ts';
import { ageOn } from '../../domain/age.ts';
import { mask } from '../../domain/file/mask.ts';
import { contentOf } from './file-content.ts';
import type { PatientRecord } from './patient.repo.ts';

/** One patient as lists carry it: numbers of identity masked. `today` decides the age. */
export const presentRow = (row: PatientRecord, today: string): PatientRow => {
  const {
    address: _address,
    contactName: _name,
    contactPhone: _phone,
    pregnancyState: _pregnancy,
    pregnancyOn: _pregnancyOn,
    insuplc_admdvs: _place,
    note: _note,
    ...content
  } = contentOf(row);
  return {
    ...content,
    patientId: row.id,
    orgId: row.org_id,
    patientAge: ageOn(today, row.birthday),
    patientIdcard: mask(row.idcard),
    phone: mask(row.phone),
    enableMark: row.enabled ? 1 : 0,
    mergedInto: row.merged_into,
    version: row.version,
  };
};

export const presentFile = (row: PatientRecord, today: string): PatientFile => ({
  ...presentRow(row, today),
  address: row.address,
  contactName: row.contact_name,
  contactPhone: mask(row.contact_phone),
  pregnancyState: row.pregnancy,
  pregnancyOn: row.pregnancy_on,
  insuplc_admdvs: row.insuplc_admdvs,
  note: row.note,
  creatorTime: row.created_at.getTime(),
  lastModifyTime: row.updated_at.getTime(),
});
