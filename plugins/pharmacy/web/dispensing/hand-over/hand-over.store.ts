import { isAppError, type Quantity, quantityFromWire, quantityToWire } from '@nephra/plugin-sdk/contract';
import { action, computed, makeObservable, observable, observableRef } from 'mobx';
import type { DispensingInfo, DispensingLine, DispensingLot, UpdateStateBody } from '../../../contract/index.ts';
import { type HandOver, planHandOver } from '../../../domain/dispensing/part-plan.ts';
import { isTraceCode, packsOf, planTraceCodes } from '../../../domain/trace-code.ts';

/** A complaint as key and parameters below `errors.`. */
export interface Problem {
  readonly key: string;
  readonly params: Record<string, string | number>;
}

const problemOf = (work: () => unknown): Problem | null => {
  try {
    work();
    return null;
  } catch (error) {
    if (isAppError(error)) return { key: error.key, params: { ...error.params } };
    throw error;
  }
};

/** A share of which packs can be scanned. */
export interface ScanShare {
  readonly lot: DispensingLot;
  readonly packs: number;
  readonly codes: readonly string[];
  readonly required: boolean;
}

/** What leaves with the next dispense: everything that is reserved or parts of it, and the codes of the packs. */
export class HandOverStore {
  info: DispensingInfo | null = null;
  /** Pieces per line, while the panel for parts is open. */
  parts: ReadonlyMap<string, Quantity | null> | null = null;
  codes: ReadonlyMap<string, readonly string[]> = new Map();
  /** Scanning was asked for although no drug needs it. */
  scanWanted = false;
  /** Share that the next code goes to; null = the first that misses one. */
  target: string | null = null;
  scanProblem: Problem | null = null;

  constructor() {
    makeObservable(this, {
      info: observableRef,
      parts: observableRef,
      codes: observableRef,
      scanWanted: observable,
      target: observable,
      scanProblem: observableRef,
      lines: computed,
      leaving: computed,
      problem: computed,
      scanShares: computed,
      scanning: computed,
      show: action,
      startParts: action,
      endParts: action,
      setPart: action,
      wantScan: action,
      aim: action,
      scan: action,
      removeCode: action,
    });
  }

  show(info: DispensingInfo): void {
    this.info = info;
    this.parts = null;
    this.codes = new Map();
    this.scanWanted = false;
    this.target = null;
    this.scanProblem = null;
  }

  /** Lines of which something is reserved. */
  get lines(): readonly DispensingLine[] {
    return this.info?.prescriptionDetailList.filter((line) => line.reservedNum > 0) ?? [];
  }

  /** Shares and amounts that would leave now; empty while what is typed cannot leave. */
  get leaving(): readonly HandOver[] {
    let out: readonly HandOver[] = [];
    problemOf(() => {
      out = this.plan();
    });
    return out;
  }

  /** Why what is typed and scanned cannot leave; null = it can. */
  get problem(): Problem | null {
    return problemOf(() => this.check());
  }

  get scanShares(): readonly ScanShare[] {
    return this.leaving.flatMap((one) => {
      const lot = this.info?.drugDetailList.find((share) => share.allocationId === one.allocationId);
      const line = this.info?.prescriptionDetailList.find((candidate) => candidate.detailId === one.detailId);
      if (!lot || !line) return [];
      const packs = packsOf({ quantity: one.quantity, packSize: quantityFromWire(lot.packSize) });
      return packs > 0 ? [{ lot, packs, codes: this.codes.get(lot.allocationId) ?? [], required: line.traceRequired }] : [];
    });
  }

  /** The scan panel shows. */
  get scanning(): boolean {
    return this.scanWanted || this.scanShares.some((share) => share.required);
  }

  get body(): Pick<UpdateStateBody, 'parts' | 'traces'> {
    const traces = [...this.codes].flatMap(([allocationId, codes]) => (codes.length > 0 ? [{ allocationId, codes: [...codes] }] : []));
    return {
      ...(this.parts ? { parts: [...this.parts].map(([detailId, quantity]) => ({ detailId, quantity: quantityToWire(quantity ?? (0 as Quantity)) })) } : {}),
      ...(traces.length > 0 ? { traces } : {}),
    };
  }

  startParts(): void {
    this.parts = new Map(this.lines.map((line) => [line.detailId, quantityFromWire(line.reservedNum)]));
  }

  endParts(): void {
    this.parts = null;
  }

  setPart(detailId: string, quantity: Quantity | null): void {
    this.parts = new Map(this.parts ?? []).set(detailId, quantity);
  }

  wantScan(wanted: boolean): void {
    this.scanWanted = wanted;
  }

  aim(allocationId: string | null): void {
    this.target = allocationId;
  }

  /** Takes what a scanner (or a person) sent. True when it was kept. */
  scan(text: string): boolean {
    const code = text.replace(/\s+/g, '');
    this.scanProblem = null;
    if (code === '') return false;
    const complain = (key: string): false => {
      this.scanProblem = { key, params: { code } };
      return false;
    };
    if (!isTraceCode(code)) return complain('pharmacy.trace-wrong');
    if ([...this.codes.values()].some((codes) => codes.includes(code))) return complain('pharmacy.trace-twice');
    const open = this.scanShares.filter((share) => share.codes.length < share.packs);
    const share = open.find((one) => one.lot.allocationId === this.target) ?? open.find((one) => one.required) ?? open[0];
    if (!share) return complain('pharmacy.trace-enough');
    this.codes = new Map(this.codes).set(share.lot.allocationId, [...share.codes, code]);
    if (share.codes.length + 1 >= share.packs) this.target = null;
    return true;
  }

  removeCode(allocationId: string, code: string): void {
    this.scanProblem = null;
    this.codes = new Map(this.codes).set(
      allocationId,
      (this.codes.get(allocationId) ?? []).filter((one) => one !== code),
    );
  }

  private plan(): readonly HandOver[] {
    const { info } = this;
    if (!info) return [];
    const progress = info.prescriptionDetailList
      .filter((line) => line.stockKept && line.prepNum > 0)
      .map((line) => ({
        detailId: line.detailId,
        drugName: line.drugName,
        ordered: quantityFromWire(line.prepNum),
        taken: quantityFromWire(line.takenNum),
        step: line.soldInPacks && line.prepNum % line.packNum === 0 ? quantityFromWire(line.packNum) : (1 as Quantity),
      }));
    const shares = info.drugDetailList
      .filter((lot) => lot.allocationId !== '')
      .map((lot) => ({ allocationId: lot.allocationId, detailId: lot.detailId, lotId: lot.lotId, expiresOn: lot.expiresOn, open: quantityFromWire(lot.open) }));
    const parts = this.parts && [...this.parts].map(([detailId, quantity]) => ({ detailId, quantity: quantity ?? (0 as Quantity) }));
    return planHandOver(progress, shares, parts ?? undefined).out;
  }

  private check(): void {
    const out = this.plan();
    const coded = this.scanShares.map((share) => ({
      allocationId: share.lot.allocationId,
      drugName: share.lot.drugName,
      packSize: quantityFromWire(share.lot.packSize),
      quantity: out.find((one) => one.allocationId === share.lot.allocationId)?.quantity ?? (0 as Quantity),
      required: share.required,
    }));
    planTraceCodes(
      coded,
      [...this.codes].map(([allocationId, codes]) => ({ allocationId, codes })),
    );
  }
}
