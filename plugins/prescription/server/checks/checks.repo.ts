import type { OrgId } from '@nephra/plugin-sdk/contract';
import { type Kysely, sql } from '@nephra/plugin-sdk/server';
import { PayStatus, RxStatus } from '../../contract/index.ts';
import type { ActiveDrug, SameDayLine } from '../../domain/checks/checked-line.ts';
import { dayRange } from '../day-range.ts';
import { lineTable } from '../tables/line.table.ts';
import { type OverrideStored, overrideTable } from '../tables/override.table.ts';
import type { PrescriptionDb } from '../tables.ts';

/** Prescriptions that came to nothing. */
const ENDED_RX = [RxStatus.Void, RxStatus.Returned, RxStatus.RefusedByPharmacist];
const ENDED_PAY = [PayStatus.Void, PayStatus.Refunded];

/** No course is longer. */
const MAX_COURSE = 366;

/** A drug of another prescription; what is in it the catalogue says. */
export type RunningDrug = Omit<ActiveDrug, 'ingredients'> & { readonly drugId: string };

/** What the checks read beside the prescription itself, and the reasons that were given. */
export class ChecksRepo {
  constructor(readonly db: Kysely<PrescriptionDb>) {}

  get #lines() {
    return lineTable.everywhere(this, 'joined to prescriptions of the organisations that are asked for', 'line').clearSelect();
  }

  /** Drugs of a person's other prescriptions whose course reaches beyond `day`. Drafts count on their own day only. */
  async activeDrugs(filter: { orgIds: readonly OrgId[]; patientIds: readonly string[]; exceptDpId: string; day: string }): Promise<RunningDrug[]> {
    // rows: harm does not depend on who looks: whatever the person has in the organisations that are asked for; numbers go through `toldNumbers`
    const rows = await this.db
      .selectFrom('prescription.prescription as p')
      .innerJoin(this.#lines.select(['line.id', 'line.dpId', 'line.drugId', 'line.kind', 'line.drugName', 'line.drugDays']).as('d'), 'd.dpId', 'p.id')
      .where('p.patient_id', 'in', filter.patientIds)
      .where('p.org_id', 'in', filter.orgIds)
      .where('p.id', '<>', filter.exceptDpId)
      .where('p.dp_date', '>=', sql<Date>`(${filter.day}::date - ${MAX_COURSE}::int)::timestamp at time zone 'Asia/Shanghai'`)
      .where('p.rx_status', 'not in', ENDED_RX)
      .where('p.pay_status', 'not in', ENDED_PAY)
      .where((eb) => eb.or([eb('p.rx_status', '<>', RxStatus.New), sql<boolean>`(p.dp_date at time zone 'Asia/Shanghai')::date = ${filter.day}::date`]))
      .where('d.kind', '=', 'drug')
      .where(sql<boolean>`(p.dp_date at time zone 'Asia/Shanghai')::date <= ${filter.day}::date`)
      .where(sql<boolean>`(p.dp_date at time zone 'Asia/Shanghai')::date + d."drugDays" > ${filter.day}::date`)
      .select([
        'p.id',
        'p.dp_number',
        'd.drugName',
        'd.drugId',
        sql<number>`(p.dp_date at time zone 'Asia/Shanghai')::date + d."drugDays" - ${filter.day}::date`.as('days_left'),
      ])
      .orderBy('p.dp_date', 'desc')
      .orderBy('d.id')
      .execute();
    return rows.map((row) => ({
      dpId: row.id,
      dpNumber: row.dp_number,
      drugName: row.drugName,
      drugId: row.drugId,
      daysLeft: Number(row.days_left),
    }));
  }

  /** Treatments and materials of a person's other prescriptions of the day, without lines of which all went back; found by patient and day. */
  async sameDayLines(filter: { orgIds: readonly OrgId[]; patientIds: readonly string[]; exceptDpId: string; day: string }): Promise<SameDayLine[]> {
    const { from, before } = dayRange(filter.day);
    // rows: harm does not depend on who looks: whatever the person has in the organisations that are asked for; numbers go through `toldNumbers`
    const rows = await this.db
      .selectFrom('prescription.prescription as p')
      .innerJoin(this.#lines.select(['line.id', 'line.dpId', 'line.kind', 'line.drugName', 'line.drugNum', 'line.sortCode']).as('d'), 'd.dpId', 'p.id')
      .where('p.patient_id', 'in', filter.patientIds)
      .where('p.dp_date', '>=', from)
      .where('p.dp_date', '<', before)
      .where('p.org_id', 'in', filter.orgIds)
      .where('p.id', '<>', filter.exceptDpId)
      .where('p.rx_status', 'not in', ENDED_RX)
      .where('p.pay_status', 'not in', ENDED_PAY)
      .where('d.kind', 'in', ['item', 'material'])
      .where(
        sql<boolean>`not exists (select 1 from prescription.withdrawal as gone where gone.dp_id = d."dpId" and gone.detail_id = d.id
          group by gone.detail_id having sum(gone.quantity) >= d."drugNum")`,
      )
      .select(['p.id', 'p.dp_number', 'p.rx_status', 'd.kind', 'd.drugName'])
      .orderBy('p.dp_date')
      .orderBy('p.id')
      .orderBy('d.sortCode')
      .execute();
    return rows.map((row) => ({
      dpId: row.id,
      dpNumber: row.dp_number,
      kind: lineTable.codec.kind.read(row.kind),
      drugName: row.drugName,
      signed: row.rx_status !== RxStatus.New,
    }));
  }

  /** Reasons given for a prescription, oldest first. */
  overrides(dpId: string, orgIds: readonly OrgId[]): Promise<OverrideStored[]> {
    return overrideTable
      .everywhere(this, 'of the organisations that are asked for alone', 'given')
      .where('given.dpId', '=', dpId)
      .where('given.orgId', 'in', orgIds)
      .orderBy('given.createdAt')
      .orderBy('given.id')
      .execute();
  }

  addOverrides(rows: readonly OverrideStored[]): Promise<void> {
    return overrideTable.insertAll(this, rows);
  }
}
