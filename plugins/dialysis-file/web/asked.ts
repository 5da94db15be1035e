import type { createClient } from '@nephra/plugin-sdk/web';
import type { AskedForm } from '@nephra/plugin-sdk/widgets';
import type { dialysisFileContract } from '../contract/file.contract.ts';
import type { Zone } from '../contract/zones.ts';

/** What forms offer. */
export interface Choices {
  readonly shifts: readonly { readonly shiftId: string; readonly fullName: string; readonly startTime: string; readonly endTime: string }[];
  readonly stations: readonly { readonly stationId: string; readonly code: string; readonly zone: Zone }[];
  readonly materials: readonly { readonly id: string; readonly name: string }[];
}
export const NO_CHOICES: Choices = { shifts: [], stations: [], materials: [] };
export type FileClient = ReturnType<typeof createClient<typeof dialysisFileContract.routes>>;

/** What a form of the file asks, and what becomes of it. */
export type Asked<V extends object> = AskedForm<FileClient, V>;

/** Where shifts, stations and materials come from. */
export interface ChoiceSource {
  readonly choices: Choices;
  readonly shiftName: (shiftId: string) => string;
}
