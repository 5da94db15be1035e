/**
 * For calls that come minutes apart from a test to a server of another process: a connection that is kept is closed by the server after a
 * while, and on a loaded machine the next call may go out into just that moment.
 */
export const ONE_CALL = { connection: 'close' } as const;
