import { recordPage } from '@nephra/plugin-sdk/widgets';
import { wardContract } from '../contract/index.ts';

/** List, form, import, export and paper of the wards. */
export const Page = recordPage(wardContract, { columns: { beds: { width: 90 } } });
