import type { PatientType } from './file-parts.schema.ts';

/** What fills `patient/records@1` receives: whose file is open. */
export interface PatientRecordsProps {
  readonly patientId: string;
  readonly patientName: string;
  readonly patientType: PatientType;
}

/** What fills `patient/diagnosis-picker@1` receives. */
export interface DiagnosisPickerProps {
  /** Id of the input, for its label. */
  readonly id: string;
  readonly disabled: boolean;
  /** Codes that the file has already: not offered again. */
  readonly taken: readonly string[];
  readonly onPick: (entry: { readonly code: string; readonly name: string }) => void;
}

declare module '@nephra/plugin-sdk/web' {
  interface SlotPoints {
    /** Sections of the tab "records" of a patient's file, each with what one plugin keeps of the patient. Draw nothing for whoever may not see it. */
    'patient/records@1': PatientRecordsProps;
    /** Search of a diagnosis by code or name where a file takes one; without it people type both. */
    'patient/diagnosis-picker@1': DiagnosisPickerProps;
  }
}
