/**
 * Laboratory values that a doctor on the round looks at. Bounds are what can be true of a living person. `ktv` and `urr` have no unit and per cent.
 * A laboratory system brings more one day; until then these are typed in.
 */
export const LABS = {
  haemoglobin: { unit: 'g/L', min: 20, max: 250, decimals: 0 },
  ktv: { unit: '', min: 0.1, max: 4, decimals: 2 },
  urr: { unit: '%', min: 1, max: 99, decimals: 1 },
  potassium: { unit: 'mmol/L', min: 1.5, max: 10, decimals: 1 },
  phosphate: { unit: 'mmol/L', min: 0.2, max: 6, decimals: 2 },
  calcium: { unit: 'mmol/L', min: 1, max: 4.5, decimals: 2 },
  albumin: { unit: 'g/L', min: 10, max: 70, decimals: 1 },
  parathormone: { unit: 'pg/mL', min: 1, max: 5000, decimals: 0 },
} as const satisfies Readonly<Record<string, { readonly unit: string; readonly min: number; readonly max: number; readonly decimals: number }>>;
export type LabTest = keyof typeof LABS;
export const LAB_TESTS = Object.keys(LABS) as [LabTest, ...LabTest[]];
