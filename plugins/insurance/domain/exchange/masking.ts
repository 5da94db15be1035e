/** Numbers of persons and their documents: first three and last two characters show. */
const IDENTITY = new Set(['certno', 'mdtrt_cert_no', 'card_sn', 'cardno', 'tel', 'mob', 'coner_tel', 'patn_idcard', 'patncertno']);
/** Never written down: tokens of vouchers and whatever opens doors. */
const SECRET = new Set(['ectoken', 'ecqrcode', 'token', 'sign_no', 'secret', 'password', 'pwd', 'authno', 'dev_safe_info', 'cainfo']);
const HIDDEN = '***';
/** mdtrt_cert_type of the electronic voucher: its number is a token. */
const VOUCHER = '01';

export const maskedNumber = (number: string): string =>
  number.length <= 5 ? HIDDEN : `${number.slice(0, 3)}${'*'.repeat(number.length - 5)}${number.slice(-2)}`;

const holdsToken = (node: Readonly<Record<string, unknown>>): boolean =>
  node.mdtrt_cert_type === VOUCHER && typeof node.mdtrt_cert_no === 'string' && node.mdtrt_cert_no !== '';

/** The same shape with everything personal or secret made unreadable; JSON inside of texts too. */
export function maskPersonal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskPersonal);
  if (typeof value === 'string') {
    const inner = /^\s*[{[]/.test(value) ? parsed(value) : undefined;
    return inner === undefined ? value : JSON.stringify(maskPersonal(inner));
  }
  if (typeof value !== 'object' || value === null) return value;
  const node = value as Readonly<Record<string, unknown>>;
  const hasToken = holdsToken(node);
  return Object.fromEntries(
    Object.entries(node).map(([name, inner]) => {
      const key = name.toLowerCase();
      if (SECRET.has(key) || (key === 'mdtrt_cert_no' && hasToken)) return [name, inner === '' ? '' : HIDDEN];
      if (IDENTITY.has(key) && (typeof inner === 'string' || typeof inner === 'number')) return [name, inner === '' ? '' : maskedNumber(String(inner))];
      return [name, maskPersonal(inner)];
    }),
  );
}

/** Text of JSON as the journal shows it; what is no JSON stays as it is. */
export function maskedText(text: string): string {
  const value = parsed(text);
  return value === undefined ? text : JSON.stringify(maskPersonal(value));
}

/** True when a message cannot be kept to be sent again. */
export function hasVoucherToken(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasVoucherToken);
  if (typeof value !== 'object' || value === null) return false;
  const node = value as Readonly<Record<string, unknown>>;
  return holdsToken(node) || Object.entries(node).some(([name, inner]) => (name.toLowerCase() === 'ectoken' && inner !== '') || hasVoucherToken(inner));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Free text of a platform without identity card numbers. */
export const withoutIdNumbers = (text: string): string => text.replace(/(?<![\dA-Za-z])\d{17}[\dXx](?![\dA-Za-z])/g, maskedNumber);
