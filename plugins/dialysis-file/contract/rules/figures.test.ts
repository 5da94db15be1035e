import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eKtV, spKtV, stdKtV, urr, watson } from './adequacy.ts';
import type { Computed } from './computed.ts';
import { idwg, idwgPct, minHours, netWeight, overDry, ufPct, ufRate, ufRateColour, ufTarget } from './weights.ts';

const near = (computed: Computed, value: number): void => {
  expect(computed.why).toBeNull();
  expect(Math.abs((computed.value ?? Number.NaN) - value)).toBeLessThanOrEqual(0.001);
};

/** pre, post, hours, UF in litres, kg, treatments a week; then URR, sp, e by rate, of a catheter, Tattersall, std with sp and with e below. */
const VECTORS = [
  [25, 7.5, 4, 2.5, 60, 3, 70.0, 1.44, 1.254, 1.291, 1.256, 2.224, 2.212],
  [28, 9.8, 4, 3, 70, 3, 65.0, 1.265, 1.105, 1.136, 1.104, 2.076, 2.065],
  [20, 8, 3.5, 1.5, 50, 2, 60.0, 1.067, 0.914, 0.944, 0.914, 1.22, 1.216],
  [25, 5, 4, 2, 55, 3, 80.0, 1.904, 1.648, 1.7, 1.661, 2.527, 2.514],
] as const;

describe('adequacy', () => {
  it.each(VECTORS)('%d → %d in %d h', (pre, post, hours, ufLitres, postWeight, perWeek, ratio, sp, rate, catheter, tattersall, std, stdBelowE) => {
    const minutes = hours * 60;
    near(urr({ pre, post }), ratio);
    const single = spKtV({ pre, post, minutes, ufLitres, postWeight });
    near(single, sp);
    const asked = { spKtV: single.value, minutes };
    const equilibrated = eKtV({ ...asked, access: 'arteriovenous', formula: 'rate' });
    near(equilibrated, rate);
    near(eKtV({ ...asked, access: 'catheter', formula: 'rate' }), catheter);
    near(eKtV({ ...asked, access: 'arteriovenous', formula: 'tattersall' }), tattersall);
    near(stdKtV({ ...asked, eKtV: equilibrated.value, perWeek, denominator: 'spKtV' }), std);
    near(stdKtV({ ...asked, eKtV: equilibrated.value, perWeek, denominator: 'eKtV' }), stdBelowE);
  });

  it('says why there is no figure', () => {
    expect(spKtV({ pre: 30, post: 0.9, minutes: 240, ufLitres: 2, postWeight: 60 })).toEqual({ value: null, why: 'logarithm' });
    expect(spKtV({ pre: 20, post: 20, minutes: 240, ufLitres: 2, postWeight: 60 }).why).toBe('post-not-below-pre');
    expect(spKtV({ pre: 20, post: 8, minutes: 4, ufLitres: 2, postWeight: 60 }).why).toBe('duration');
    expect(spKtV({ pre: 20, post: null, minutes: 240, ufLitres: 2, postWeight: 60 }).why).toBe('missing');
    expect(urr({ pre: 0, post: 0 }).why).toBe('implausible');
    expect(eKtV({ spKtV: 1.2, minutes: 30, access: 'arteriovenous', formula: 'rate' }).why).toBe('duration');
  });

  it('counts the days since the last treatment in other rhythms', () => {
    // 0.0174 / (3.5 − 4/24) = 0.00522 in place of 0.008.
    near(spKtV({ pre: 20, post: 8, minutes: 240, ufLitres: 1.5, postWeight: 50, daysSinceLast: 3.5 }), -Math.log(0.4 - 0.00522 * 4) + 0.078);
  });

  it('knows the water of a body', () => {
    expect(watson({ sex: 'male', years: 60, heightCm: 170, kg: 65 }).value?.toFixed(2)).toBe('36.85');
    expect(watson({ sex: 'female', years: null, heightCm: 160, kg: 55 }).value?.toFixed(2)).toBe('28.57');
    expect(watson({ sex: 'male', years: null, heightCm: 170, kg: 65 }).why).toBe('missing');
  });
});

