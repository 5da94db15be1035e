import { recordPage } from '@nephra/plugin-sdk/widgets';
import { roomContract } from '../../contract/records.ts';

/** Rooms in which stations stand. */
export const Page = recordPage(roomContract);
