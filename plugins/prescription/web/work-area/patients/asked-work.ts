import { dayOf } from '@nephra/plugin-sdk/contract';
import { type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { prescriptionContract } from '../../../contract/index.ts';
import type { WorkAreaStore } from '../work-area.store.ts';

/**
 * Opens in the work area what a link of another page asks for. What is typed into the prescriptions that are open stays as a draft, as when another
 * patient is pressed; pressing one meanwhile ends the question.
 */
export class AskedWork {
  private readonly client: Client<typeof prescriptionContract.routes>;
  private running: AbortController | null = null;

  constructor(
    private readonly area: WorkAreaStore,
    private readonly ctx: WebContext,
  ) {
    this.client = createClient(prescriptionContract, ctx.http);
  }

  /** Something was asked for that is not there yet. */
  get waiting(): boolean {
    return this.running !== null;
  }

  /** A patient, on the day that is shown. */
  async patient(patientId: string): Promise<void> {
    const call = this.begin();
    await this.area.goToDay(this.area.day);
    if (call.signal.aborted) return;
    await this.area.openPatient(patientId);
  }

  /**
   * A prescription, on its own day and beside the others of its patient. One that cannot be read is told, and everything stays as it was.
   * @param patientId file under which it is looked at, where that is not the one it was written in (merged files)
   */
  async prescription(dpId: string, patientId?: string): Promise<void> {
    const call = this.begin();
    const answer = await this.client.detail({ params: { id: dpId } }, { signal: call.signal }).catch(() => undefined);
    if (call.signal.aborted) return;
    await this.area.goToDay(answer ? dayOf(answer.data.dpDate) : this.area.day);
    if (call.signal.aborted) return;
    if (!answer) {
      this.running = null;
      return await this.area.reopenPlace();
    }
    const { dpNumber, patientId: writtenFor } = answer.data;
    const person = patientId || writtenFor;
    await this.area.openPatient(person);
    if (this.area.patientId !== person || this.area.state.kind !== 'ready') return;
    if (this.area.tabs.some(({ key }) => key === dpId)) this.area.activate(dpId);
    else this.ctx.toast.warning(this.ctx.t('asked.notOfDay', { number: dpNumber }));
  }

  /** Somebody went on with something else. */
  drop(): void {
    this.running?.abort();
    this.running = null;
  }

  private begin(): AbortController {
    this.drop();
    const call = new AbortController();
    this.running = call;
    return call;
  }
}