describe('weights', () => {
  it('take off clothes and wheelchair, and refuse what no patient weighs', () => {
    near(netWeight({ scale: 78.4, clothes: 0.6, wheelchair: 15 }), 62.8);
    expect(netWeight({ scale: 30, wheelchair: 15 })).toEqual({ value: null, why: 'implausible' });
    expect(netWeight({ scale: null })).toEqual({ value: null, why: 'missing' });
  });

  it('give the gain and what is above the dry weight', () => {
    near(idwg(62.5, 60), 2.5);
    near(idwgPct(62.5, 60, 59.5), 4.2017);
    near(overDry(59, 59.5), -0.5);
    expect(idwg(62.5, null).why).toBe('missing');
  });

  it('propose ultrafiltration, of which 0 is one and empty is none', () => {
    expect(ufTarget({ preWeight: 62.5, dryWeight: 60, intakeMl: 300 })).toEqual({ value: 2_800, why: null });
    expect(ufTarget({ preWeight: 59, dryWeight: 60 })).toEqual({ value: 0, why: null });
    expect(ufTarget({ preWeight: 62.5, dryWeight: null })).toEqual({ value: null, why: 'missing' });
    expect(ufTarget({ preWeight: 62.5, dryWeight: 60, allowanceMl: 500 }).value).toBe(2_000);
  });

  it('give the rate of the page, refuse hours for minutes', () => {
    near(ufRate({ ufMl: 3_000, minutes: 240, kg: 55 }), 13.636);
    near(minHours(3_000, 55, 13), 4.196);
    near(ufPct(3_000, 60), 5);
    expect(ufRate({ ufMl: 3_000, minutes: 4, kg: 55 }).why).toBe('duration');
    expect(ufRate({ ufMl: 0, minutes: 240, kg: 55 })).toEqual({ value: 0, why: null });
    const limits = { ufRateWarn: 10, ufRateHigh: 13 };
    expect([9.99, 10, 13, 13.01].map((rate) => ufRateColour(rate, limits))).toEqual(['green', 'yellow', 'yellow', 'red']);
  });
});

describe('every figure', () => {
  it('is a number or says why not, for whatever it is given', () => {
    const input = fc.oneof(fc.double(), fc.integer({ min: -10, max: 400 }), fc.constant(null), fc.constant(undefined));
    fc.assert(
      fc.property(fc.tuple(input, input, input, input, input, input), ([a, b, c, d, e, f]) => {
        const single = spKtV({ pre: a, post: b, minutes: c, ufLitres: d, postWeight: e, daysSinceLast: f });
        const figures: readonly Computed[] = [
          single,
          urr({ pre: a, post: b }),
          eKtV({ spKtV: a, minutes: b, access: 'arteriovenous', formula: 'rate' }),
          eKtV({ spKtV: a, minutes: b, access: 'catheter', formula: 'tattersall' }),
          stdKtV({ spKtV: a, eKtV: b, minutes: c, perWeek: d, denominator: 'spKtV' }),
          stdKtV({ spKtV: a, eKtV: b, minutes: c, perWeek: d, denominator: 'eKtV' }),
          watson({ sex: 'male', years: a, heightCm: b, kg: c }),
          watson({ sex: 'female', years: a, heightCm: b, kg: c }),
          netWeight({ scale: a, clothes: b, wheelchair: c }),
          idwg(a, b),
          idwgPct(a, b, c),
          overDry(a, b),
          ufTarget({ preWeight: a, dryWeight: b, intakeMl: c, allowanceMl: d }),
          ufPct(a, b),
          ufRate({ ufMl: a, minutes: b, kg: c }),
          minHours(a, b, 13),
        ];
        for (const { value, why } of figures) expect(value === null ? why !== null : Number.isFinite(value) && why === null).toBe(true);
      }),
    );
  });
});
