import { patientContent } from '../../../support/patient-content.ts';
import { type Caller, dataAs } from '../caller.ts';

export interface NewPatient {
  readonly patientId: string;
  readonly outpatientCode: string;
  readonly version: number;
}

/** Opens a file beside the page, so that a journey has a patient whom no other one touches. */
export const newPatient = (desk: Caller, patientName: string, more: Readonly<Record<string, unknown>> = {}): Promise<NewPatient> =>
  dataAs<NewPatient>(desk, 'POST', '/api/his/patient', patientContent(patientName, more));
