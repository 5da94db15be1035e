import { type Quantity, quantityFromWire, quantityToWire } from '@nephra/plugin-sdk/contract';
import { action, computed, makeObservable, observable, observableRef } from 'mobx';
import type { DispensingLot, UpdateStateBody } from '../../../contract/index.ts';
import { wholePacks } from '../../../domain/pack.ts';
import { isTraceCode } from '../../../domain/trace-code.ts';

const NOTHING = 0 as Quantity;

/** What comes back, share by share, in whole packs. */
export class ReturnStore {
  /** Shares of which something is still with the patient. */
  readonly shares: readonly DispensingLot[];
  amounts: ReadonlyMap<string, Quantity | null> = new Map();
  codes: ReadonlyMap<string, readonly string[]> = new Map();
  /** The pharmacist looked: unopened and undamaged. */
  intact = false;
  scanFault: string | null = null;

  constructor(lots: readonly DispensingLot[]) {
    this.shares = lots.filter((lot) => lot.taken > lot.returned);
    makeObservable(this, {
      amounts: observableRef,
      codes: observableRef,
      intact: observable,
      scanFault: observable,
      problem: computed,
      set: action,
      all: action,
      setIntact: action,
      scan: action,
    });
  }

  /** Codes of a share that are still out. */
  codesOut(share: DispensingLot): readonly string[] {
    return share.traceList.filter((one) => !one.returned).map((one) => one.code);
  }

  /** How many codes must be scanned for what is typed. */
  codesNeeded(share: DispensingLot): number {
    const size = quantityFromWire(share.packSize);
    const back = wholePacks(this.amounts.get(share.allocationId) ?? NOTHING, size);
    const out = wholePacks((quantityFromWire(share.taken) - quantityFromWire(share.returned)) as Quantity, size);
    return back === 0 ? 0 : Math.max(0, this.codesOut(share).length - (out - back));
  }

  set(allocationId: string, quantity: Quantity | null): void {
    this.amounts = new Map(this.amounts).set(allocationId, quantity);
  }

  all(): void {
    this.amounts = new Map(this.shares.map((share) => [share.allocationId, quantityFromWire(share.returnable)]));
  }

  setIntact(intact: boolean): void {
    this.intact = intact;
  }

  /** A scanned pack comes back: its code is kept and one pack is added where nothing was typed for it. */
  scan(text: string): boolean {
    const code = text.replace(/\s+/g, '');
    this.scanFault = null;
    const share = this.shares.find((one) => this.codesOut(one).includes(code));
    const known = share && (this.codes.get(share.allocationId) ?? []);
    if (!isTraceCode(code) || !share || !known) {
      this.scanFault = code === '' ? null : code;
      return false;
    }
    if (known.includes(code)) return true;
    const codes = [...known, code];
    this.codes = new Map(this.codes).set(share.allocationId, codes);
    const size = quantityFromWire(share.packSize);
    const scanned = (codes.length * size) as Quantity;
    if ((this.amounts.get(share.allocationId) ?? NOTHING) < scanned) this.set(share.allocationId, scanned);
    return true;
  }

  /** Why it cannot be taken back as typed: a key below `errors.`; null = it can. */
  get problem(): string | null {
    const typed = this.shares.map((share) => ({ share, amount: this.amounts.get(share.allocationId) ?? NOTHING }));
    if (typed.every(({ amount }) => amount === 0)) return 'pharmacy.return-empty';
    for (const { share, amount } of typed) {
      if (amount === 0) continue;
      if (amount < 0 || amount > quantityFromWire(share.returnable)) return 'pharmacy.return-too-much';
      if (amount % quantityFromWire(share.packSize) !== 0) return 'pharmacy.return-loose';
      const scanned = this.codes.get(share.allocationId)?.length ?? 0;
      if (scanned < this.codesNeeded(share)) return 'pharmacy.trace-return';
    }
    return this.intact ? null : 'pharmacy.return-opened';
  }

  get body(): Pick<UpdateStateBody, 'returns' | 'intact'> {
    const returns = this.shares.flatMap((share) => {
      const quantity = this.amounts.get(share.allocationId) ?? NOTHING;
      const codes = this.codes.get(share.allocationId) ?? [];
      if (quantity <= 0) return [];
      return [
        { allocationId: share.allocationId, quantity: quantityToWire(quantity), returned: share.returned, ...(codes.length > 0 ? { codes: [...codes] } : {}) },
      ];
    });
    return { returns, intact: this.intact };
  }
}
