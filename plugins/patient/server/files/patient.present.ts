import type { PatientFile, PatientRow } from '../../contract/index.ts';
import { FILE_FIELDS } from '../../contract/file-fields.ts';
import { ageOn } from '../../domain/age.ts';
import { CONTENT_FIELDS, type FileContent } from '../../domain/file/file-content.ts';
import { shownValue } from '../../domain/file/masked-change.ts';
import { contentOf } from './file-content.ts';
import type { PatientStored } from './patient.table.ts';

const namesIn = (where: 'list' | 'file') => CONTENT_FIELDS.filter((name) => FILE_FIELDS[name].facts.shown === where);
const SHOWN = { list: namesIn('list'), file: namesIn('file') } as const;

/** Fields that lists carry, or that the file has besides; numbers of identity masked. */
const shownIn = (where: 'list' | 'file', content: FileContent) => Object.fromEntries(SHOWN[where].map((name) => [name, shownValue(name, content[name])]));

/** One patient as lists carry it: numbers of identity masked. `today` decides the age. */
export const presentRow = (row: PatientStored, today: string): PatientRow => {
  const content = contentOf(row);
  return {
    ...shownIn('list', content),
    dialysis: content.dialysis,
    patientId: row.id,
    orgId: row.orgId,
    patientAge: ageOn(today, row.birthday),
    enableMark: row.enabled ? 1 : 0,
    mergedInto: row.mergedInto,
    version: row.version,
  } as PatientRow; // the fields of a row are those that lists carry
};

export const presentFile = (row: PatientStored, today: string): PatientFile =>
  ({
    ...presentRow(row, today),
    ...shownIn('file', contentOf(row)),
    creatorTime: row.createdAt.getTime(),
    lastModifyTime: row.updatedAt.getTime(),
  }) as PatientFile; // and those of a file all others
