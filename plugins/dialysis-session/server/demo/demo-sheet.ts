import type { FieldValues, Section } from '../../contract/fields.ts';
import type { SectionStored, Sections } from '../../contract/session.schema.ts';

const MINUTE_MS = 60_000;

/** Numbers that look drawn and are the same on every machine: from a text, each call another one. */
export function drawnFrom(text: string): (below: number) => number {
  let state = 2_166_136_261;
  for (const character of text) state = Math.imul(state ^ character.charCodeAt(0), 16_777_619) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

export interface DemoPerson {
  readonly userId: string;
  readonly userName: string;
}
/** Something that happens in a treatment of the demo. */
export type DemoHappening = 'hypotension' | 'clot' | 'rupture' | 'fever';
export interface DemoTreatment {
  readonly startedAt: number;
  readonly minutes: number;
  readonly dry: number;
  readonly isCatheter: boolean;
  /** Days since the treatment before: what is drunk meanwhile comes along. */
  readonly gapDays: number;
  /** Who, so that pressures of one person are alike. */
  readonly person: string;
  readonly happens: DemoHappening | null;
  readonly first: DemoPerson;
  readonly second: DemoPerson;
  readonly draw: (below: number) => number;
  /** How far it is: nothing of what comes later is filled in. */
  readonly upTo: 'assessed' | 'checked' | 'running' | 'off' | 'closed';
}

const REACHED = ['assessed', 'checked', 'running', 'off', 'closed'] as const;
const ALL_OK = (names: readonly string[]): FieldValues => Object.fromEntries(names.map((name) => [name, 'ok']));

export interface DemoSheet {
  readonly sections: Sections;
  readonly preWeight: number;
  readonly postWeight: number | null;
  readonly ufVolume: number | null;
  readonly pressures: readonly [before: readonly [number, number], after: readonly [number, number] | null];
  readonly readings: readonly { readonly at: number; readonly fields: FieldValues }[];
  readonly event: { readonly at: number; readonly fields: FieldValues } | null;
  readonly check1At: number;
  readonly check2At: number;
  readonly endedAt: number;
}

const EVENT_OF: Readonly<Record<DemoHappening, FieldValues>> = {
  hypotension: { kind: 'hypotension', severity: 'mild', systolic: 86, diastolic: 50, measures: ['stop-uf', 'saline'], doctorTold: 'yes', outcome: 'better' },
  clot: { kind: 'clotting', severity: 'moderate', clotGrade: '3', circuitChanged: 'yes', measures: ['change-circuit'], doctorTold: 'yes', outcome: 'better' },
  rupture: { kind: 'blood-leak', severity: 'moderate', foundBy: 'machine', measures: ['change-dialyser'], doctorTold: 'yes', outcome: 'better' },
  fever: { kind: 'fever', severity: 'moderate', measures: ['blood-culture', 'call-doctor'], doctorTold: 'yes', outcome: 'better', note: '疑导管相关感染' },
};

/** A sheet of a treatment as it might have been. */
export function demoSheet({ startedAt, minutes, dry, isCatheter, gapDays, person, happens, first, second, draw, upTo }: DemoTreatment): DemoSheet {
  const far = REACHED.indexOf(upTo);
  const usual = drawnFrom(person);
  // Some drink more than others; a weekend adds to it.
  const gain = Math.round((0.2 + gapDays * (0.42 + usual(30) / 100) + draw(11) / 10) * (dry / 60) * 10) / 10;
  // Slow waves of a real weight about the assessed one.
  const drift = Math.round(Math.sin(startedAt / 1_600_000_000 + usual(7)) * 4) / 10;
  const preWeight = Math.round((dry + drift + gain) * 10) / 10;
  const ufVolume = Math.round(gain * 1000) + 100 + draw(200);
  const tension = usual(34) + Math.round(drift * 18);
  const [systolic, diastolic] = [118 + tension + draw(18), 68 + Math.round(tension / 4) + draw(12)];
  const low = happens === 'hypotension';
  const check1At = startedAt - (4 + draw(9)) * MINUTE_MS;
  const check2At = startedAt + (6 + draw(20)) * MINUTE_MS;
  const endedAt = startedAt + (minutes - 6 + draw(13)) * MINUTE_MS;
  const hours = Math.max(1, Math.floor(minutes / 60));
  const readings = Array.from({ length: hours }, (_, hour) => ({
    at: startedAt + ((hour + 1) * 57 + draw(7)) * MINUTE_MS,
    fields: {
      systolic: low && hour === 2 ? 84 + draw(5) : systolic - hour * 4 - draw(10),
      diastolic: low && hour === 2 ? 48 + draw(6) : diastolic - draw(8),
      pulse: 68 + draw(20),
      bloodFlow: 220 + draw(6) * 10,
      arterial: -110 - draw(60),
      venous: 90 + draw(60),
      transmembrane: 60 + draw(80),
      ufRate: Math.round(ufVolume / (minutes / 60)),
      ufVolume: Math.round((ufVolume / hours) * (hour + 1)),
    },
  }));
  const event = happens === null ? null : { at: (readings[2] ?? readings[0])?.at ?? startedAt, fields: EVENT_OF[happens] };
  const at = (name: Section): number =>
    ({
      arrival: check1At - 25 * MINUTE_MS,
      before: check1At - 18 * MINUTE_MS,
      access: check1At - 15 * MINUTE_MS,
      check1: check1At,
      start: startedAt,
      check2: check2At,
      end: endedAt,
    })[name as 'arrival'] ?? endedAt + 14 * MINUTE_MS;
  const written = (name: Section, fields: FieldValues, by: DemoPerson = first): SectionStored => ({
    version: 1,
    fields,
    byId: by.userId,
    byName: by.userName,
    at: at(name),
  });
  const after: readonly [number, number] = [systolic - 6 - draw(16), diastolic - draw(10)];
  const sections: Sections = {
    arrival: written('arrival', { method: 'manual', weighing: 'standing', scale: Math.round((preWeight + 0.6) * 10) / 10, clothes: 0.6 }),
    before: written('before', {
      systolic,
      diastolic,
      pulse: 70 + draw(18),
      temperature: 36.2 + draw(7) / 10,
      oedema: draw(4) === 0 ? 'mild' : 'none',
      bleeding: 'none',
      falls: draw(9) === 0 ? 'high' : 'low',
      symptoms: ['none'],
    }),
    access: written('access', isCatheter ? { exitSite: 'dry', dressing: 'clean', catheterFlow: 'good' } : { thrill: 'strong', bruit: 'strong', skin: 'clean' }),
    ...(far >= 1 && { check1: written('check1', ALL_OK(['goods', 'parameters', 'identity', 'circuit'])) }),
    ...(far >= 2 && {
      start: written('start', isCatheter ? { dialyserLot: `SIM-L${2600 + draw(90)}` } : { needle: 16, attempts: 1, dialyserLot: `SIM-L${2600 + draw(90)}` }),
    }),
    ...(far >= 3 && {
      check2: written('check2', ALL_OK(['mode', 'prescription', 'anticoagulant', 'access', 'connection']), second),
      end: written('end', {
        returned: 'closed',
        ufVolume,
        saline: 200,
        clotDialyser: happens === 'clot' ? '3' : draw(12) === 0 ? '1' : '0',
        clotArterial: '0',
        clotVenous: happens === 'clot' ? '3' : '0',
        rupture: happens === 'rupture' ? 'yes' : 'no',
      }),
    }),
    ...(far >= 4 && {
      after: written('after', {
        ...{ scale: Math.round((preWeight - ufVolume / 1000 + 0.8) * 10) / 10, clothes: 0.6, systolic: after[0], diastolic: after[1], pulse: 70 + draw(16) },
        ...(isCatheter ? { lock: 'heparin', lockArterial: 1.4, lockVenous: 1.5 } : { haemostasis: 10 + draw(10) }),
        ...{ accessState: 'good', symptoms: ['none'] },
      }),
      summary: written('summary', { education: draw(2) === 0 ? 'fluid' : 'diet', understanding: 'full' }),
    }),
  };
  const isOver = far >= 4;
  return {
    ...{ sections, preWeight, postWeight: isOver ? Math.round((preWeight - ufVolume / 1000 + 0.2) * 10) / 10 : null, ufVolume: far >= 3 ? ufVolume : null },
    ...{ pressures: [[systolic, diastolic], isOver ? after : null], readings, event, check1At, check2At, endedAt },
  };
}
