export type SocketFrame = Readonly<Record<string, unknown>>;

/** The shell's one socket to `/api/message/websocket` (wire facts, section 3). It reconnects by itself while signed in. */
export interface SocketPort {
  readonly state: 'closed' | 'connecting' | 'open';
  /** Sends a frame; the token is added. False when the socket is not open: the caller decides what to do. */
  send(frame: { readonly method: string; readonly [field: string]: unknown }): boolean;
  /** Hears frames with this `method`. Returns what ends it. */
  on(method: string, listener: (frame: SocketFrame) => void): () => void;
  /** Hears openings of the connection, also after a reconnect: the moment to ask for what was missed. */
  onOpen(listener: () => void): () => void;
}
