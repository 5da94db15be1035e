import type { Language } from '@nephra/plugin-sdk/contract';
import type { Surroundings } from '../surroundings.ts';
import { HttpClient, type HttpClientOptions } from './http-client.ts';
import { Reachability } from './reachability.ts';
import { ServerTime } from './server-time.ts';
import { openWebSocket, ShellSocket, socketAddress } from './socket/socket.ts';

export interface NetPorts {
  readonly token: () => string;
  readonly language: () => Language;
  readonly spoken: () => string;
  readonly isMobile: () => boolean;
  readonly showError: HttpClientOptions['showError'];
  readonly onSessionEnded: HttpClientOptions['onSessionEnded'];
  /** The server moved the live messages to another page of the same person. */
  readonly onTakenOver: (msg: string) => void;
  readonly onReachable: (reachable: boolean) => void;
  readonly onCall: () => void;
  /** This computer's clock is ahead of the server's by so many milliseconds. Told once. */
  readonly onClockOff: (aheadMs: number) => void;
  readonly onPasswordDue: () => void;
  /** An export was too large to wait for: the server goes on with it. */
  readonly onExportGoesOn: () => void;
  /** Digest of the rights that the screen shows; empty = unknown. */
  readonly rights: () => string;
}

export interface Net {
  readonly http: HttpClient;
  /** Calls in the name of another session. What they are answered says nothing about the one of this page. */
  readonly httpAs: (token: string) => HttpClient;
  readonly socket: ShellSocket;
  readonly reachability: Reachability;
  readonly serverTime: ServerTime;
}

/** The shell's one way to the server: calls, the socket, and the watch for its return. */
export function createNet({ view, transport, early, apiBase, now, random, later }: Surroundings, ports: NetPorts): Net {
  const pageOrigin = view.location.origin;
  const serverTime = new ServerTime(now, ports.onClockOff);
  const reachability = new Reachability({
    ask: () => view.fetch(http.fileUrl('/api/health'), { cache: 'no-store' }).then(() => {}),
    later,
    onChange: ports.onReachable,
  });
  const common = {
    base: apiBase,
    pageOrigin,
    language: ports.language,
    spoken: ports.spoken,
    now,
    onTime: (timestamp: number, sentAt: number) => serverTime.hear(timestamp, sentAt),
    wait: (ms: number) => new Promise<void>((resolve) => later(resolve, ms)),
    showError: ports.showError,
    onReachable: (reachable: boolean) => reachability.note(reachable),
    ...(transport === undefined ? {} : { instance: transport }),
  };
  const http: HttpClient = new HttpClient({
    ...common,
    ...(early === undefined ? {} : { early }),
    token: ports.token,
    onSessionEnded: ports.onSessionEnded,
    onCall: ports.onCall,
    onPasswordDue: ports.onPasswordDue,
    onExportGoesOn: ports.onExportGoesOn,
  });
  const httpAs = (token: string): HttpClient => new HttpClient({ ...common, token: () => token, onSessionEnded: () => {} });
  const socket = new ShellSocket({
    open: () => openWebSocket(socketAddress(pageOrigin, apiBase)),
    token: ports.token,
    isMobile: ports.isMobile,
    rights: ports.rights,
    random,
    later,
    onLogout: (msg) => ports.onSessionEnded({ code: 600, error: '', msg }),
    onTakenOver: ports.onTakenOver,
  });
  return { http, httpAs, socket, reachability, serverTime };
}
