import type { Money, Quantity, UnitPrice } from '@nephra/plugin-sdk/contract';
import { createFakeWebContext, type FakeWebOptions, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { ApiError } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EditDialog, type EditDialogProps } from './edit-dialog.tsx';
import type { FormItem } from '../form-field.ts';
import { FormDialogStore } from './form-dialog-store.ts';
import { FormStore } from './form-store.ts';

interface Drug {
  name: string;
  enCode: string;
  price: UnitPrice | null;
  fee: Money | null;
  pack: Quantity | null;
  note: string;
  enabled: boolean;
}
const EMPTY: Drug = { name: '', enCode: '', price: null, fee: null, pack: null, note: '', enabled: true };
const FIELDS: FormItem<Drug>[] = [
  { kind: 'group', label: 'Base' },
  { kind: 'text', name: 'name', label: 'Name', required: true, help: 'as on the box' },
  { kind: 'text', name: 'enCode', label: 'Code' },
  { kind: 'unitPrice', name: 'price', label: 'Price' },
  { kind: 'money', name: 'fee', label: 'Fee' },
  { kind: 'quantity', name: 'pack', label: 'Pack', unit: 'box' },
  { kind: 'textarea', name: 'note', label: 'Note' },
  { kind: 'switch', name: 'enabled', label: 'Enabled' },
];

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  expect(page?.context.live()).toEqual([]);
  page = undefined;
});

async function draw(props: Partial<EditDialogProps<Drug, unknown>> = {}, initial = EMPTY, options: FakeWebOptions = {}) {
  const context = createFakeWebContext(options);
  const form = new FormStore<Drug>({ fields: FIELDS, initial, drafts: context.drafts, draftKey: 'drug:new' });
  const onClose = vi.fn();
  const onSave = vi.fn(async () => undefined);
  page = await renderElement(<EditDialog form={form} title="Edit" onClose={onClose} onSave={onSave} {...props} />, { context });
  await page.until(() => page?.find('dialog'));
  return { ...page, form, onClose, onSave };
}

