import { Act, type ActCall, type ActEnd, type ActHost, type ActOptions } from './act.ts';

/** One `Act` for each row of a list: acts of different rows go side by side, and each keeps its own key. */
export class ActGroup {
  private readonly acts = new Map<string, Act>();
  private readonly host: ActHost;
  private readonly name: string;
  private readonly options: ActOptions;

  /** @param name of the acts, for fault reports. Failures are told by the shell unless `toasts: false` */
  constructor(host: ActHost, name: string, options: ActOptions = {}) {
    this.host = host;
    this.name = name;
    this.options = { toasts: true, changed: 'send', ...options };
  }

  /** The act of this row; made when it is first asked for. */
  of(row: string): Act {
    const known = this.acts.get(row);
    if (known) return known;
    const act = new Act(this.host, this.name, this.options);
    this.acts.set(row, act);
    return act;
  }

  /** `of(row).run(…)`. @throws what the call failed with, so that whatever pressed it knows that it failed */
  async run<Answer>(row: string, content: unknown, send: (options: ActCall) => Promise<Answer>, done?: (answer: Answer) => unknown): Promise<ActEnd<Answer>> {
    const end = await this.of(row).run(content, send, done);
    if (end.kind === 'done') this.acts.delete(row);
    if ('error' in end) throw end.error;
    return end;
  }
}
