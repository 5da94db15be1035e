/**
 * The window of tests has canvases and nothing to draw with: `getContext` answers null, and a chart whose first frame comes before its test is
 * over stops at that. Here drawing does nothing, and what is measured is nothing wide.
 */
const DRAWS_NOTHING: object = new Proxy(
  {},
  {
    get: (kept, name) => (name in kept ? Reflect.get(kept, name) : name === 'measureText' ? () => ({ width: 0 }) : () => DRAWS_NOTHING),
    set: (kept, name, value) => Reflect.set(kept, name, value),
  },
);

if (typeof HTMLCanvasElement !== 'undefined')
  // waits: the same for all files of a thread
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', { configurable: true, writable: true, value: () => DRAWS_NOTHING });
