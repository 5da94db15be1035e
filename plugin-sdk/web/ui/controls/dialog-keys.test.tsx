import { type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { Modal, Select, SideSheet } from '@nephra/plugin-sdk/ui';
import { act, useState } from 'react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

/** A press while nothing in particular has the focus. `keyCode` is what the component library reads. */
const press = (key: string, keyCode: number) =>
  act(async () => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, keyCode, bubbles: true, cancelable: true }));
  });
const pressEscape = () => press('Escape', 27);

/** Asks before it closes, like every form with unsaved values. */
function Asking({ asked }: { readonly asked: () => void }) {
  const [asking, setAsking] = useState(false);
  const ask = () => {
    asked();
    setAsking(true);
  };
  return (
    <>
      <Modal visible title="Form" onCancel={ask} />
      {asking && <Modal visible title="Discard?" onCancel={() => setAsking(false)} />}
    </>
  );
}

/** A step that is done, and a button that cannot be pressed while it saves. */
function Working() {
  const [step, setStep] = useState<'first' | 'saving' | 'second'>('first');
  return (
    <>
      {step === 'first' && (
        <button type="button" onClick={() => setStep('second')}>
          Go on
        </button>
      )}
      <button type="button" disabled={step === 'saving'} onClick={() => setStep('saving')}>
        Save
      </button>
      <button type="button" onMouseEnter={() => setStep('first')}>
        Saved
      </button>
    </>
  );
}

/** A drawer that goes together with the question about it. */
function Leaving() {
  const [state, setState] = useState<'closed' | 'open' | 'asking'>('closed');
  return (
    <>
      <button type="button" onClick={() => setState('open')}>
        Open
      </button>
      {state !== 'closed' && (
        <SideSheet visible title="Members">
          <button type="button" onClick={() => setState('asking')}>
            Leave
          </button>
        </SideSheet>
      )}
      {state === 'asking' && (
        <Modal visible title="Discard?" footer={null}>
          <button type="button" onClick={() => setState('closed')}>
            Yes
          </button>
        </Modal>
      )}
    </>
  );
}

it.each([
  ['zh-CN', '关闭窗口'],
  ['zh-TW', '關閉視窗'],
  ['en', 'Close dialog'],
])('in %s the cross of a dialog is called %s', async (lang, name) => {
  document.documentElement.lang = lang;
  onTestFinished(() => document.documentElement.removeAttribute('lang'));
  const close = vi.fn();
  page = await renderElement(<Modal visible title="Form" onCancel={close} />);
  const shown = page;
  await shown.click(await shown.until(() => shown.find('button', name)));
  expect(close).toHaveBeenCalledTimes(1);
});

describe('keys of dialogs', () => {
  it('Escape closes the dialog on top alone; the question about what was typed does not come back', async () => {
    const asked = vi.fn();
    page = await renderElement(<Asking asked={asked} />);
    const shown = page;
    await shown.until(() => shown.find('dialog', 'Form'));
    await pressEscape();
    await shown.until(() => shown.find('dialog', 'Discard?'));
    await pressEscape();
    expect(asked).toHaveBeenCalledTimes(1);
    await shown.until(() => shown.find('dialog', 'Discard?') === undefined);
    expect(shown.find('dialog', 'Form')).toBeDefined();
  });

  it('Escape in a select closes its list first, and the drawer when no list is open', async () => {
    const close = vi.fn();
    page = await renderElement(
      <SideSheet visible title="Question" onCancel={close}>
        <Select aria-label="Kind" optionList={[{ value: 'a', label: 'Alpha' }]} />
      </SideSheet>,
    );
    const shown = page;
    const select = await shown.until(() => shown.find('combobox', 'Kind'));
    const pressInSelect = () =>
      act(async () => {
        select.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', keyCode: 27, bubbles: true, cancelable: true }));
      });
    await shown.click(select);
    await shown.until(() => shown.find('option', 'Alpha'));
    await pressInSelect();
    expect(close).not.toHaveBeenCalled();
    await shown.until(() => select.getAttribute('aria-expanded') === 'false');
    await pressInSelect();
    expect(close).toHaveBeenCalledOnce();
  });

  it('of two drawers Escape closes the upper one', async () => {
    const lower = vi.fn();
    const upper = vi.fn();
    page = await renderElement(
      <>
        <SideSheet visible title="Record" onCancel={lower} />
        <SideSheet visible title="Edit" onCancel={upper} />
      </>,
    );
    const shown = page;
    await shown.until(() => shown.find('dialog', 'Edit'));
    await pressEscape();
    expect([lower.mock.calls.length, upper.mock.calls.length]).toEqual([0, 1]);
  });

  it('a question that closes the drawer below it gives the focus to what opened the drawer', async () => {
    page = await renderElement(<Leaving />);
    const shown = page;
    const opener = shown.get('button', 'Open');
    await shown.click(opener);
    await shown.until(() => shown.find('dialog', 'Members'));
    await shown.click(shown.get('button', 'Leave'));
    await shown.until(() => shown.find('dialog', 'Discard?'));
    await shown.click(shown.get('button', 'Yes'));
    await shown.until(() => document.activeElement === opener);
  });

  it('Tab leads back into the dialog when what had the focus is gone', async () => {
    page = await renderElement(
      <Modal visible title="Form" closable={false} footer={null}>
        <button type="button">First</button>
      </Modal>,
    );
    const shown = page;
    await shown.until(() => shown.find('dialog', 'Form'));
    (document.activeElement as HTMLElement | null)?.blur();
    await press('Tab', 9);
    expect(document.activeElement).toBe(shown.get('button', 'First'));
  });

  it.each([
    ['Modal', Modal],
    ['SideSheet', SideSheet],
  ])('focus that falls out of a %s comes back into it', async (_name, Dialog) => {
    page = await renderElement(
      <Dialog visible title="Form" footer={null}>
        <Working />
      </Dialog>,
    );
    const shown = page;
    const dialog = await shown.until(() => shown.find('dialog', 'Form'));
    // A browser gives the focus to nothing else.
    expect(dialog.getAttribute('tabindex')).toBe('-1');
    const next = shown.get('button', 'Go on');
    act(() => next.focus());
    await shown.click(next);
    await shown.until(() => shown.find('button', 'Go on') === undefined);
    expect(document.activeElement).toBe(dialog);

    const save = shown.get('button', 'Save');
    act(() => save.focus());
    await shown.click(save);
    await shown.until(() => dialog === document.activeElement);
    // It can be pressed again: who pressed it goes on where they were.
    await act(async () => {
      shown.get('button', 'Saved').dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
    });
    await shown.until(() => document.activeElement === save);
  });
});
