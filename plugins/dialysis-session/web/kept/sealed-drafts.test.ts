import { createFakeWebContext, type FakeWebContext } from '@nephra/plugin-sdk/testing';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceKeyContract } from '../../../../plugin-sdk/contract/access/device-key.contract.ts';
import { READING_FIELDS } from '../../contract/fields.ts';
import { sessionContract } from '../../contract/session.contract.ts';
import { TypedForms } from '../fields/typed-forms.ts';
import { BedsideOutbox } from '../outbox/outbox.ts';
import { KeptDay } from './kept-day.ts';
import { type KeyShelf, WRAPPED } from './person-key.ts';
import { SealedDrafts } from './sealed-drafts.ts';

const { read } = deviceKeyContract.routes;
const keyOf = (letter: string) => ({ key: btoa(letter.repeat(32)) });
const NAME = '欧阳';
const entry = (clientId: string, seq: number) => ({
  ...{ clientId, seq, act: 'reading', params: { id: 's1' }, body: { fields: { systolic: 117 } }, recordedAt: seq, title: `${NAME} 监测` },
});
/** A browser's own database: by person, others are taken away. */
function shelfOf(): KeyShelf & { readonly keys: Map<string, CryptoKey> } {
  const keys = new Map<string, CryptoKey>();
  return {
    keys,
    async wrapping(userId) {
      for (const other of keys.keys()) if (other !== userId) keys.delete(other);
      const key = keys.get(userId) ?? (await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['wrapKey', 'unwrapKey']));
      keys.set(userId, key);
      return key;
    },
  };
}

let shelf: ReturnType<typeof shelfOf>;
/** What lies on the tablet, whoever is signed in. */
let device: FakeWebContext['record']['drafts'];
const signIn = (key: string): FakeWebContext => {
  const ctx = createFakeWebContext();
  for (const [name, value] of device) ctx.record.drafts.set(name, value);
  device = ctx.record.drafts;
  ctx.http.answer(read, keyOf(key));
  ctx.http.refuse(sessionContract.routes.reading, { code: 0, error: 'network' });
  return ctx;
};
/** As the shell does it: what is named so goes with the session. */
const signOut = (): void => {
  for (const name of device.keys()) if (name.startsWith('session:')) device.delete(name);
};
const lies = (): string => JSON.stringify([...device.values()]);
/** Without what is drawn by chance and the clock: three digits of a pressure may stand in a nonce, a cipher or a moment as well. */
const readable = (): string => JSON.stringify([...device.values()], (name, value: unknown) => (['at', 'nonce', 'data', 'key'].includes(name) ? null : value));
const boxOf = (ctx: FakeWebContext) => new BedsideOutbox(ctx, new SealedDrafts(ctx, shelf), () => undefined);

beforeEach(() => {
  shelf = shelfOf();
  device = new Map();
});

