import { defineService } from '@nephra/plugin-sdk/contract';

/** A pack that left the pharmacy and has not come back. */
export interface PackOut {
  /** Trace code, 20 digits. */
  readonly code: string;
  /** Prescription that it left for. */
  readonly dpId: string;
}

/**
 * Offered by the pharmacy: whoever sells a pack by its code asks first whether it has gone already. A code is unique in the whole country, so
 * every facility of the house counts; the answer tells no more than the prescription.
 */
export interface PrescriptionPackCodes {
  /** Which of these packs are out; those that came back, and those that the pharmacy never scanned, are absent. */
  out(codes: readonly string[]): Promise<PackOut[]>;
}
export const prescriptionPackCodes = defineService<PrescriptionPackCodes>('prescription.pack-codes@1');
