/** What a command of the command line gets. */
export interface CommandCall {
  /** Words after the command's name. */
  readonly words: readonly string[];
  /** Where it was started; the plugin's folder for all but `create`. */
  readonly folder: string;
  readonly say: (line: string) => void;
}

export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  /** @returns the exit code */
  readonly run: (call: CommandCall) => Promise<number>;
}
