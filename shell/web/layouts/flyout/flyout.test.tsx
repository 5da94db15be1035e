import { renderElement, type RenderedPage } from '@nephra/plugin-sdk/testing';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ActionList } from './action-list.tsx';
import { Flyout } from './flyout.tsx';

/** Longer than any pointer may hesitate. */
const CALM_MS = 1000;

let page: RenderedPage;
let done: string[];

const draw = async (openOn: 'hover' | 'click') => {
  done = [];
  page = await renderElement(
    <>
      <input aria-label="字段" />
      <Flyout
        placement="bottom-end"
        openOn={openOn}
        trigger={(props) => (
          <button type="button" {...props}>
            账户
          </button>
        )}
      >
        {(close) => (
          <ActionList label="账户" onDone={close} actions={['个人信息', '退出登录'].map((label) => ({ key: label, label, run: () => done.push(label) }))} />
        )}
      </Flyout>
    </>,
  );
};

const trigger = () => page.get('button', '账户');
const root = () => page.container.querySelector('.nephra-flyout') as HTMLElement;
const isOpen = () => {
  const shown = page.find('menu', '账户') !== undefined;
  expect(trigger().getAttribute('aria-expanded')).toBe(String(shown));
  return shown;
};
const fire = (node: Element, event: Event) => act(async () => void node.dispatchEvent(event));
const key = (name: string, node: Element = document.activeElement ?? document.body) =>
  fire(node, new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
/** A mouse says how often it clicked; keys and screen readers say 0. */
const mouse = (node: Element) => fire(node, new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
const press = (node: Element) => fire(node, new MouseEvent('click', { bubbles: true, cancelable: true, detail: 0 }));
const pass = (ms: number) => act(async () => void vi.advanceTimersByTime(ms));
const enter = () => fire(root(), new MouseEvent('mouseover', { bubbles: true, relatedTarget: document.body }));
const leave = () => fire(root(), new MouseEvent('mouseout', { bubbles: true, relatedTarget: document.body }));
const focused = () => document.activeElement?.textContent;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(async () => {
  vi.useRealTimers();
  await page.unmount();
});

describe('flyout under a pointer', () => {
  it('opens after a moment, takes no focus, and goes a moment after the pointer has gone', async () => {
    await draw('hover');
    const field = page.get('textbox', '字段');
    field.focus();
    await enter();
    expect(isOpen()).toBe(false);
    await pass(CALM_MS);
    expect(isOpen()).toBe(true);
    expect(document.activeElement).toBe(field);
    await leave();
    expect(isOpen()).toBe(true);
    await pass(CALM_MS);
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(field);
  });

  it('a pointer that only crosses opens nothing, one that comes back in time closes nothing', async () => {
    await draw('hover');
    await enter();
    await leave();
    await pass(CALM_MS);
    expect(isOpen()).toBe(false);
    await enter();
    await pass(CALM_MS);
    await leave();
    await pass(100);
    await enter();
    await pass(CALM_MS);
    expect(isOpen()).toBe(true);
  });

  it('a click keeps open what hovering has opened, the second one closes it for good', async () => {
    await draw('hover');
    await enter();
    await pass(CALM_MS);
    await mouse(trigger());
    expect(isOpen()).toBe(true);
    await leave();
    await pass(CALM_MS);
    expect(isOpen()).toBe(true);
    await enter();
    await mouse(trigger());
    expect(isOpen()).toBe(false);
    await pass(CALM_MS);
    expect(isOpen()).toBe(false);
  });

  it('a click that comes before the hover is forgotten by it', async () => {
    await draw('hover');
    await enter();
    await mouse(trigger());
    expect(isOpen()).toBe(true);
    await mouse(trigger());
    await pass(CALM_MS);
    expect(isOpen()).toBe(false);
  });

  it('Escape closes it while a field has the focus, and leaves the focus there; not while characters are composed', async () => {
    await draw('hover');
    const field = page.get('textbox', '字段');
    field.focus();
    await enter();
    await pass(CALM_MS);
    await fire(field, new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, isComposing: true }));
    expect(isOpen()).toBe(true);
    await key('Escape');
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(field);
  });

  it('a page that takes the focus does not take it from under the pointer; a press elsewhere does', async () => {
    await draw('hover');
    await enter();
    await pass(CALM_MS);
    const field = page.get('textbox', '字段');
    await act(async () => field.focus());
    expect(isOpen()).toBe(true);
    await fire(field, new Event('pointerdown', { bubbles: true }));
    expect(isOpen()).toBe(false);
  });

  it('stays while the focus is inside, though the pointer has gone', async () => {
    await draw('hover');
    await enter();
    await pass(CALM_MS);
    await act(async () => page.get('menuitem', '个人信息').focus());
    await leave();
    await pass(CALM_MS);
    expect(isOpen()).toBe(true);
    await act(async () => page.get('textbox', '字段').focus());
    expect(isOpen()).toBe(false);
  });
});

describe.each(['hover', 'click'] as const)('flyout by keyboard, opened on %s', (openOn) => {
  it('Enter or Space opens and moves the focus inside; Escape closes and gives it back', async () => {
    await draw(openOn);
    trigger().focus();
    await press(trigger());
    expect(focused()).toBe('个人信息');
    await key('Escape');
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(trigger());
  });

  it('arrow down opens and moves the focus inside, and moves it in when the pointer has opened it', async () => {
    await draw(openOn);
    trigger().focus();
    await key('ArrowDown');
    expect(focused()).toBe('个人信息');
    await key('ArrowDown');
    expect(focused()).toBe('退出登录');
    await key('Escape');
    await mouse(trigger());
    expect(document.activeElement).toBe(trigger());
    await key('ArrowDown');
    expect(focused()).toBe('个人信息');
  });

  it('what was chosen is done once, and the focus is back', async () => {
    await draw(openOn);
    await press(trigger());
    await press(page.get('menuitem', '退出登录'));
    expect(done).toEqual(['退出登录']);
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(trigger());
  });
});
