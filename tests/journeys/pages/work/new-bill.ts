import { type Caller, colleague, dataAs } from '../caller.ts';
import { newPatient } from './new-patient.ts';
import { newPrescription } from './new-prescription.ts';

interface Due {
  readonly dpId: string;
  readonly version: number;
  readonly totalPrice: number;
}

/** Charges one confirmed prescription in cash, beside the page. */
export async function chargeInCash(cashier: Caller, dpNumber: string): Promise<void> {
  const { list } = await dataAs<{ list: Due[] }>(cashier, 'GET', `/api/his/charge/patientlist?keyword=${dpNumber}`);
  const [due] = list;
  if (!due) throw new Error(`${dpNumber} does not wait for the cashier`);
  const { dpId, version, totalPrice } = due;
  await dataAs(cashier, 'PUT', `/api/his/charge/selfpay/${dpId}`, {
    prescriptions: [{ dpId, version }],
    totalPrice,
    payments: [{ payWay: 'cash', amount: totalPrice }],
  });
}

/** A bill of today: whether somebody was charged today already depends on the hour and on what ran before. */
export async function newBill(cashier: Caller, patientName: string): Promise<void> {
  const doctor = await colleague('doctor');
  const { patientId } = await newPatient(doctor, patientName);
  const { dpNumber } = await newPrescription(doctor, patientId);
  await chargeInCash(cashier, dpNumber);
}
