import { describe, expect, it } from 'vitest';
import { foundUses, readUses } from './found-uses.ts';

const TITLE = { zh: '处方', zhtw: '處方', en: 'Prescriptions' };
const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `SIM ${at + 1}`);

describe('what is told of uses', () => {
  it('names three of those that one sees and says that there are more', () => {
    expect(foundUses(TITLE, names(4), 4)).toEqual({ title: TITLE, names: names(3), more: true });
    expect(foundUses(TITLE, names(3), 3)).toEqual({ title: TITLE, names: names(3), more: false });
  });

  it('tells rows that one does not see without their names', () => {
    expect(foundUses(TITLE, [], 1)).toEqual({ title: TITLE, names: [], more: true });
    expect(foundUses(TITLE, names(2), 4)).toEqual({ title: TITLE, names: names(2), more: true });
  });

  it('is nothing where no row holds it', () => {
    expect(foundUses(TITLE, [], 0)).toBeUndefined();
  });

  it('is read in this order: whether there are any, whether one may read such rows, and only then names', async () => {
    const read = async (held: number, may: boolean) => {
      const asked: string[] = [];
      const found = await readUses({
        title: TITLE,
        held: async () => {
          asked.push('held');
          return held;
        },
        may,
        named: async () => {
          asked.push('named');
          return names(held);
        },
      });
      return [asked, found && [found.names.length, found.more]];
    };
    expect(await read(0, true)).toEqual([['held'], undefined]);
    expect(await read(2, false)).toEqual([['held'], [0, true]]);
    expect(await read(2, true)).toEqual([
      ['held', 'named'],
      [2, false],
    ]);
  });
});
