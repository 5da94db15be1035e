import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GroupLine, groupMark, isGroupLeader, joinGroup, leaveGroup, mayGroup, normaliseGroups } from './groups.ts';

const line = (isGroup: number, over: Partial<GroupLine> = {}): GroupLine => ({
  kind: 'drug',
  isGroup,
  drugUsage: '404',
  drugInterval: 'qd',
  drugDays: 3,
  ...over,
});
const marks = (lines: readonly GroupLine[]) => lines.map((_, index) => groupMark(lines, index)).join('|');

describe('injection groups', () => {
  it('members stand together, follow their leader and are numbered from the top', () => {
    const lines = normaliseGroups([line(7, { drugDays: 5, drugInterval: 'bid' }), line(0), line(7, { drugUsage: '403' }), line(2), line(2)]);
    expect(lines.map((entry) => entry.isGroup)).toEqual([1, 1, 0, 2, 2]);
    expect(lines[1]).toMatchObject({ drugUsage: '404', drugInterval: 'bid', drugDays: 5 });
    expect(marks(lines)).toBe('┏|┗||┏|┗');
  });

  it('taking the leader away promotes the next; a group of one is none', () => {
    const three = normaliseGroups([line(1), line(1, { drugUsage: '403' }), line(1)]);
    expect(marks(three)).toBe('┏|┃|┗');
    const two = normaliseGroups(three.slice(1));
    expect(isGroupLeader(two, 0)).toBe(true);
    expect(isGroupLeader(two, 1)).toBe(false);
    expect(normaliseGroups(two.slice(1)).map((entry) => entry.isGroup)).toEqual([0]);
  });

  it('joining and leaving', () => {
    const joined = joinGroup([line(0), line(0, { drugDays: 9 }), line(0)], [0, 2]);
    expect(joined.map((entry) => [entry.isGroup, entry.drugDays])).toEqual([
      [1, 3],
      [1, 3],
      [0, 9],
    ]);
    expect(leaveGroup(joined, 1).every((entry) => entry.isGroup === 0)).toBe(true);
    expect(leaveGroup(joined, 2)).toEqual(joined);
  });

  it('only drugs by an injection route may share a group', () => {
    expect(mayGroup(line(0))).toBe(true);
    expect(mayGroup(line(0, { drugUsage: '1' }))).toBe(false);
    expect(mayGroup(line(0, { kind: 'item' }))).toBe(false);
  });

  it('no line is lost, and putting in order twice changes nothing', () => {
    const lines = fc.array(
      fc.record({
        kind: fc.constant('drug'),
        isGroup: fc.integer({ min: 0, max: 4 }),
        drugUsage: fc.constantFrom('404', '403'),
        drugInterval: fc.constantFrom('qd', 'bid'),
        drugDays: fc.integer({ min: 1, max: 5 }),
        key: fc.uuid(),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(lines, (given) => {
        const once = normaliseGroups(given);
        expect(once.map((entry) => entry.key).sort()).toEqual(given.map((entry) => entry.key).sort());
        expect(normaliseGroups(once)).toEqual(once);
        for (const [index, entry] of once.entries()) {
          if (entry.isGroup > 0) expect(once[index - 1]?.isGroup === entry.isGroup || once[index + 1]?.isGroup === entry.isGroup).toBe(true);
        }
      }),
    );
  });
});
