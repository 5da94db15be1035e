import { defineService, type OrgId } from '@nephra/plugin-sdk/contract';
import type { Zone } from './zones.ts';

/** A place where somebody may lie by custom. */
export interface CustomStation {
  readonly stationId: string;
  readonly code: string;
  readonly zone: Zone;
}

/** Asked by the dialysis file of whoever keeps stations: for the slots of a pattern and for the bed that the patient's file shows. Without it slots name no station. */
export interface DialysisStations {
  /** Those in use, in the order of the board. */
  stations(orgIds: readonly OrgId[]): Promise<readonly CustomStation[]>;
}
export const dialysisStations = defineService<DialysisStations>('dialysis-file.stations@1');
