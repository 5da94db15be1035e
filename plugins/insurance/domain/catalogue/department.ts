/** A department as registrations and fee lines name it: code of the national list of departments. */
export interface Department {
  readonly code: string;
  readonly name: string;
}

const NEPHROLOGY: Department = { code: 'A03.07', name: '肾病学专业' };
const GENERAL: Department = { code: 'A03', name: '内科' };

/** Dialysis patients are treated by nephrology; prescriptions themselves do not name a department. */
export const departmentOf = (patientType: string): Department => (patientType === 'dialysis' ? NEPHROLOGY : GENERAL);
