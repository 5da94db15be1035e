import fc from 'fast-check';
import { expect, it } from 'vitest';
import { References } from './references.ts';
import { WireError } from './value-codec.ts';

it('as many functions are lent as may be, one more ends in a sentence; what is given back as often as it was lent makes room', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), fc.array(fc.nat({ max: 40 }), { maxLength: 200 }), (most, steps) => {
      const references = new References(most);
      const acts = Array.from({ length: 41 }, (_, at) => () => at);
      const lent = new Map<number, { readonly id: number; uses: number }>();
      for (const [turn, at] of steps.entries()) {
        const known = lent.get(at);
        const act = acts[at] as () => number; // within its bounds
        if (turn % 3 === 2 && known) {
          references.takeBack(known.id);
          known.uses -= 1;
          if (known.uses === 0) lent.delete(at);
        } else if (known || lent.size < most) {
          const id = references.lend(act);
          if (known) expect(id).toBe(known.id);
          lent.set(at, { id, uses: (known?.uses ?? 0) + 1 });
        } else expect(() => references.lend(act)).toThrow(WireError);
        expect(references.size).toBe(lent.size);
      }
      for (const [at, { id }] of lent) expect(references.find(id).act()).toBe(at);
    }),
  );
});
