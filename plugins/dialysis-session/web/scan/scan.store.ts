import { action, makeObservable, observableRef } from 'mobx';
import type { StationCard } from '../../contract/session.schema.ts';
import { readMaterialCode } from '../../domain/material/material-code.ts';
import { cardOfWristband } from './whose.ts';

export type Note =
  | { readonly kind: 'same'; readonly name: string }
  | { readonly kind: 'wrong'; readonly name: string; readonly card: StationCard }
  | { readonly kind: 'nobody' | 'noTreatment' | 'answerFirst'; readonly code: string };

/** What a scan does at the bedside. */
export interface ScanPorts {
  readonly cards: () => readonly StationCard[];
  /** Who is shown; null: nobody. */
  readonly shown: () => { readonly slotId: string; readonly name: string; readonly takesMaterials: boolean } | null;
  readonly open: (card: StationCard) => Promise<void>;
  /** Something is asked that has to be answered first. */
  readonly isAsking: () => boolean;
  readonly takeMaterial: (code: string) => Promise<unknown>;
}

/** A wristband opens its treatment, or says that another patient lies here; everything else is a piece that is used. */
export class ScanStore {
  note: Note | null = null;
  private readonly ports: ScanPorts;
  private working: Promise<unknown> = Promise.resolve();

  constructor(ports: ScanPorts) {
    this.ports = ports;
    makeObservable<this, 'say'>(this, { note: observableRef, say: action });
  }

  dismiss(): void {
    this.say(null);
  }

  /** One after the other: the next code may come while the last one is stored. */
  take(code: string): Promise<unknown> {
    this.working = this.working.catch(() => undefined).then(() => this.act(code.trim()));
    return this.working;
  }

  private async act(code: string): Promise<void> {
    const { cards, shown, open, isAsking, takeMaterial } = this.ports;
    const [card, here] = [cardOfWristband(cards(), code), shown()];
    if (card && !here) {
      this.say(null);
      return await open(card);
    }
    if (card && here) return this.say(card.slotId === here.slotId ? { kind: 'same', name: here.name } : { kind: 'wrong', name: here.name, card });
    const read = readMaterialCode(code);
    if (!read.ok && read.flaw === 'unknown-code') return this.say({ kind: 'nobody', code });
    if (!here?.takesMaterials) return this.say({ kind: 'noTreatment', code });
    if (isAsking()) return this.say({ kind: 'answerFirst', code });
    this.say(null);
    await takeMaterial(code);
  }

  private say(note: Note | null): void {
    this.note = note;
  }
}
