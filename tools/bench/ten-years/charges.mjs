import { randomUUID } from 'node:crypto';
import { data, prescriptions } from '../load/main-job.bench.mjs';
import { signIn } from '../system.mjs';

/** Median time in ms of charges that one cashier makes one after another. */
export async function chargesOneByOne(url, count) {
  const ready = await prescriptions(await signIn(url, 'doctor'), count);
  const cashier = await signIn(url, 'cashier');
  const times = [];
  for (const { dpId, version, totalPrice } of ready) {
    const body = { prescriptions: [{ dpId, version }], totalPrice, payments: [{ payWay: 'cash', amount: totalPrice }] };
    const began = performance.now();
    data(await cashier.call('PUT', `/api/his/charge/selfpay/${dpId}`, body, { 'Idempotency-Key': randomUUID() }));
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)];
}
