import { nationalList } from '../../../seed/national-list.mjs';
import type { CatalogueEntry } from '../model.ts';

/** What is taken of a catalogue entry of the demo data set. */
export interface DemoEntry {
  readonly drugId: string;
  readonly kind: string;
  readonly drugName: string;
  readonly drugSpec: string;
  readonly drugForm: string;
  readonly drugType: string;
  readonly drugCategory: string;
  readonly medicalInsCode: string;
  readonly drugDirectoryType: string;
  readonly approvalNumber: string;
  readonly drugChangjia: string;
  readonly limitUseSign: number;
  readonly limitUseScope: string;
  readonly preparaUnit: string;
  readonly stockUnit: string;
  readonly stockDmin: number;
  readonly price: number;
}

export { FIRST_VERSION, SECOND_VERSION } from '../../../seed/national-list.mjs';

/** National catalogue made of the demo data set. The generator is plain JavaScript and tells nothing of its shapes. */
export const demoCatalogue = (entries: readonly DemoEntry[]): CatalogueEntry[] => nationalList(entries) as CatalogueEntry[];
