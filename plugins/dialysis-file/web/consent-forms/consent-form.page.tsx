import { recordPage } from '@nephra/plugin-sdk/widgets';
import { consentFormContract } from '../../contract/consent/consent-form.record.ts';

/** Texts of consents, by version. */
export const Page = recordPage(consentFormContract);
