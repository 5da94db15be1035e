import { Type } from '@nephra/plugin-sdk/contract';

/** Ways of treatment: haemodialysis, haemodiafiltration, haemofiltration, haemoperfusion and its combination, isolated ultrafiltration, slow and continuous ways, plasma exchange. */
export const DIALYSIS_MODES = ['HD', 'HDF', 'HF', 'HP', 'HD+HP', 'IUF', 'SLED', 'PE', 'CRRT'] as const;
export type DialysisMode = (typeof DIALYSIS_MODES)[number];
export const dialysisMode = Type.Enum(DIALYSIS_MODES);
