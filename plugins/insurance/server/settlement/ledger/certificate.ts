import { AppError, EnvelopeCode, type OrgId } from '@nephra/plugin-sdk/contract';
import { patientDirectory } from '../../../../patient/contract/index.ts';
import type { PreSettleBody } from '../../../contract/index.ts';
import type { Ctx, SettlementContext } from './settlement-context.ts';
import type { SettlementRow } from './settlement.repo.ts';
import { vouchers } from './vouchers.ts';

/** Who the insured person is, as the platform asks for it in nearly every message. */
export interface PersonGroup {
  readonly psn_no: string;
  readonly mdtrt_cert_type: string;
  readonly mdtrt_cert_no: string;
  readonly card_sn: string;
  readonly psn_cert_type: string;
  readonly certno: string;
  readonly psn_type: string;
  readonly psn_name: string;
}

export type Certificate = PreSettleBody['certificate'];

/** The card or identity number that was shown; an identity card that nobody typed is the one in the patient's file. */
export async function shownCertificate(ctx: Ctx, { patientId, orgId }: { patientId: string; orgId: OrgId }, certificate: Certificate): Promise<Certificate> {
  const { mdtrt_cert_type: type } = certificate;
  const typed = certificate.mdtrt_cert_no.trim();
  const number = typed === '' && type === '02' ? ((await ctx.service(patientDirectory).identity(patientId, [orgId]))?.patientIdcard ?? '') : typed;
  if (number === '') throw new AppError('insurance.certificate-missing', { code: EnvelopeCode.Invalid });
  if (type === '03' && (certificate.card_sn ?? '').trim() === '') throw new AppError('insurance.card-serial-missing', { code: EnvelopeCode.Invalid });
  return { mdtrt_cert_type: type, mdtrt_cert_no: number, card_sn: certificate.card_sn?.trim() ?? '' };
}

/** What of it is stored, sealed: never a token. */
export const sealedCertificate = (ctx: Ctx, certificate: Certificate): string =>
  certificate.mdtrt_cert_type === '01' ? '' : ctx.secrets.seal(JSON.stringify({ no: certificate.mdtrt_cert_no, sn: certificate.card_sn ?? '' }));

/** @throws AppError `insurance.voucher-gone` when a voucher must be shown again */
export function certificateOf(ctx: Ctx, row: Pick<SettlementRow, 'id' | 'certType' | 'certSealed'>): Certificate {
  if (row.certType === '01') return { mdtrt_cert_type: '01', mdtrt_cert_no: vouchers.of(row.id, ctx.clock.steady()), card_sn: '' };
  const { no, sn } = JSON.parse(ctx.secrets.open(row.certSealed)) as { no: string; sn: string };
  return { mdtrt_cert_type: row.certType, mdtrt_cert_no: no, card_sn: sn };
}

const PERSON_TYPE_UNKNOWN = '';

/** The same for a message about a settlement. */
export async function personGroup({ ctx }: SettlementContext, row: SettlementRow): Promise<PersonGroup> {
  const certificate = certificateOf(ctx, row);
  const directory = ctx.service(patientDirectory);
  const orgIds = [row.orgId];
  const [file, identity] = [await directory.get(row.patientId, orgIds), await directory.identity(row.patientId, orgIds)];
  return {
    psn_no: row.psnNo,
    mdtrt_cert_type: certificate.mdtrt_cert_type,
    mdtrt_cert_no: certificate.mdtrt_cert_no,
    card_sn: certificate.card_sn ?? '',
    psn_cert_type: file?.psn_cert_type ?? '01',
    certno: identity?.patientIdcard ?? '',
    psn_type: PERSON_TYPE_UNKNOWN,
    psn_name: row.patientName,
  };
}
