import { guangxi } from './guangxi.ts';
import type { Profile } from './profile.ts';

/** The plainest way to speak to a platform, for the region of a vendor: an agent that takes the envelope as it is. */
export const elsewhere: Profile = { ...guangxi, code: 'elsewhere' };
