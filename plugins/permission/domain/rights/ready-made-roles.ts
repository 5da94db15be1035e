/** Roles of the daily work that every centre needs; a new delegation names them unless told otherwise. */
export const READY_MADE_ROLES: readonly string[] = [
  'doctor',
  'nurse',
  'treatnurse',
  'headnurse',
  'director',
  'pharmacist',
  'cashier',
  'clerk',
  'engineer',
  'quality',
  'screen',
];
