import { type Money, RULES } from '@nephra/plugin-sdk/contract';
import { ApiError } from '@nephra/plugin-sdk/web';
import { createFakeWebContext } from '@nephra/plugin-sdk/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FormItem } from '../form-field.ts';
import { FormStore } from './form-store.ts';

interface Values {
  name: string;
  mobile: string;
  fee: Money | null;
  kind: string;
  reason: string;
}
const EMPTY: Values = { name: '', mobile: '', fee: null, kind: 'a', reason: '' };
const FIELDS: FormItem<Values>[] = [
  { kind: 'group', label: 'Base' },
  { kind: 'text', name: 'name', label: 'Name', required: true, maxLength: 5 },
  { kind: 'text', name: 'mobile', label: 'Mobile', rules: [RULES.mobile] },
  { kind: 'money', name: 'fee', label: 'Fee', min: 100 as Money },
  { kind: 'select', name: 'kind', label: 'Kind', options: [] },
  {
    kind: 'text',
    name: 'reason',
    label: 'Reason',
    required: true,
    visible: (values) => values.kind === 'b',
    check: ({ name, reason }) => (name === reason ? 'same as the name' : undefined),
  },
];
const apiError = (error: string, fields: { path: string; msg: string }[] = []) => new ApiError({ code: 500, error, message: 'no', fields });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('form store', () => {
  it('complains per field, first from the top first, and saves nothing', async () => {
    const form = new FormStore({ fields: FIELDS, initial: { ...EMPTY, mobile: '123', fee: 99 as Money } });
    const save = vi.fn();
    expect(await form.submit(save)).toEqual({ kind: 'invalid' });
    expect(save).not.toHaveBeenCalled();
    expect(form.errorText('name', 'zh')).toBe('Name不能为空');
    expect(form.errorText('mobile', 'en')).toBe('please enter your phone number correctly');
    expect(form.errorText('fee', 'en')).toBe('must not be less than 1.00');
    expect(form.firstInvalid).toBe('name');
    form.set('name', 'abcdef');
    expect(form.failureOf('name')).toBeUndefined();
    expect(form.validate('name')).toBe(false);
  });

  it('[6-04] a field that is away or denied is not checked', async () => {
    const form = new FormStore({ fields: FIELDS, initial: { ...EMPTY, name: 'x' } });
    expect(form.validate()).toBe(true);
    form.set('kind', 'b');
    expect(form.validate()).toBe(false);
    form.setValues({ reason: 'x' });
    form.validate();
    expect(form.errorText('reason', 'zh')).toBe('same as the name');
    const denied = new FormStore<Values>({
      fields: [{ kind: 'text', name: 'name', label: 'Name', required: true, permission: 'f_name' }],
      initial: { ...EMPTY, name: 'kept back' },
    });
    denied.limitTo(() => false);
    expect(denied.validate()).toBe(true);
    expect(denied.fields).toEqual([]);
    const outcome = await denied.submit(async (values) => Object.keys(values));
    expect(outcome).toEqual({ kind: 'saved', result: Object.keys(EMPTY).filter((name) => name !== 'name') });
  });

  it('saves once however often the button is pressed', async () => {
    const form = new FormStore({ fields: FIELDS, initial: { ...EMPTY, name: 'x' } });
    let finish: (id: string) => void = () => undefined;
    const save = vi.fn(() => new Promise<string>((done) => (finish = done)));
    const first = form.submit(save);
    expect(await form.submit(save)).toEqual({ kind: 'busy' });
    expect(form.saving).toBe(true);
    finish('id1');
    expect(await first).toEqual({ kind: 'saved', result: 'id1' });
    expect(save).toHaveBeenCalledTimes(1);
    expect(form.dirty).toBe(false);
  });

  it('complaints of the server stand at their fields until the value changes', async () => {
    const form = new FormStore({ fields: FIELDS, initial: { ...EMPTY, name: 'x' } });
    const error = apiError('drug.exists', [
      { path: '/body/name', msg: 'taken' },
      { path: 'mobile', msg: 'unknown number' },
      { path: '/body/other', msg: 'elsewhere' },
    ]);
    expect(await form.submit(async () => Promise.reject(error))).toEqual({ kind: 'refused', error });
    expect([form.errorText('name', 'zh'), form.errorText('mobile', 'zh'), form.errorText('other', 'zh')]).toEqual(['taken', 'unknown number', undefined]);
    expect(form.state).toEqual({ kind: 'failed', error });
    form.set('name', 'y');
    expect(form.errorText('name', 'zh')).toBeUndefined();
    expect(form.values.name).toBe('y');
  });

  it('after a lost answer the same values carry the same key; other values, a refusal or a save another one', async () => {
    const form = new FormStore({ fields: FIELDS, initial: { ...EMPTY, name: 'x' } });
    const keys: string[] = [];
    const send = (outcome?: Error) =>
      form.submit(async (_, { idempotencyKey }) => {
        keys.push(idempotencyKey);
        if (outcome) throw outcome;
      });
    await send(apiError('timeout'));
    await send(apiError('network'));
    expect(keys[1]).toBe(keys[0]);
    for (const unknown of ['core.commit-unknown', 'invalid-answer']) {
      await send(apiError(unknown));
      expect(keys.pop(), unknown).toBe(keys[0]);
    }
    form.set('name', 'y');
    await send(apiError('stock.short'));
    expect(keys[2]).not.toBe(keys[1]);
    await send();
    expect(keys[3]).not.toBe(keys[2]);
    await send();
    expect(new Set(keys).size).toBe(4);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  it('values that were changed and changed back while nobody knows are the same act; one that is still at work too', async () => {
    const form = new FormStore({ fields: FIELDS, initial: { ...EMPTY, name: 'x' } });
    const keys: string[] = [];
    const send = (outcome?: Error) =>
      form.submit(async (_, { idempotencyKey }) => {
        keys.push(idempotencyKey);
        if (outcome) throw outcome;
      });
    await send(apiError('core.commit-unknown'));
    form.set('name', 'y');
    form.set('name', 'x');
    await send(apiError('core.still-running'));
    await send();
    expect(new Set(keys).size).toBe(1);
  });

  it('what is sent beside the values belongs to the act', async () => {
    let rows = [1];
    const form = new FormStore({ fields: FIELDS, initial: { ...EMPTY, name: 'x' }, alsoSent: () => rows });
    const keys: string[] = [];
    const send = () =>
      form.submit(async (_, { idempotencyKey }) => {
        keys.push(idempotencyKey);
        throw apiError('network');
      });
    await send();
    rows = [1, 2];
    await send();
    rows = [1];
    await send();
    expect([keys[0] === keys[1], keys[0] === keys[2]]).toEqual([false, true]);
  });

  it('asks before other values are sent while the first may have been saved', async () => {
    const form = new FormStore({ fields: FIELDS, initial: { ...EMPTY, name: 'x' } });
    form.askOtherBy(async () => false);
    await form.submit(async () => Promise.reject(apiError('network')));
    form.set('name', 'y');
    let sent = 0;
    expect(await form.submit(async () => (sent += 1))).toEqual({ kind: 'held' });
    expect([sent, form.saving]).toEqual([0, false]);
    form.askOtherBy(async () => true);
    expect(await form.submit(async () => (sent += 1))).toMatchObject({ kind: 'saved' });
  });

  it('a password is in no draft: that stands on a disk', () => {
    const { drafts, record } = createFakeWebContext();
    const fields = () => [{ kind: 'text', name: 'user', label: '用户' } as const, { kind: 'password', name: 'secret', label: '密码' } as const];
    const form = new FormStore<{ user: string; secret: string }>({ fields, initial: { user: '', secret: '' }, drafts, draftKey: 'source:new' });
    form.setValues({ user: 'reader', secret: 'SIM-7391' });
    form.dispose();
    expect([...record.drafts.values()]).toEqual([{ user: 'reader' }]);
    expect(form.values.secret).toBe('SIM-7391');
  });

  it('what was typed survives as a draft and comes back; saving or discarding ends it', async () => {
    const { drafts, record } = createFakeWebContext();
    const make = () => new FormStore({ fields: FIELDS, initial: EMPTY, drafts, draftKey: 'drug:new' });
    const form = make();
    form.set('name', 'half');
    expect(record.drafts.size).toBe(0);
    vi.advanceTimersByTime(400);
    expect(record.drafts.get('drug:new')).toMatchObject({ name: 'half' });

    const again = make();
    expect([again.fromDraft, again.values.name, again.dirty]).toEqual([true, 'half', true]);
    again.set('name', 'more');
    again.dispose();
    expect(record.drafts.get('drug:new')).toMatchObject({ name: 'more' });

    const third = make();
    await third.submit(async () => undefined);
    expect(record.drafts.size).toBe(0);
    const fourth = make();
    fourth.set('name', 'x');
    fourth.reset();
    fourth.dispose();
    expect(record.drafts.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});
