import { setTimeout as pause } from 'node:timers/promises';
import { REVIEW_CHECKS } from '../../plugins/pharmacy/domain/dispensing/review-checks.ts';
import type { Caller } from '../support/demo-hospital.ts';

interface Row {
  dpId: string;
  version: number;
  totalPrice: number;
}
interface Paper {
  version: number;
  actionList: string[];
  findingList: { key: string; level: string }[];
}

/** What the server answered with success. */
export class Confirmed {
  readonly bills = new Set<string>();
  readonly dispensed = new Set<string>();
  refunds = 0;
  shifts = 0;
  /** Acts of every kind, reviews and picks too. */
  acts = 0;
}

export interface Staff {
  readonly cashier: Caller;
  readonly pharmacist: Caller;
}

/** Reviews, picks and hands out one charged prescription, as far as the demo's stock goes. */
async function handOut({ pharmacist }: Staff, dpId: string, confirmed: Confirmed): Promise<void> {
  for (;;) {
    const { data } = await pharmacist.call<Paper | null>('GET', `/api/his/pharmacy/${dpId}`);
    const action = data && (['dispense', 'pick', 'review'] as const).find((one) => data.actionList.includes(one));
    if (!action) return;
    const overrides = data.findingList.filter((finding) => finding.level === 'reason').map(({ key }) => ({ key, reason: 'SIM' }));
    const body = { dpId, action, version: data.version, overrides, ...(action === 'review' ? { checks: [...REVIEW_CHECKS] } : {}) };
    const moved = await pharmacist.call('PUT', '/api/his/pharmacy/Actions/UpdateState', body, `${action}-${dpId}-${data.version}`);
    if (moved.code !== 200) return;
    confirmed.acts += 1;
    if (action === 'dispense') confirmed.dispensed.add(dpId);
  }
}

/** The counter: what is furthest goes first, and what the desk charges meanwhile joins the queue. `tried` is what the lanes took already. */
async function workTheCounter(staff: Staff, tried: Set<string>, confirmed: Confirmed): Promise<void> {
  for (;;) {
    const { list } = (await staff.pharmacist.call<{ list: { dpId: string; rxStatus: number }[] }>('GET', '/api/his/pharmacy/patient?stage=open&pageSize=100'))
      .data;
    const next = list
      .filter(({ dpId }) => !tried.has(dpId))
      .sort((a, b) => b.rxStatus - a.rxStatus)
      .at(0);
    if (!next) return;
    tried.add(next.dpId);
    await handOut(staff, next.dpId, confirmed);
  }
}

async function giveBack({ cashier }: Staff, chargeId: string, confirmed: Confirmed): Promise<void> {
  const preview = await cashier.call<{ lines: { detailId: string; refundableNum: number }[] }>('GET', `/api/his/charge/refund/${chargeId}`);
  const line = preview.data.lines.find((one) => one.refundableNum > 0);
  if (!line) return;
  const body = { chargeId, reason: 'SIM', lines: [{ detailId: line.detailId, drugNum: line.refundableNum }] };
  const back = await cashier.call<{ chargeId: string }>('PUT', '/api/his/charge/cancelbill', body, `back-${chargeId}`);
  if (back.code !== 200) return;
  confirmed.bills.add(back.data.chargeId);
  confirmed.refunds += 1;
  confirmed.acts += 1;
}

async function chargeOne(staff: Staff, row: Row, at: number, confirmed: Confirmed): Promise<void> {
  const body = {
    prescriptions: [{ dpId: row.dpId, version: row.version }],
    totalPrice: row.totalPrice,
    payments: [{ payWay: at % 2 ? 'cash' : 'wechat', amount: row.totalPrice }],
  };
  const bill = await staff.cashier.call<{ chargeId: string }>('PUT', `/api/his/charge/selfpay/${row.dpId}`, body, `charge-${row.dpId}-${row.version}`);
  if (bill.code !== 200) return;
  confirmed.bills.add(bill.data.chargeId);
  confirmed.acts += 1;
  if (at % 3 === 0) await giveBack(staff, bill.data.chargeId, confirmed);
}

async function workTheDesk(staff: Staff, rows: readonly Row[], confirmed: Confirmed): Promise<void> {
  for (const [at, row] of rows.entries()) await chargeOne(staff, row, at, confirmed);
}

/** Closes the shift whenever something was charged, as long as the desk works, and once after that. */
async function closeShifts({ cashier }: Staff, deskIsOver: () => boolean, confirmed: Confirmed): Promise<void> {
  for (let last = false; !last; ) {
    last = deskIsOver();
    const now = (await cashier.call<{ chargeCount: number; refundCount: number; cashExpected: number }>('GET', '/api/his/charge/shift')).data;
    const billCount = now.chargeCount + now.refundCount;
    if (billCount === 0) {
      // waits: it looks again until the desk is over, and the desk is over when the server is gone
      await pause(10);
      continue;
    }
    const body = { billCount, cashExpected: now.cashExpected, cashCounted: 0, reason: 'SIM' };
    const closed = await cashier.call('POST', '/api/his/charge/shift', body, `shift-${billCount}-${now.cashExpected}`);
    if (closed.code !== 200) continue;
    confirmed.shifts += 1;
    confirmed.acts += 1;
  }
}

/** Two lanes at the desk, two at the counter and the closing of shifts, all at once, until everything is done or the server is gone. */
export async function workUntilDeath(staff: Staff, confirmed: Confirmed): Promise<void> {
  const rows = (await staff.cashier.call<{ list: Row[] }>('GET', '/api/his/charge/patientlist?pageSize=100')).data.list;
  const half = Math.ceil(rows.length / 2);
  let over = false;
  const desk = Promise.all([workTheDesk(staff, rows.slice(0, half), confirmed), workTheDesk(staff, rows.slice(half), confirmed)]).finally(() => {
    over = true;
  });
  const tried = new Set<string>();
  await Promise.all([desk, workTheCounter(staff, tried, confirmed), workTheCounter(staff, tried, confirmed), closeShifts(staff, () => over, confirmed)]);
}
