import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dependencyOrder } from './dependency-order.ts';

const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

describe('dependency order', () => {
  it('puts each plugin behind what it needs and keeps the order otherwise', () => {
    const { ordered, circles } = dependencyOrder([
      { id: 'pharmacy', dependsOn: ['prescription', 'patient'] },
      { id: 'patient', dependsOn: [] },
      { id: 'prescription', dependsOn: ['patient'] },
      { id: 'gx', dependsOn: ['elsewhere'] },
    ]);
    expect(ids(ordered)).toEqual(['patient', 'prescription', 'pharmacy', 'gx']);
    expect(circles.size).toBe(0);
  });

  it('names circles and leaves only them out', () => {
    const { ordered, circles } = dependencyOrder([
      { id: 'a', dependsOn: ['b'] },
      { id: 'b', dependsOn: ['a'] },
      { id: 'c', dependsOn: [] },
      { id: 's', dependsOn: ['s'] },
    ]);
    expect(ids(ordered)).toEqual(['c']);
    expect(circles.get('a')).toBe('a → b → a');
    expect(circles.get('s')).toBe('s → s');
  });

  it('never lists a plugin before what it needs', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const plugins = fc
      .array(fc.record({ id: fc.constantFrom(...names), dependsOn: fc.subarray(names) }))
      .map((list) => [...new Map(list.map((one) => [one.id, one])).values()]);
    fc.assert(
      fc.property(plugins, (list) => {
        const { ordered, circles } = dependencyOrder(list);
        const place = new Map(ordered.map(({ id }, index) => [id, index]));
        for (const plugin of ordered) for (const id of plugin.dependsOn) if (place.has(id)) expect(place.get(id)).toBeLessThan(place.get(plugin.id) ?? -1);
        expect(ordered.length + circles.size).toBe(list.length);
      }),
    );
  });
});
