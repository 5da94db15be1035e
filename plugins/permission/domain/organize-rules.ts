import { isEmail, isEnCode, isMobile } from '@nephra/plugin-sdk/contract';
import type { OrganizeProperty } from '../contract/index.ts';

/** What is wrong with one field; `key` is looked up as `errors.permission.<key>`. */
export interface Complaint {
  readonly path: string;
  readonly key: string;
}

/** Addresses that a browser may open; anything else, like `javascript:`, must not become a link. */
const WEB_SITE = /^(https?:\/\/)?[\w-]+(\.[\w-]+)+([/?#][^\s]*)?$/i;
const FACILITY_CODE = /^[A-Za-z0-9]{1,20}$/;

export interface NamedRecord {
  readonly fullName: string;
  readonly enCode: string;
}

/** Keys of refusals for what a record complains of, by field and complaint. */
export const NAME_REFUSALS: Readonly<Record<string, string>> = {
  'fullName required': 'name-missing',
  'enCode required': 'code-missing',
  'enCode enCode': 'code-format',
};

/** First complaint about a name and code. A code that is stored already stays allowed, whatever it looks like. */
export function nameComplaint({ fullName, enCode }: NamedRecord, storedCode?: string): Complaint | undefined {
  if (fullName.trim() === '') return { path: 'fullName', key: 'name-missing' };
  if (enCode.trim() === '') return { path: 'enCode', key: 'code-missing' };
  return enCode === storedCode || isEnCode(enCode) ? undefined : { path: 'enCode', key: 'code-format' };
}

/** First complaint about the further facts of an organisation; empty members are fine. */
export function propertyComplaint(property: OrganizeProperty): Complaint | undefined {
  const { managerMobilePhone = '', manageEmail = '', webSite = '', fixmedinsCode = '' } = property;
  if (managerMobilePhone !== '' && !isMobile(managerMobilePhone)) return { path: 'propertyJson.managerMobilePhone', key: 'mobile-format' };
  if (manageEmail !== '' && !isEmail(manageEmail)) return { path: 'propertyJson.manageEmail', key: 'email-format' };
  if (webSite !== '' && !WEB_SITE.test(webSite)) return { path: 'propertyJson.webSite', key: 'web-site-format' };
  return fixmedinsCode === '' || FACILITY_CODE.test(fixmedinsCode) ? undefined : { path: 'propertyJson.fixmedinsCode', key: 'facility-code-format' };
}