describe('what lies on a tablet', () => {
  it('is sealed: neither names nor values can be read, each entry has a nonce of its own', async () => {
    const ctx = signIn('a');
    const sealed = new SealedDrafts(ctx, shelf);
    await sealed.load('outbox:none');
    await sealed.save('session:whole:s1', { name: NAME, systolic: 117 }, 5, 'never');
    await sealed.save('session:whole:s2', { name: NAME, systolic: 117 }, 6, 'never');
    expect(lies()).not.toMatch(/欧阳|systolic/);
    expect(readable()).not.toContain('117');
    const [one, two] = ['s1', 's2'].map((id) => device.get(`session:whole:${id}`) as { readonly data: string; readonly nonce: string });
    expect(one?.data).not.toBe(two?.data);
    expect(one?.nonce).not.toBe(two?.nonce);
    expect(await sealed.load('session:whole:s1')).toEqual({ kind: 'value', value: { name: NAME, systolic: 117 } });
    expect([sealed.momentOf('session:whole:s1'), sealed.momentOf('session:whole:s2')]).toEqual([5, 6]);
  });

  it('opens after a reload without network, and the key itself is to be taken from nowhere', async () => {
    await new SealedDrafts(signIn('a'), shelf).save('session:whole:s1', { systolic: 117 }, 5, 'never');
    const away = signIn('a');
    away.http.refuse(read, { code: 0, error: 'network' });
    expect(await new SealedDrafts(away, shelf).load('session:whole:s1')).toMatchObject({ kind: 'value' });
    expect(away.http.callsOf(read)).toHaveLength(0);
    const [wrapping] = shelf.keys.values();
    await expect(crypto.subtle.exportKey('raw', wrapping as CryptoKey)).rejects.toThrow();
    expect(lies()).not.toContain(keyOf('a').key);
  });

  it('is unreadable for another account of the same tablet and stays; the same person gets it back after the next sign-in, and it is sent', async () => {
    const first = boxOf(signIn('a'));
    await first.enter('reading', { id: 's1' }, { fields: { systolic: 117 } }, NAME);
    first.dispose();
    await expect.poll(lies).not.toMatch(/欧阳|systolic/);
    expect(readable()).not.toContain('117');
    signOut();
    expect(device.has(WRAPPED)).toBe(false);
    const other = boxOf(signIn('b'));
    await other.restore();
    expect([other.entries.length, other.unreadable, [...device.keys()].filter((key) => key.startsWith('outbox:')).length]).toEqual([0, 1, 1]);
    other.dispose();
    signOut();
    const same = signIn('a');
    same.http.answer(sessionContract.routes.reading, { session: { id: 's1' }, repeated: false, clockOff: null, conflicts: [] } as never);
    const back = boxOf(same);
    await back.restore();
    await expect.poll(() => back.entries.length).toBe(0);
    expect(same.http.callsOf(sessionContract.routes.reading)[0]?.input).toMatchObject({ body: { fields: { systolic: 117 } } });
    expect([...device.keys()].filter((key) => key.startsWith('outbox:'))).toEqual([]);
    back.dispose();
  });

  it('of an earlier version is sealed at the first opening, and none of it is lost', async () => {
    device.set('outbox:c1', entry('c1', 1));
    device.set('outbox:c2', entry('c2', 2));
    device.set('session:day:2026-03-02', { at: 1, value: { date: '2026-03-02', name: NAME } });
    const ctx = signIn('a');
    const box = boxOf(ctx);
    await box.restore();
    expect(box.entries.map(({ kept }) => kept.clientId)).toEqual(['c1', 'c2']);
    const kept = new KeptDay({ now: () => 1 }, new SealedDrafts(ctx, shelf));
    await expect.poll(lies).not.toMatch(/欧阳|systolic/);
    expect(readable()).not.toContain('117');
    expect(await kept.day('2026-03-02')).toMatchObject({ at: 1, value: { name: NAME } });
    box.dispose();
  });

  it('is kept open rather than lost while no key comes, and sealed once one does; a reading page keeps nothing then', async () => {
    const ctx = signIn('a');
    ctx.http.refuse(read, { code: 0, error: 'network' });
    const sealed = new SealedDrafts(ctx, shelf);
    await sealed.save('outbox:c1', entry('c1', 1), 1, 'until-key');
    await sealed.save('session:whole:s1', { name: NAME }, 1, 'never');
    expect([device.has('outbox:c1'), device.has('session:whole:s1')]).toEqual([true, false]);
    ctx.http.answer(read, keyOf('a'));
    await sealed.sealOpenOnes('outbox:');
    expect(lies()).not.toMatch(/欧阳|systolic/);
    expect(readable()).not.toContain('117');
    expect(await sealed.load('outbox:c1')).toMatchObject({ kind: 'value', value: { clientId: 'c1' } });
  });

  it('lies there before the page says that it waits, and until then it is a typed value: a page may be left at any moment', async () => {
    const ctx = signIn('a');
    const sealed = new SealedDrafts(ctx, shelf);
    await sealed.save('session:whole:s1', { name: NAME }, 5, 'never');
    const forms = new TypedForms(sealed, () => 5);
    const draft = forms.of('s1', 'reading', READING_FIELDS);
    draft.type('systolic', '117');
    await expect.poll(() => device.has('typed:s1:reading')).toBe(true);
    const box = new BedsideOutbox(ctx, sealed, () => undefined);
    let go = (): void => undefined;
    const ready = new Promise<void>((resolve) => {
      go = resolve;
    });
    const { subtle } = crypto;
    const encrypt = subtle.encrypt.bind(subtle);
    const slow = vi.spyOn(subtle, 'encrypt').mockImplementation(async (...given) => {
      await ready;
      return await encrypt(...given);
    });
    const outcome = forms.hand(draft, async (kept) => (await box.enter('reading', { id: 's1' }, { fields: draft.patch }, NAME, kept)).kind === 'waiting');
    await expect.poll(() => slow.mock.calls.length).toBe(1);
    const shown = () => [box.entries.length, [...device.keys()].some((key) => key.startsWith('outbox:')), device.has('typed:s1:reading')];
    expect(shown()).toEqual([0, false, true]);
    go();
    expect(await outcome).toBe(true);
    expect(shown()).toEqual([1, true, false]);
    slow.mockRestore();
    for (const one of [box, forms]) one.dispose();
  });

  it('is read as it was written last, by a page that is drawn anew while the one before it still seals', async () => {
    const ctx = signIn('a');
    const before = new SealedDrafts(ctx, shelf);
    await before.save('typed:s1:reading', { at: 5, value: '11' }, 5, 'until-key');
    await expect.poll(lies).toContain('sealed');
    const saving = before.save('typed:s1:reading', { at: 6, value: '117' }, 6, 'until-key');
    expect(await new SealedDrafts(ctx, shelf).load('typed:s1:reading')).toMatchObject({ kind: 'value', value: { value: '117' } });
    await saving;
  });

  it('does not come back once it was sent, however late its cipher is ready; an entry under another name is not believed', async () => {
    const ctx = signIn('a');
    const sealed = new SealedDrafts(ctx, shelf);
    const saving = sealed.save('outbox:c1', entry('c1', 1), 1, 'until-key');
    sealed.clear('outbox:c1');
    await saving;
    await sealed.save('outbox:c2', entry('c2', 2), 2, 'until-key');
    await expect.poll(lies).toContain('sealed');
    expect(device.has('outbox:c1')).toBe(false);
    device.set('outbox:c3', device.get('outbox:c2'));
    expect(await sealed.load('outbox:c3')).toEqual({ kind: 'unreadable' });
  });
});
