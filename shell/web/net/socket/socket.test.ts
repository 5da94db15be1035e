import { describe, expect, test, vi } from 'vitest';
import { reconnectPause, ShellSocket, type SocketLike, socketAddress } from './socket.ts';

class FakeSocket implements SocketLike {
  readyState = 1;
  sent: unknown[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.closed = true;
    this.onclose?.({ code: 1005 });
  }
  hear(frame: unknown) {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
}

function shellSocket() {
  const made: FakeSocket[] = [];
  const waiting: { work: () => void; ms: number }[] = [];
  const hooks = { onLogout: vi.fn(), onTakenOver: vi.fn() };
  const socket = new ShellSocket({
    open: () => {
      const fake = new FakeSocket();
      made.push(fake);
      return fake;
    },
    token: () => 'Bearer t',
    isMobile: () => false,
    rights: () => 'd1',
    random: () => 1,
    later: (work, ms) => {
      const entry = { work, ms };
      waiting.push(entry);
      return () => waiting.splice(waiting.indexOf(entry), 1);
    },
    ...hooks,
  });
  const last = () => made.at(-1) as FakeSocket;
  return { socket, made, waiting, last, ...hooks };
}

describe('the connection', () => {
  test('[6-10] says who it is on every opening, and every frame carries the token', () => {
    const { socket, last } = shellSocket();
    socket.start();
    expect(socket.send({ method: 'MessageList' })).toBe(false);
    last().onopen?.();
    expect(socket.state).toBe('open');
    expect(socket.send({ method: 'UpdateReadMessage', formUserId: '7' })).toBe(true);
    expect(last().sent).toEqual([
      { method: 'OnConnection', mobileDevice: false, rights: 'd1', token: 'Bearer t' },
      { method: 'UpdateReadMessage', formUserId: '7', token: 'Bearer t' },
    ]);
  });

  test('comes back by itself with growing pauses, and starts over after a success', () => {
    const { socket, made, waiting, last } = shellSocket();
    socket.start();
    for (let turn = 0; turn < 3; turn += 1) {
      last().onclose?.({ code: 1006 });
      waiting.at(-1)?.work();
    }
    expect(waiting.map(({ ms }) => ms)).toEqual([1000, 2000, 4000]);
    last().onopen?.();
    last().hear({ method: 'online', userId: 'u1' });
    last().onclose?.({ code: 1006 });
    expect(waiting.at(-1)?.ms).toBe(1000);
    expect(made).toHaveLength(4);
  });

  test('a server that opens and closes without a word is asked less and less, one that is full twice a minute at most', () => {
    const { socket, waiting, last } = shellSocket();
    socket.start();
    for (let turn = 0; turn < 3; turn += 1) {
      last().onopen?.();
      last().onclose?.({ code: 1008 });
      waiting.at(-1)?.work();
    }
    expect(waiting.map(({ ms }) => ms)).toEqual([1000, 2000, 4000]);
    last().onopen?.();
    last().onclose?.({ code: 1013 });
    expect(waiting.at(-1)?.ms).toBe(32_000);
  });

  test('pauses stay between half a second and a minute', () => {
    expect(reconnectPause(0, 0)).toBe(500);
    expect(reconnectPause(30, 1)).toBe(60_000);
  });

  test('stop ends the retries and a late close is ignored', () => {
    const { socket, made, waiting, last } = shellSocket();
    socket.start();
    const first = last();
    first.onclose?.({ code: 1006 });
    socket.stop();
    expect(waiting).toHaveLength(0);
    socket.start();
    first.onclose?.({ code: 1006 });
    expect(made).toHaveLength(2);
    expect(socket.state).toBe('connecting');
  });
});

describe('frames', () => {
  test('reach the listeners of their method until they leave; a throwing listener harms nobody', () => {
    const { socket, last } = shellSocket();
    const heard = vi.fn();
    const silence = vi.spyOn(console, 'error').mockImplementation(() => {});
    socket.on('receiveMessage', () => {
      throw new Error('plugin');
    });
    const leave = socket.on('receiveMessage', heard);
    socket.start();
    last().onopen?.();
    last().hear({ method: 'receiveMessage', formMessage: 'hi' });
    last().onmessage?.({ data: 'no json' });
    leave();
    last().hear({ method: 'receiveMessage', formMessage: 'again' });
    expect(heard).toHaveBeenCalledExactlyOnceWith({ method: 'receiveMessage', formMessage: 'hi' });
    silence.mockRestore();
  });

  test('logout ends the session and does not come back', () => {
    const { socket, last, waiting, onLogout } = shellSocket();
    socket.start();
    last().onopen?.();
    last().hear({ method: 'logout', msg: '您的账号在其他地方登录' });
    expect(onLogout).toHaveBeenCalledExactlyOnceWith('您的账号在其他地方登录');
    expect(last().closed).toBe(true);
    expect(waiting).toHaveLength(0);
  });

  test('closeSocket closes without coming back and without ending the session', () => {
    const { socket, last, waiting, onLogout, onTakenOver } = shellSocket();
    socket.start();
    last().onopen?.();
    last().hear({ method: 'closeSocket', msg: 'x' });
    expect(socket.state).toBe('closed');
    expect(waiting).toHaveLength(0);
    expect(onLogout).not.toHaveBeenCalled();
    expect(onTakenOver).toHaveBeenCalledOnce();
  });

  test('who listens for openings hears the next one, and at once when it is open already', () => {
    const { socket, last } = shellSocket();
    const early = vi.fn();
    socket.onOpen(early);
    socket.start();
    last().onopen?.();
    const late = vi.fn();
    socket.onOpen(late);
    expect([early.mock.calls.length, late.mock.calls.length]).toEqual([1, 1]);
  });
});

test('[7.1-05] the socket address follows page and base address', () => {
  expect(socketAddress('https://his.example', '')).toBe('wss://his.example/api/message/websocket');
  expect(socketAddress('http://his.example', 'http://api.example:5000')).toBe('ws://api.example:5000/api/message/websocket');
});
