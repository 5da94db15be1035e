import { formatInstant, type NationalEnvelope as Envelope, type RegionConnection } from '@nephra/plugin-sdk/contract';

const FACILITY_LENGTH = 12;
const SEQUENCE_LENGTH = 4;
/** Most numbers that one facility can get in one second. */
export const LAST_SEQUENCE = 9999;

/** First part of a message number: exactly 12 characters, whatever the insurer's code has. */
export const facilityPart = (fixmedinsCode: string): string => fixmedinsCode.slice(0, FACILITY_LENGTH).padEnd(FACILITY_LENGTH, '0');

/** Second part: yyyyMMddHHmmss. */
export const stampOf = (instant: number): string => formatInstant(instant, 'yyyyMMddHHmmss');

/** `sequence` 1 to 9999. */
export const messageNumber = (fixmedinsCode: string, stamp: string, sequence: number): string =>
  `${facilityPart(fixmedinsCode)}${stamp}${String(sequence).padStart(SEQUENCE_LENGTH, '0')}`;

const OPERATOR_LENGTH = 20;
/** Who works without a person: the resolver and other jobs. */
export const JOB_OPERATOR = 'job';

/**
 * Operator number (9001 `opter_no` C20). Ids that are longer keep their end, which is the random part; the job signs in under the facility's own
 * number.
 */
export function operatorNo(userId: string, fixmedinsCode: string): string {
  if (userId === JOB_OPERATOR) return `AUTO${fixmedinsCode}`.slice(0, OPERATOR_LENGTH);
  return userId.slice(-OPERATOR_LENGTH);
}

type Node = Readonly<Record<string, unknown>>;

/** HN 5.4: nothing is sent as null. An empty number is 0, everything else that is empty is an empty text. */
export function withoutEmpty(value: unknown): unknown {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? value : 0;
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutEmpty(inner)]));
  return value;
}

export interface EnvelopeParts {
  readonly infno: string;
  readonly msgid: string;
  readonly connection: RegionConnection;
  readonly insuplcAdmdvs: string;
  readonly operator: { readonly no: string; readonly name: string };
  readonly signNo: string;
  readonly instant: number;
  readonly input: Node;
}

/** The envelope of one message. */
export const buildEnvelope = ({ infno, msgid, connection, insuplcAdmdvs, operator, signNo, instant, input }: EnvelopeParts): Envelope => ({
  infno,
  msgid,
  mdtrtarea_admvs: connection.mdtrtareaAdmvs,
  insuplc_admdvs: insuplcAdmdvs,
  recer_sys_code: connection.recerSysCode,
  dev_no: '',
  dev_safe_info: '',
  cainfo: '',
  signtype: '',
  infver: connection.infver || 'V1.0',
  opter_type: '1',
  opter: operator.no,
  opter_name: operator.name.slice(0, 50),
  inf_time: formatInstant(instant, 'yyyy-MM-dd HH:mm:ss'),
  fixmedins_code: connection.fixmedinsCode,
  fixmedins_name: connection.fixmedinsName,
  sign_no: signNo,
  input: withoutEmpty(input) as Node,
});