describe('edit dialog', () => {
  it('a save that fails for no field of the form brings the sentence that says so into view, each time', async () => {
    const seen: (string | null)[] = [];
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      seen.push(this.textContent);
    });
    const onSave = vi.fn(async () => {
      throw new ApiError({ code: 500, error: 'core.fault', message: 'Please try again later' });
    });
    const { get, type, click } = await draw({ onSave });
    await type(get('textbox', 'Name'), 'Heparin');
    await click(get('button', '保存'));
    await click(get('button', '保存'));
    expect(onSave).toHaveBeenCalledTimes(2);
    expect(seen).toEqual([expect.stringContaining('Please try again later'), expect.stringContaining('Please try again later')]);
    vi.restoreAllMocks();
  });

  it('takes decimal text, saves whole units, closes and tells who waits', async () => {
    const onSaved = vi.fn();
    const { get, type, click, onSave, onClose } = await draw({ onSaved });
    await type(get('textbox', 'Name'), 'Heparin');
    await type(get('textbox', 'Price'), '12.3456');
    await type(get('textbox', 'Fee'), '￥1,234.5');
    await type(get('textbox', 'Pack'), '３');
    await click(get('button', '保存'));
    expect(onSave).toHaveBeenCalledWith({ ...EMPTY, name: 'Heparin', price: 123456, fee: 123450, pack: 30000 }, { idempotencyKey: expect.any(String) });
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(onSaved).toHaveBeenCalledTimes(1);
  });

  it('a wrong form is not sent; the cursor goes to the first complaint, which is read out with its field', async () => {
    const { get, click, onSave } = await draw();
    await click(get('button', '保存'));
    expect(onSave).not.toHaveBeenCalled();
    const name = get('textbox', 'Name');
    expect(document.activeElement).toBe(name);
    const note = document.getElementById(name.getAttribute('aria-describedby') ?? '');
    expect(note?.textContent).toBe('Name不能为空');
    expect(note?.getAttribute('role')).toBe('alert');
  });

  it('what the server says stands at its field and in one line above; the dialog stays open with everything typed', async () => {
    const error = new ApiError({
      code: 409,
      error: 'drug.exists',
      message: 'This code is taken.',
      fields: [{ path: '/body/enCode', msg: 'taken by Heparin' }],
    });
    const { get, type, click, text, form, onClose } = await draw({ onSave: async () => Promise.reject(error) });
    await type(get('textbox', 'Name'), 'Heparin');
    await click(get('button', '保存'));
    expect(text()).toContain('没有保存成功：This code is taken.');
    expect(text()).toContain('taken by Heparin');
    expect(document.activeElement).toBe(get('textbox', 'Code'));
    expect(form.values.name).toBe('Heparin');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('the button that saves keeps the focus while it works and when nothing came of it, so that the keyboard stays in the dialog', async () => {
    let refuse: (error: Error) => void = () => undefined;
    const onSave = vi.fn(() => new Promise<undefined>((_, no) => (refuse = no)));
    const { get, type, click, settle } = await draw({ onSave });
    await type(get('textbox', 'Name'), 'Heparin');
    const save = get('button', '保存');
    save.focus();
    await click(save);
    expect(save.querySelector('svg')).not.toBeNull();
    expect(document.activeElement).toBe(save);
    refuse(new ApiError({ code: 500, error: 'core.fault', message: 'Please try again later' }));
    await settle();
    expect(save.querySelector('svg')).toBeNull();
    expect(document.activeElement).toBe(save);
  });

  it('a lost answer is called unknown, not failed', async () => {
    const { get, type, click, text } = await draw({ onSave: async () => Promise.reject(new ApiError({ code: 0, error: 'timeout', message: 'timeout' })) });
    await type(get('textbox', 'Name'), 'Heparin');
    await click(get('button', '保存'));
    expect(text()).toContain('暂不确定是否已保存');
    expect(text()).not.toContain('没有保存成功');
  });

  it('a raw exception is never shown', async () => {
    const { get, type, click, text } = await draw({ onSave: async () => Promise.reject(new TypeError('x is undefined')) });
    await type(get('textbox', 'Name'), 'Heparin');
    await click(get('button', '保存'));
    expect(text()).toContain('请求出错，请重试');
    expect(text()).not.toContain('undefined');
  });

  it('Enter in a field saves', async () => {
    const { get, type, press, onSave } = await draw();
    await type(get('textbox', 'Name'), 'Heparin');
    await press(get('textbox', 'Name'), 'Enter');
    expect(onSave).toHaveBeenCalledTimes(1);
  });

  it('[2.3-13] closing with unsaved values asks; no keeps them, yes drops them and the draft', async () => {
    let answer = false;
    const { get, type, click, context, onClose, form } = await draw({}, EMPTY, { confirms: () => answer });
    await type(get('textbox', 'Name'), 'Heparin');
    expect(context.isGuarded()).toBe(true);
    await click(get('button', '取消'));
    expect(context.record.questions).toHaveLength(1);
    expect(onClose).not.toHaveBeenCalled();
    expect(form.values.name).toBe('Heparin');
    answer = true;
    await click(get('button', '取消'));
    expect(onClose).toHaveBeenCalledTimes(1);
    form.dispose();
    expect(context.record.drafts.size).toBe(0);
  });

  it('an untouched form closes without a question', async () => {
    const { get, click, context, onClose } = await draw();
    await click(get('button', '取消'));
    expect(context.record.questions).toEqual([]);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('says that a draft came back and lets the user drop it', async () => {
    const context = createFakeWebContext();
    context.drafts.save('drug:new', { ...EMPTY, name: 'half' });
    const form = new FormStore<Drug>({ fields: FIELDS, initial: EMPTY, drafts: context.drafts, draftKey: 'drug:new' });
    page = await renderElement(<EditDialog form={form} title="Edit" onClose={() => undefined} onSave={async () => undefined} />, { context });
    await page.until(() => page?.find('dialog'));
    expect(page.text()).toContain('已恢复上次未保存的内容');
    expect((page.get('textbox', 'Name') as HTMLInputElement).value).toBe('half');
    await page.click(page.get('button', '放弃修改'));
    expect((page.get('textbox', 'Name') as HTMLInputElement).value).toBe('');
    expect(context.record.drafts.size).toBe(0);
  });

  it('an amount field refuses what is no amount and prints what it holds when it is left', async () => {
    const { get, type, form } = await draw({}, { ...EMPTY, fee: 1050 as Money, pack: 25000 as Quantity });
    const fee = get('textbox', 'Fee') as HTMLInputElement;
    expect(fee.value).toBe('10.50');
    expect((get('textbox', 'Pack') as HTMLInputElement).value).toBe('2.5');
    await type(fee, '12.345');
    expect(form.values.fee).toBe(1050);
    await type(fee, 'abc');
    expect(form.values.fee).toBe(1050);
    await type(fee, '7.5');
    expect(form.values.fee).toBe(750);
    await type(fee, '');
    expect(form.values.fee).toBeNull();
  });
});

interface Note {
  text: string;
}

describe('forms of one dialog', () => {
  it('are opened one at a time with their words, saved by what asked them, and closed; below stands what follows their values', async () => {
    const context = createFakeWebContext();
    const client = { write: vi.fn(async (_text: string) => ({ msg: 'written' })) };
    const onSaved = vi.fn();
    const asking = new FormDialogStore(client, context.toast);
    const Asking = observer(() => (
      <EditDialog {...asking.dialog} onSaved={onSaved}>
        {asking.below}
      </EditDialog>
    ));
    page = await renderElement(<Asking />, { context });
    const { find, until, type, get, click, text } = page;
    expect(find('dialog')).toBeUndefined();
    const fields = (): FormItem<Note>[] => [{ kind: 'text', name: 'text', label: 'Text' }];
    const ask = (title: string) =>
      act(async () =>
        asking.ask<Note>({
          ...{ title, fields, saveText: 'Write', initial: { text: '' } },
          save: ({ write }, values) => write(values.text),
          below: (values) => `${values.text.length} characters`,
        }),
      );
    await ask('First');
    await ask('Second');
    await until(() => find('dialog'));
    expect(text()).toContain('Second');
    expect(text()).not.toContain('First');
    await type(get('textbox', 'Text'), 'abc');
    expect(text()).toContain('3 characters');
    client.write.mockRejectedValueOnce(new ApiError({ code: 500, error: 'core.fault', message: 'Please try again later' }));
    await click(get('button', 'Write'));
    expect(text()).toContain('Please try again later');
    await click(get('button', 'Write'));
    expect(client.write).toHaveBeenCalledTimes(2);
    expect(asking.form).toBeNull();
    expect(onSaved).toHaveBeenCalledTimes(1);
    expect(context.record.toasts).toMatchObject([{ kind: 'success', text: 'written' }]);
  });
});
