import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DoorOwner } from './doors/door.ts';
import { ProcessDoor } from './process-door.ts';
import { WireError } from './wire/value-codec.ts';

/** Context in which nothing may be called: whoever gets there calls something else than what a test expects. */
const nowhere = {} as DoorOwner['context'];
const escaped: unknown[] = [];
const owner: DoorOwner = { pluginId: 'beds', context: nowhere, texts: [], pageValues: async () => ({}), escaped: (error) => escaped.push(error) };

const doorOf = () => {
  const sent: Buffer[] = [];
  let beats = 0;
  const door = new ProcessDoor({
    send: (frame) => sent.push(frame),
    clock: { now: () => new Date(0), steady: () => new Date(0), today: () => '1970-01-01', shown: (moment: Date) => moment } as never,
    inTransaction: () => false,
    wording: () => '1',
    owners: new Map([[1, owner]]),
    alive: () => (beats += 1),
  });
  return { door, sent, beats: () => beats };
};
const hear = (op: unknown, a: unknown = [], f: unknown = { p: 1, s: 0 }) => ({ head: { k: 'tell', o: op, a, f }, parts: [] });

it('a message of a name that there is not ends the process that sent it, with that name, shortened', () => {
  const { door } = doorOf();
  for (const name of ['nobody', '', '__proto__', 'constructor', 'toString', 'hasOwnProperty'])
    expect(() => door.peer.receive(hear(name))).toThrow(`a process asked for ${name}, which there is not`);
  const giant = 'x'.repeat(1_000_000);
  expect(() => door.peer.receive(hear(giant))).toThrow(`a process asked for ${'x'.repeat(50)}, which there is not`);
});

it('so does one in the name of a package that does not run in it', () => {
  const { door } = doorOf();
  for (const p of [2, 0, -1, '1x', null, undefined, {}, 'y'.repeat(1_000_000)]) {
    expect(() => door.peer.receive(hear('escaped', [1, 'x'], { p, s: 0 }))).toThrow(WireError);
  }
  expect(escaped).toEqual([]);
});

it('a known message with anything in it: nothing comes of it but an end or its own refusal, and beats go on', () => {
  const { door, beats } = doorOf();
  const names = fc.constantFrom(
    'log',
    'escaped',
    'publish',
    'auditWork',
    'number',
    'push',
    'setting',
    'text',
    'seal',
    'files.save',
    'menus.write',
    'alive',
    'sql',
  );
  fc.assert(
    fc.property(
      names,
      fc.array(fc.jsonValue(), { maxLength: 4 }),
      fc.record({ p: fc.constantFrom(1, '1', 2), s: fc.jsonValue(), c: fc.jsonValue() }),
      (op, a, f) => {
        try {
          door.peer.receive(JSON.parse(JSON.stringify(hear(op, a, f))) as ReturnType<typeof hear>);
        } catch (error) {
          expect(error).toBeInstanceOf(WireError);
        }
      },
    ),
  );
  const before = beats();
  door.peer.receive(hear('alive'));
  expect(beats()).toBe(before + 1);
});
