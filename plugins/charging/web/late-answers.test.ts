import { createFakeWebContext } from '@nephra/plugin-sdk/testing';
import { describe, expect, it } from 'vitest';
import { accountContract, chargeContract, shiftContract } from '../contract/index.ts';
import { BillsStore } from './bills/bills.store.ts';
import { billRecord } from './charging.fixture.ts';
import { PatientsStore } from './patients/patients.store.ts';
import { ShiftStore } from './shift/shift.store.ts';

/** Answers that the test lets go one by one. */
function held<T>() {
  const waiting: ((value: T) => void)[] = [];
  return { wait: () => new Promise<T>((go) => waiting.push(go)), go: (nth: number, value: T) => waiting[nth]?.(value) };
}

describe('an answer that nobody waits for any more', () => {
  it('does not open the bill that was closed meanwhile, nor one in place of another', async () => {
    const ctx = createFakeWebContext();
    const answers = held<never>();
    ctx.http.answer(chargeContract.routes.chargeDetail, () => answers.wait());
    const store = new BillsStore(ctx, ctx.now());
    const first = store.open('b-1');
    store.close();
    answers.go(0, { list: [billRecord()] } as never);
    await first;
    expect(store.view.kind).toBe('closed');
    const late = store.open('b-1');
    const next = store.open('b-2');
    answers.go(2, { list: [{ ...billRecord(), chargeId: 'b-2' }] } as never);
    await next;
    answers.go(1, { list: [{ ...billRecord(), chargeId: 'b-1' }] } as never);
    await late;
    expect(store.view).toMatchObject({ kind: 'open', bill: { chargeId: 'b-2' } });
  });

  it('does not open the account of a patient that was closed, nor another patient’s', async () => {
    const ctx = createFakeWebContext();
    const answers = held<never>();
    ctx.http.answer(accountContract.routes.patientDetail, () => answers.wait());
    const store = new PatientsStore(ctx, ctx.now());
    const first = store.open('p-1');
    store.close();
    answers.go(0, { patientId: 'p-1' } as never);
    await first;
    expect(store.view.kind).toBe('closed');
    const late = store.open('p-1');
    const next = store.open('p-2');
    answers.go(2, { patientId: 'p-2' } as never);
    await next;
    answers.go(1, { patientId: 'p-1' } as never);
    await late;
    expect(store.view).toMatchObject({ kind: 'open', account: { patientId: 'p-2' } });
  });

  it('does not open the shift that was closed', async () => {
    const ctx = createFakeWebContext();
    const answers = held<never>();
    ctx.http.answer(shiftContract.routes.detail, () => answers.wait());
    const store = new ShiftStore(ctx);
    const first = store.open('s-1');
    store.closeView();
    answers.go(0, { shiftId: 's-1' } as never);
    await first;
    expect(store.view.kind).toBe('closed');
  });
});
