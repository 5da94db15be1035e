import { pick } from '@nephra/plugin-sdk/server';
import {
  AppError,
  dayOf,
  EnvelopeCode,
  formatInstant,
  moneyFromText,
  moneyToWire,
  type OrgId,
  asNode,
  asNodes,
  type AnswerNode as Node,
} from '@nephra/plugin-sdk/contract';
import { type PatientFile, patientDirectory } from '../../../patient/contract/index.ts';
import type { PersonInsurance } from '../../contract/index.ts';
import { reasonWords } from '../../domain/exchange/reason-words.ts';
import type { Filing } from '../../domain/settlement/settle-checks.ts';
import { text } from '../../domain/settlement/settle-amounts.ts';
import { clockRefusal } from '../client/clock-refusal.ts';
import type { ExchangeSubject, NationalClient, Outcome } from '../client/national-client.ts';
import { type Certificate, shownCertificate } from '../settlement/ledger/certificate.ts';
import type { Ctx } from '../settlement/ledger/settlement-context.ts';
import { keepFilings } from './filing.repo.ts';

const balance = (value: unknown): number => {
  try {
    return moneyToWire(moneyFromText(text(value) || '0'));
  } catch {
    return 0;
  }
};

export interface Insurance {
  readonly insutype: string;
  readonly psn_type: string;
  readonly balc: number;
  readonly psn_insu_stas: string;
  readonly psn_insu_date: string;
  readonly paus_insu_date: string;
  readonly insuplc_admdvs: string;
  readonly emp_name: string;
}

/** Who the platform says this is, and how insured. */
export interface Person {
  readonly psn_no: string;
  readonly psn_name: string;
  readonly gend: string;
  readonly brdy: string;
  readonly insurances: readonly Insurance[];
}

export function readPerson(output: Node): Person {
  const base = asNode(output.baseinfo);
  return {
    psn_no: text(base.psn_no),
    psn_name: text(base.psn_name),
    gend: text(base.gend),
    brdy: text(base.brdy).slice(0, 10),
    insurances: asNodes(output.insuinfo).map((row) => ({
      insutype: text(row.insutype),
      psn_type: text(row.psn_type),
      balc: balance(row.balc),
      psn_insu_stas: text(row.psn_insu_stas),
      psn_insu_date: text(row.psn_insu_date),
      paus_insu_date: text(row.paus_insu_date),
      insuplc_admdvs: text(row.insuplc_admdvs),
      emp_name: text(row.emp_name),
    })),
  };
}

/** 1101. */
export const askPerson = (client: NationalClient, subject: ExchangeSubject, file: PatientFile, idcard: string, certificate: Certificate): Promise<Outcome> =>
  client.call(
    '1101',
    {
      data: {
        mdtrt_cert_type: certificate.mdtrt_cert_type,
        mdtrt_cert_no: certificate.mdtrt_cert_no,
        card_sn: certificate.card_sn ?? '',
        begntime: '',
        psn_cert_type: file.psn_cert_type,
        certno: idcard,
        psn_name: file.patientName,
      },
    },
    subject,
  );

export const readFilings = (output: Node): Filing[] =>
  asNodes(output.feedetail).map((row) => ({
    opsp_dise_code: text(row.opsp_dise_code),
    opsp_dise_name: text(row.opsp_dise_name),
    begndate: text(row.begndate).slice(0, 10),
    enddate: text(row.enddate).slice(0, 10),
  }));

/** 5301; what it answers about a patient is kept, with the time. */
export async function askFilings({ ctx, client }: Pick<Asking, 'ctx' | 'client'>, subject: ExchangeSubject, psnNo: string): Promise<Outcome> {
  const outcome = await client.call('5301', { data: { psn_no: psnNo } }, subject);
  const { orgId, patientId } = subject;
  if (outcome.kind === 'success' && patientId !== undefined) await keepFilings(ctx, { orgId, patientId, psnNo }, readFilings(outcome.output));
  return outcome;
}

/** The outcome of a question; anything but an answer is a refusal with the platform's own words. */
export function answered(outcome: Outcome): Node {
  if (outcome.kind === 'success') return outcome.output;
  const clock = clockRefusal(outcome.reason);
  if (clock) throw clock;
  if (outcome.kind === 'refused' && !reasonWords(outcome.reason)) throw new AppError('insurance.platform-refused', { params: { reason: outcome.reason } });
  if (reasonWords(outcome.reason)) throw new AppError('insurance.platform-quiet', { code: EnvelopeCode.Unavailable });
  throw new AppError('insurance.platform-silent', { code: EnvelopeCode.Unavailable, params: { reason: outcome.reason } });
}

export interface Asking {
  readonly ctx: Ctx;
  readonly client: NationalClient;
  readonly operator: ExchangeSubject['operator'];
}

/** The insurance of a patient, straight from the platform: 1101, then entitlements (2001) and chronic filings (5301). */
export async function personOf({ ctx, client, operator }: Asking, file: PatientFile, certificate: Certificate | undefined): Promise<PersonInsurance> {
  const orgId = file.orgId as OrgId;
  const shown = await shownCertificate(ctx, { patientId: file.patientId, orgId }, certificate ?? { mdtrt_cert_type: '02', mdtrt_cert_no: '' });
  const subject: ExchangeSubject = { orgId, operator, patientId: file.patientId, patientName: file.patientName };
  const identity = await ctx.service(patientDirectory).identity(file.patientId, [orgId]);
  const person = readPerson(answered(await askPerson(client, subject, file, identity?.patientIdcard ?? '', shown)));
  const insured = person.insurances.find((one) => one.insutype === file.reimWay) ?? person.insurances[0];
  const about = { ...subject, insuplcAdmdvs: insured?.insuplc_admdvs ?? file.insuplc_admdvs };
  const now = ctx.clock.now();
  const { connection } = await client.connectionOf(orgId);
  const entitled =
    insured === undefined
      ? []
      : asNodes(
          answered(
            await client.call(
              '2001',
              {
                data: {
                  psn_no: person.psn_no,
                  insutype: insured.insutype,
                  fixmedins_code: connection.fixmedinsCode,
                  med_type: file.patientType === 'dialysis' ? '14' : '11',
                  begntime: formatInstant(now.getTime(), 'yyyy-MM-dd HH:mm:ss'),
                  endtime: '',
                  dise_codg: '',
                  dise_name: '',
                  oprn_oprt_code: '',
                  oprn_oprt_name: '',
                  matn_type: '',
                  birctrl_type: '',
                },
              },
              about,
            ),
          ).trtinfo,
        );
  return {
    patientId: file.patientId,
    ...pick(person, 'psn_no', 'psn_name', 'gend', 'brdy'),
    sameAsFile: person.psn_name === file.patientName && (file.birthday === null || person.brdy === '' || person.brdy === file.birthday),
    insuinfo: [...person.insurances],
    trtinfo: entitled.map((row) => ({
      fund_pay_type: text(row.fund_pay_type),
      trt_enjymnt_flag: text(row.trt_enjymnt_flag),
      begndate: text(row.begndate),
      enddate: text(row.enddate),
      trt_chk_rslt: text(row.trt_chk_rslt),
    })),
    filings: readFilings(answered(await askFilings({ ctx, client }, about, person.psn_no))),
    readAt: now.getTime(),
  };
}

/** Today as the platform counts days. */
export const todayOf = (ctx: Ctx): string => dayOf(ctx.clock.now().getTime());
