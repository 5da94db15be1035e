import type { PayStatus, RxStatus } from '../contract/index.ts';

/** A row that is changed by one statement, which raises its version. */
interface Versioned {
  version: number;
}

/** What figures, checks and counts read in SQL, and what is changed; all else goes through `prescriptionTable`. */
export interface PrescriptionFigures extends Versioned {
  id: string;
  org_id: string;
  dp_number: string;
  dp_type: number;
  dp_date: Date;
  patient_id: string;
  patient_name: string;
  worker_id: string;
  worker_name: string;
  pay_status: PayStatus;
  rx_status: RxStatus;
  rounds: number;
  updated_at: Date;
}

/** Columns by which rows are deleted or changed by statements of their own; all else goes through the declared tables in `tables`. */
export interface PrescriptionDb {
  'prescription.prescription': PrescriptionFigures;
  'prescription.detail': Record<'dp_id', string>;
  'prescription.custom_package': Versioned & Record<'id', string>;
  'prescription.custom_package_line': Record<'package_id', string>;
}
