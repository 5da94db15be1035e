/** Another process uses the data directory. */
export class DirectoryInUseError extends Error {
  /** `undefined` when the owner did not tell. */
  readonly ownerPid: number | undefined;

  constructor(dataDir: string, ownerPid: number | undefined, where = '') {
    super(
      `The data directory ${dataDir} is in use by process ${ownerPid ?? 'unknown'}${where}. ` +
        'Two processes on one directory would silently lose confirmed work. Stop that process first, or choose another data directory.',
    );
    this.name = 'DirectoryInUseError';
    this.ownerPid = ownerPid;
  }
}
