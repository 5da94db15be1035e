export type CatalogueKind = 'drug' | 'material' | 'item';

/** A line of the kit of a mode: goods that are used, what is charged, or both. */
export interface KitLine {
  readonly part: 'treatment' | 'dialyser' | 'lines' | 'other';
  readonly kind: CatalogueKind;
  readonly drugId: string;
  readonly quantity: number;
  readonly used: boolean;
  readonly charged: boolean;
}
/** An order that was given: used and charged. */
export interface GivenLine {
  readonly kind: CatalogueKind;
  readonly drugId: string;
  readonly quantity: number;
  readonly title: string;
  /** Trace codes of the packs. */
  readonly codes: readonly string[];
}
/** One piece that somebody scanned. */
export interface ScannedPiece {
  readonly role: 'dialyser' | 'perfusor' | 'lines' | 'other';
  /** Empty: the catalogue does not know it. */
  readonly drugId: string;
  readonly drugName: string;
  readonly lot: string;
}
export interface ChargeLine {
  readonly kind: CatalogueKind;
  readonly drugId: string;
  readonly quantity: number;
  readonly remark: string;
}
export interface UsedLine {
  readonly drugId: string;
  readonly quantity: number;
  /** Of scanned pieces, one number each. */
  readonly lots: readonly string[];
  readonly codes: readonly string[];
}

/** What the region says of the mode on the day: its item, and words for what that includes. */
export interface TreatmentRule {
  /** Entry of the catalogue; empty: the kit's. */
  readonly drugId: string;
  readonly includes: (drugId: string) => boolean;
}

export interface Treatment {
  readonly kit: readonly KitLine[];
  /** Of the prescription. */
  readonly dialyserId: string | null;
  readonly perfusorId: string | null;
  readonly given: readonly GivenLine[];
  readonly scanned: readonly ScannedPiece[];
  readonly rule?: TreatmentRule | undefined;
}

interface Line extends ChargeLine {
  readonly used: boolean;
  readonly charged: boolean;
  readonly lots: readonly string[];
  readonly codes: readonly string[];
}

const plain = { remark: '', lots: [] as readonly string[], codes: [] as readonly string[] };

const lotsOf = (pieces: readonly ScannedPiece[]): string[] => pieces.map(({ lot }) => lot).filter((lot) => lot !== '');

/** Pieces that were scanned take the place of what was meant to be used for the same: another dialyser was opened, or two of them. */
function scannedOr(planned: readonly Line[], scanned: readonly ScannedPiece[], meant: Pick<Line, 'used' | 'charged'>): Line[] {
  const pieces = scanned.filter(({ drugId }) => drugId !== '');
  // The catalogue does not know the code: then it is what was meant to be used, with that lot.
  if (pieces.length === 0) return planned.map((line, at) => (at === 0 ? { ...line, lots: lotsOf(scanned) } : line));
  return pieces.map(({ drugId, lot }) => ({ ...plain, ...meant, kind: 'material', drugId, quantity: 1, lots: lot === '' ? [] : [lot] }));
}

/** Lots of scanned pieces beside what the kit says of the same entry; a piece of which the kit knows nothing is a line of its own. */
function withScanned(lines: readonly Line[], scanned: readonly ScannedPiece[]): Line[] {
  const known = new Set(lines.map(({ drugId }) => drugId));
  const unknown = scanned.filter(({ drugId }) => drugId === '');
  const ofEntry = (drugId: string): string[] => lotsOf(scanned.filter((piece) => piece.drugId === drugId));
  const counted = (drugId: string) => scanned.filter((piece) => piece.drugId === drugId).length;
  const extra = [...new Set(scanned.map(({ drugId }) => drugId))].filter((drugId) => drugId !== '' && !known.has(drugId));
  return [
    ...lines.map((line, at) => {
      const quantity = Math.max(line.quantity, line.used ? counted(line.drugId) : 0);
      return { ...line, quantity, lots: line.used ? [...ofEntry(line.drugId), ...(at === 0 ? lotsOf(unknown) : [])] : [] };
    }),
    ...extra.map((drugId): Line => ({ ...plain, kind: 'material', drugId, quantity: counted(drugId), used: true, charged: true, lots: ofEntry(drugId) })),
  ];
}

/**
 * All lines of a treatment: its kit, with the dialyser and the cartridge that the doctor prescribed in place of those of the kit and what was scanned in place of both, and
 * what was given. One treatment item at most.
 */
function linesOf({ kit, dialyserId, perfusorId, given, scanned, rule }: Treatment): Line[] {
  const lineOf = ({ kind, drugId, quantity, used, charged }: KitLine): Line => ({ ...plain, kind, drugId, quantity, used: used && kind !== 'item', charged });
  const ofPart = (...parts: readonly KitLine['part'][]): Line[] => kit.filter(({ part }) => parts.includes(part)).map(lineOf);
  const [ownItem] = ofPart('treatment');
  const item = rule && rule.drugId !== '' ? { ...plain, kind: 'item' as const, drugId: rule.drugId, quantity: 1, used: false, charged: true } : ownItem;
  const kitDialysers = ofPart('dialyser');
  // What the kit says of its dialyser holds for the one that takes its place.
  const meant = { used: kitDialysers[0]?.used ?? true, charged: kitDialysers[0]?.charged ?? true };
  const asPrescribed = (drugId: string | null): Line[] => (drugId === null ? [] : [{ ...plain, ...meant, kind: 'material', drugId, quantity: 1 }]);
  const dialysers = scannedOr(
    dialyserId === null ? kitDialysers : asPrescribed(dialyserId),
    scanned.filter(({ role }) => role === 'dialyser'),
    meant,
  );
  const cartridges = scannedOr(
    asPrescribed(perfusorId),
    scanned.filter(({ role }) => role === 'perfusor'),
    { used: true, charged: true },
  );
  const rest = withScanned(
    ofPart('lines', 'other'),
    scanned.filter(({ role }) => role === 'lines' || role === 'other'),
  );
  const drugs = given
    .filter(({ drugId, quantity }) => drugId !== '' && quantity > 0)
    .map(
      ({ kind, drugId, quantity, title, codes }): Line => ({ ...plain, kind, drugId, quantity, remark: title, codes, used: kind !== 'item', charged: true }),
    );
  const included = (line: Line): Line => (line.kind === 'material' && rule?.includes(line.drugId) === true ? { ...line, charged: false } : line);
  return [...(item ? [item] : []), ...[...dialysers, ...cartridges, ...rest].map(included), ...drugs];
}

/** What a treatment is charged with, one line for each entry. */
export function chargeLines(treatment: Treatment): ChargeLine[] {
  const lines = new Map<string, ChargeLine>();
  for (const { kind, drugId, quantity, remark, charged } of linesOf(treatment)) {
    if (!charged) continue;
    const key = `${kind}/${drugId}`;
    const before = lines.get(key);
    lines.set(key, { kind, drugId, quantity: (before?.quantity ?? 0) + quantity, remark: before?.remark || remark });
  }
  return [...lines.values()];
}

/** Goods that a treatment used, one line for each entry, whether they are charged or not. */
export function usedLines(treatment: Treatment): UsedLine[] {
  const lines = new Map<string, UsedLine>();
  for (const { drugId, quantity, lots, codes, used } of linesOf(treatment)) {
    if (!used) continue;
    const before = lines.get(drugId);
    lines.set(drugId, {
      ...{ drugId, quantity: (before?.quantity ?? 0) + quantity },
      ...{ lots: [...(before?.lots ?? []), ...lots], codes: [...(before?.codes ?? []), ...codes] },
    });
  }
  return [...lines.values()];
}
