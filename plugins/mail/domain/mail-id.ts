/** Names a letter for good: numbers count within the life of a folder. */
export interface MailPlaceId {
  readonly folder: string;
  readonly uidValidity: string;
  readonly uid: number;
}

const FORM = /^([A-Za-z0-9_-]{1,1100})\.(\d{1,20})\.(\d{1,10})$/;
const MAX_UID = 4_294_967_295;

const toWeb = (binary: string): string =>
  btoa(binary)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '');

/** As it stands in addresses. */
export const mailIdOf = ({ folder, uidValidity, uid }: MailPlaceId): string =>
  `${toWeb(String.fromCharCode(...new TextEncoder().encode(folder)))}.${uidValidity}.${uid}`;

/** Undefined for what is none. */
export function readMailId(id: string): MailPlaceId | undefined {
  const [, folder, uidValidity = '', number = ''] = FORM.exec(id) ?? [];
  const uid = Number(number);
  if (folder === undefined || uid < 1 || uid > MAX_UID) return undefined;
  try {
    const bytes = Uint8Array.from(atob(folder.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
    return { folder: new TextDecoder('utf-8', { fatal: true }).decode(bytes), uidValidity, uid };
  } catch {
    return undefined;
  }
}
