import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_DIALYSIS_LIMITS, type Zone, ZONES, zoneMisfit } from '../../../../dialysis-file/contract/index.ts';
import { freePlaces } from '../free-places.ts';
import { type Brought, type BroughtMarkers, newcomerZone, resultsOf } from './newcomer.ts';
import { publicNamesOf } from '../public-name.ts';

const TODAY = '2026-03-02';
const CLEAN: BroughtMarkers = { HBsAg: 'negative', 'anti-HCV': 'negative', 'anti-HIV': 'negative', TPPA: 'negative' };
const zone = (markers: BroughtMarkers, on = TODAY) => newcomerZone(markers, on, TODAY, DEFAULT_DIALYSIS_LIMITS);

describe('somebody who was not planned', () => {
  it('lies by what they bring along; what is missing is named', () => {
    expect(zone(CLEAN)).toEqual({ zone: 'A', waitingFor: [], holdsUntil: '2026-05-31', isOld: false });
    expect(zone({ ...CLEAN, HBsAg: 'positive' }).zone).toBe('B');
    expect(zone({ ...CLEAN, TPPA: 'unknown' })).toMatchObject({ zone: 'E', waitingFor: ['TPPA'] });
    expect(zone({ ...CLEAN, 'anti-HIV': 'pending' })).toMatchObject({ zone: 'E', waitingFor: ['anti-HIV'] });
    expect(zone({})).toMatchObject({ zone: 'E', holdsUntil: null, isOld: false });
  });
  it('old results are told, on the day after the last that they hold', () => {
    expect(zone(CLEAN, '2025-12-02').isOld).toBe(false);
    expect(zone(CLEAN, '2025-12-01')).toMatchObject({ isOld: true, holdsUntil: '2026-03-01', zone: 'A' });
  });
  it('nothing unknown is written down, and everything else is', () => {
    const brought = fc.constantFrom<Brought>('unknown', 'negative', 'positive', 'pending');
    fc.assert(
      fc.property(brought, brought, (one, other) => {
        const written = resultsOf({ HBsAg: one, TPPA: other }, TODAY);
        expect(written.map(({ result }) => result)).toEqual([one, other].filter((value) => value !== 'unknown'));
      }),
    );
  });
});

describe('free places', () => {
  const station = (at: number, of: Zone, over: object = {}) => ({ stationId: `s${at}`, code: `S${at}`, zone: of, enabled: true, modes: ['HD'], ...over });
  it('offer nothing that is taken, out of use or of another zone, each once, those first that can do what is wanted', () => {
    const anyZone = fc.constantFrom(...ZONES);
    fc.assert(
      fc.property(fc.array(anyZone, { maxLength: 30 }), anyZone, fc.boolean(), fc.array(fc.nat(29)), (zones, wanted, lastShift, busy) => {
        const stations = zones.map((of, at) => station(at, of, { enabled: at % 7 !== 3, modes: at % 2 ? ['HD', 'HDF'] : ['HD'] }));
        const taken = new Set(busy.map((at) => `s${at}`));
        const found = freePlaces(stations, taken, { zone: wanted, mode: 'HDF', lastShift });
        for (const one of found) {
          expect(taken.has(one.stationId)).toBe(false);
          expect(one.enabled).toBe(true);
          expect(zoneMisfit(wanted, one.zone, lastShift)).toBeUndefined();
        }
        expect(new Set(found).size).toBe(found.length);
        const able = found.map(({ modes }) => modes.includes('HDF'));
        expect(able.lastIndexOf(true)).toBeLessThan(able.includes(false) ? able.indexOf(false) : able.length);
      }),
    );
  });
});

describe('names of stations for the public', () => {
  it('are those that people gave, else numbers in each facility; a code with the letter of a zone is never among them', () => {
    const named = (id: string, orgId: string, publicName = '') => ({ id, orgId, publicName });
    expect([...publicNamesOf([named('A01', 'x'), named('B01', 'x'), named('A01y', 'y'), named('C01', 'x', ' 窗边 ')]).values()]).toEqual([
      '1',
      '2',
      '1',
      '窗边',
    ]);
  });
});
