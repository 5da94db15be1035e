import type { createClient } from '@nephra/plugin-sdk/web';
import type { FormItem, FormStore, SaveAct } from '@nephra/plugin-sdk/widgets';
import type { ReactNode } from 'react';
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
export interface Asked<V extends object> {
  readonly title: string;
  readonly fields: () => FormItem<V>[];
  readonly initial: V;
  /** Calls the server; a refusal stands in the dialog. */
  readonly save: (client: FileClient, values: V, options: SaveAct & { readonly quiet: true }) => Promise<{ readonly msg: string }>;
  readonly width?: number;
  readonly columns?: number;
  readonly saveText?: string;
  /** Stands below the fields, from what they hold now. */
  readonly below?: (values: V) => ReactNode;
}

/** A form that is open, with the types of its values closed in. */
export interface Dialog {
  readonly form: FormStore<object>;
  readonly asked: Asked<object>;
}

/** Where shifts, stations and materials come from. */
export interface ChoiceSource {
  readonly choices: Choices;
  readonly shiftName: (shiftId: string) => string;
}
