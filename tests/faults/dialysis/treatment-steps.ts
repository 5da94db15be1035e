import type { StationCard, WholeSession } from '../../../plugins/dialysis-session/contract/session.schema.ts';

/** A place of the day that is treated: what is known of it is what the last answer said. */
export interface Bed {
  readonly card: Pick<StationCard, 'slotId' | 'stationId' | 'patientId'>;
  sheet?: WholeSession;
  /** The patient's month is settled with this treatment. */
  charged?: boolean;
}

/** What one person wants to be done next, without the names that every act carries: acts of the bedside carry one in the body, those of the office a key. */
export interface Wanted {
  readonly method: 'POST' | 'PUT';
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly what: string;
  readonly by?: 'doctor' | 'signer' | 'cashier';
}

const AT = '/api/dialysis/Session';
const CHECK1 = { goods: 'ok', parameters: 'ok', identity: 'ok', circuit: 'ok' };
const CHECK2 = { mode: 'ok', prescription: 'ok', anticoagulant: 'ok', access: 'ok', connection: 'ok' };
const END = { returned: 'closed', ufVolume: 2000, clotDialyser: '0', clotArterial: '0', clotVenous: '0', rupture: 'no' };
const EARLY = [{ guard: 'early-end', reason: '患者要求提前下机' }];
const BY_DIRECTOR = [
  { guard: 'consent-missing', reason: '纸质同意书已签，待补录' },
  { guard: 'uf-rate-high', reason: '分次脱水，密切监测' },
];
const SECTIONS = {
  arrival: { scale: 66.5 },
  access: { thrill: 'strong', skin: 'clean', exitSite: 'dry' },
  before: { systolic: 138, diastolic: 82 },
  after: { scale: 64.4, systolic: 128, diastolic: 76 },
} as const;

const section = (id: string, name: keyof typeof SECTIONS): Wanted => ({
  ...{ method: 'PUT', url: `${AT}/${id}/Sections/${name}`, what: name },
  body: { patch: SECTIONS[name], base: {} },
});
const act = (id: string, what: string, body: Wanted['body'], by?: 'doctor'): Wanted => ({
  ...{ method: 'POST', url: `${AT}/${id}/Actions/${what}`, what, body },
  ...(by && { by }),
});
const reading = (id: string, systolic: number): Wanted => ({
  ...{ method: 'POST', url: `${AT}/${id}/Readings`, what: 'reading', body: { fields: { systolic, diastolic: 70 } } },
});

/** Before blood is in the circuit. */
function beforeStart({ id, state, sections, confirmedAt, check1At }: WholeSession): Wanted {
  if (state === 1) return section(id, sections.arrival?.fields.scale === undefined ? 'arrival' : sections.access === undefined ? 'access' : 'before');
  if (confirmedAt === null) return act(id, 'Confirm', { ufTarget: 2000, minutes: 240, passes: BY_DIRECTOR }, 'doctor');
  if (check1At === null) return act(id, 'Check1', { fields: CHECK1 });
  return act(id, 'Start', { fields: {} });
}

/** After it has left it. */
function afterEnd({ id, check2At, postWeight, orders }: WholeSession): Wanted {
  if (check2At === null) return act(id, 'Check2', { fields: CHECK2 });
  if (postWeight === null) return section(id, 'after');
  const due = orders.find((order) => order.given === undefined);
  if (due) return { method: 'POST', url: `${AT}/${id}/Orders/${due.orderId}`, what: 'order', body: { outcome: 'given', dose: '', reason: '' } };
  return act(id, 'Close', {});
}

/**
 * The next step of a treatment, as somebody sees it who knows the last answer. While it runs it is one of several.
 * @param draw a whole number below the one that is given
 */
export function nextStep({ card, sheet }: Bed, draw: (below: number) => number): Wanted | undefined {
  if (!sheet || sheet.state === 0) return { method: 'POST', url: `${AT}/Actions/CheckIn`, what: 'CheckIn', body: { slotId: card.slotId, method: 'manual' } };
  if (sheet.state === 1 || sheet.state === 2) return beforeStart(sheet);
  if (sheet.state === 4) return afterEnd(sheet);
  if (sheet.state !== 3) return undefined;
  const readings = sheet.entries.filter(({ kind }) => kind === 'reading').length;
  if (readings < 2 || draw(2) > 0) return reading(sheet.id, 100 + draw(60));
  return sheet.check2At === null ? act(sheet.id, 'Check2', { fields: CHECK2 }) : act(sheet.id, 'End', { fields: END, passes: EARLY });
}
