import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PickerStore } from './picker-store.ts';

interface Drug {
  readonly name: string;
  readonly stock: number;
}
const DRUGS: readonly Drug[] = [
  { name: 'aspirin', stock: 0 },
  { name: 'heparin', stock: 3 },
  { name: 'iron', stock: 0 },
  { name: 'insulin', stock: 5 },
];
const isDisabled = (drug: Drug) => drug.stock === 0;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('picker store', () => {
  it('searches once the typing pauses, with the last keyword', async () => {
    const load = vi.fn(async (keyword: string) => DRUGS.filter((drug) => drug.name.includes(keyword)));
    const store = new PickerStore<Drug>({ load });
    for (const typed of ['h', 'he', 'hep ']) store.type(typed);
    expect(load).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(250);
    expect(load.mock.calls.map(([keyword]) => keyword)).toEqual(['hep']);
    expect(store.rows.map((drug) => drug.name)).toEqual(['heparin']);
  });

  it('Enter takes nothing while newer rows are on their way', async () => {
    const store = new PickerStore<Drug>({ load: async () => DRUGS });
    store.show();
    await vi.advanceTimersByTimeAsync(0);
    store.type('in');
    expect(store.pick()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(250);
    expect(store.pick()?.name).toBe('aspirin');
    expect(store.open).toBe(false);
  });

  it('nor when the answer to what was typed before comes in between: it is dropped, and the list stays busy', async () => {
    const answers = new Map<string, (rows: Drug[]) => void>();
    const store = new PickerStore<Drug>({ load: (keyword) => new Promise((done) => answers.set(keyword, done)) });
    store.type('he');
    await vi.advanceTimersByTimeAsync(250);
    store.type('hep');
    answers.get('he')?.([{ name: 'helium', stock: 1 }]);
    await vi.advanceTimersByTimeAsync(0);
    expect([store.state.kind, store.rows, store.pick()]).toEqual(['loading', [], undefined]);
    await vi.advanceTimersByTimeAsync(250);
    answers.get('hep')?.([{ name: 'heparin', stock: 3 }]);
    await vi.advanceTimersByTimeAsync(0);
    expect(store.pick()?.name).toBe('heparin');
  });

  it("the first choices of an empty search are nobody's choice until the keys stand on one", async () => {
    const store = new PickerStore<Drug>({ load: async () => DRUGS, isDisabled });
    store.show();
    await vi.advanceTimersByTimeAsync(0);
    expect([store.rows.length, store.active, store.pick(), store.open]).toEqual([4, undefined, undefined, true]);
    store.type('   ');
    await vi.advanceTimersByTimeAsync(250);
    expect(store.pick()).toBeUndefined();
    store.move(1);
    expect(store.pick()?.name).toBe('heparin');
  });

  it('from an empty search the key upwards goes to the last', async () => {
    const store = new PickerStore<Drug>({ load: async () => DRUGS, isDisabled });
    store.show();
    await vi.advanceTimersByTimeAsync(0);
    store.move(-1);
    expect(store.active?.name).toBe('insulin');
  });

  it('rows that cannot be chosen are passed over, and it goes round at the ends', async () => {
    const store = new PickerStore<Drug>({ load: async () => DRUGS, isDisabled });
    store.type('any');
    await vi.advanceTimersByTimeAsync(250);
    expect(store.active?.name).toBe('heparin');
    store.move(1);
    expect(store.active?.name).toBe('insulin');
    store.move(1);
    expect(store.active?.name).toBe('heparin');
    store.move(-1);
    expect(store.active?.name).toBe('insulin');
  });

  it('a late answer of an older search is dropped; closing ends timer and call', async () => {
    const answers: ((rows: Drug[]) => void)[] = [];
    const signals: AbortSignal[] = [];
    const store = new PickerStore<Drug>({
      load: (_, signal) => {
        signals.push(signal);
        return new Promise((done) => answers.push(done));
      },
    });
    store.show();
    store.type('x');
    await vi.advanceTimersByTimeAsync(250);
    answers[1]?.([{ name: 'new', stock: 1 }]);
    answers[0]?.([{ name: 'old', stock: 1 }]);
    await vi.advanceTimersByTimeAsync(0);
    expect(store.rows.map((drug) => drug.name)).toEqual(['new']);
    store.type('y');
    store.hide();
    expect(vi.getTimerCount()).toBe(0);
    expect(signals.every((signal) => signal.aborted)).toBe(true);
  });

  it('a failure is shown and the next search works', async () => {
    let broken = true;
    const store = new PickerStore<Drug>({
      load: async () => {
        if (broken) throw new Error('down');
        return DRUGS;
      },
    });
    store.show();
    await vi.advanceTimersByTimeAsync(0);
    expect(store.state.kind).toBe('failed');
    broken = false;
    store.type('a');
    await vi.advanceTimersByTimeAsync(250);
    expect(store.state.kind).toBe('ready');
  });
});
