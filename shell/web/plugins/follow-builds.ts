/** A frame of the socket, of which nothing is known but its method. */
type Frame = Readonly<Record<string, unknown>>;

interface BuildPorts {
  readonly socket: { on(method: string, listener: (frame: Frame) => void): unknown };
  readonly host: { readonly revision: string; reload(): Promise<void> };
  /** Reads menus and rights again. */
  readonly readSession: () => Promise<void>;
}

/** Where plugins are being written (`now`) an open browser draws each build at once; in a hospital nothing changes under somebody's hands. */
export function followBuilds({ socket, host, readSession }: BuildPorts): void {
  socket.on('registryChanged', ({ now, revision }) => {
    if (now !== true || revision === host.revision) return;
    // What cannot be read now is read at the next build, or the next sign-in.
    void Promise.all([host.reload(), readSession()]).catch(() => undefined);
  });
}
