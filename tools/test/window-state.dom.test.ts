import { afterEach, describe, expect, it, vi } from 'vitest';
import { putWindowBack } from '../../tests/support/screens/window-state.ts';
import { clearTimeouts, runningIntervals } from '../../tests/support/screens/window-timers.ts';

afterEach(async () => {
  runningIntervals();
  clearTimeouts();
  await putWindowBack();
});

describe('the window that all screens of a thread share', () => {
  it('is as it was after a file that left nothing', async () => {
    expect(await putWindowBack()).toEqual([]);
  });

  it('names elements that stayed in the page, and takes them away', async () => {
    document.body.innerHTML = '<div class="semi-portal"><p>still here</p></div>';
    expect(await putWindowBack()).toEqual(['in the page: <div class="semi-portal"></div>']);
    expect(document.body.childNodes).toHaveLength(0);
  });

  it('names what was replaced or added, and puts back what stood there', async () => {
    const { matchMedia } = window;
    const scroll = Element.prototype.scrollIntoView;
    // waits: what is tested here puts it back
    window.matchMedia = vi.fn();
    // waits: what is tested here puts it back
    Element.prototype.scrollIntoView = vi.fn();
    // waits: what is tested here puts it back
    Object.assign(globalThis, { ofATest: 1 });
    document.body.getBoundingClientRect = vi.fn();
    expect((await putWindowBack()).sort()).toEqual([
      'Element.prototype.scrollIntoView, replaced',
      'body.getBoundingClientRect, added',
      'window.matchMedia, replaced',
      'window.ofATest, added',
    ]);
    expect([window.matchMedia, Element.prototype.scrollIntoView, 'ofATest' in globalThis]).toEqual([matchMedia, scroll, false]);
    expect(document.body.getBoundingClientRect().width).toBe(0);
  });

  it('names listeners on window and document, and they hear nothing any more', async () => {
    const heard = vi.fn();
    window.addEventListener('keydown', heard);
    document.addEventListener('pointerdown', heard, true);
    expect((await putWindowBack()).sort()).toEqual(['document pointerdown, a listener', 'window keydown, a listener']);
    window.dispatchEvent(new KeyboardEvent('keydown'));
    document.dispatchEvent(new PointerEvent('pointerdown'));
    expect(heard).not.toHaveBeenCalled();
  });

  it('forgets in silence what pages write: address, title, stores, attributes, size', async () => {
    const address = window.location.href;
    window.history.replaceState({ at: 1 }, '', '/his/pharmacy?a=1');
    document.title = 'Pharmacy';
    document.documentElement.lang = 'zh-TW';
    document.body.style.color = 'red';
    // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no other way
    document.cookie = 'a=1';
    localStorage.setItem('token', 'x');
    sessionStorage.setItem('draft', 'x');
    const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: object): void } };
    happyDOM.setViewport({ width: 320 });
    expect(await putWindowBack()).toEqual([]);
    expect([window.location.href, window.history.state, document.title, document.documentElement.lang, document.body.hasAttribute('style')]).toEqual([
      address,
      null,
      '',
      '',
      false,
    ]);
    expect([document.cookie, localStorage.length, sessionStorage.length, window.innerWidth]).toEqual(['', 0, 0, 1024]);
  });
});

describe('timers', () => {
  it('that go on are named by the line that started them and ended', async () => {
    const turn = vi.fn();
    setInterval(turn, 1);
    expect(runningIntervals()).toEqual([expect.stringContaining('window-state.dom.test.ts')]);
    expect(runningIntervals()).toEqual([]);
    const stopped = setInterval(turn, 1);
    clearInterval(stopped);
    expect(runningIntervals()).toEqual([]);
  });

  it('that come once come, unless they are cleared', async () => {
    const early = vi.fn();
    // waits: a timer is what is tested
    await new Promise<void>((done) => setTimeout((given: string) => done(early(given)), 1, 'given'));
    expect(early).toHaveBeenCalledWith('given');
    const late = vi.fn();
    // waits: a timer is what is tested
    setTimeout(late, 1);
    clearTimeouts();
    // waits: long enough for a timer that was not cleared; one that is slower cannot fail the test
    await new Promise((done) => setTimeout(done, 5));
    expect(late).not.toHaveBeenCalled();
  });
});
