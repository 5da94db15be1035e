/** One person's window: a socket that comes back, and sends again under the same name what it has no word about. */
import WebSocket from 'ws';

/** As pages do (`reconnectPause` of the shell): doubled up to a minute, half of it by chance, so that those of a killed server do not come back in one instant. */
const pauseAfter = (failures) => Math.min(60_000, 1_000 * 2 ** failures) * (0.5 + Math.random() / 2);

export class ChatWindow {
  #socket;
  #closed = false;
  /** Frames that wait for a word of the server, by their `ref`. */
  #unanswered = new Map();
  #ready = false;
  #failures = 0;

  /** @param parts `urlOf()`, `token`, `hears(frame, at)`, `refused(frame)`, `back()` after each connection */
  constructor(parts) {
    this.parts = parts;
  }

  /** Opens it and waits until it is greeted. */
  open() {
    return new Promise((resolve) => this.#connect(resolve));
  }

  /** Sends a message; once it is heard, `parts.heard(ref)` is called. */
  send(ref, body) {
    const text = JSON.stringify({ method: 'SendMessage', token: this.parts.token, ref, clientId: ref, messageType: 'text', ...body });
    this.#unanswered.set(ref, text);
    if (this.#ready) this.#socket.send(text);
  }

  get unanswered() {
    return this.#unanswered.size;
  }

  close() {
    this.#closed = true;
    this.#socket.terminate();
  }

  #connect(greeted) {
    const { host } = new URL(this.parts.urlOf());
    const socket = new WebSocket(`ws://${host}/api/message/websocket`, { origin: `http://${host}` });
    this.#socket = socket;
    socket.on('error', () => undefined);
    socket.on('open', () => socket.send(JSON.stringify({ method: 'OnConnection', token: this.parts.token, mobileDevice: false })));
    socket.on('close', () => {
      this.#ready = false;
      if (!this.#closed) setTimeout(() => this.#connect(greeted), pauseAfter(this.#failures++));
    });
    socket.on('message', (data) => this.#hear(JSON.parse(data.toString()), performance.now(), greeted));
  }

  #hear(frame, at, greeted) {
    this.#failures = 0;
    if (frame.method === 'greeted') {
      this.#ready = true;
      for (const text of this.#unanswered.values()) this.#socket.send(text);
      greeted?.();
      this.parts.back?.();
    } else if (frame.method === 'heard') {
      if (this.#unanswered.delete(frame.ref)) this.parts.heard(frame.ref, at);
    } else if (frame.method === 'refused') {
      this.#unanswered.delete(frame.ref);
      this.parts.refused(frame);
    } else this.parts.hears(frame, at);
  }
}
