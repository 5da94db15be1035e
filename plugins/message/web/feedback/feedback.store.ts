import { type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, ListStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { type FeedbackRow, feedbackContract } from '../../contract/feedback/feedback.contract.ts';
import { FEEDBACK_STATES, type FeedbackState, MAX_FEEDBACK_TEXT } from '../../contract/feedback/feedback-limits.ts';

export interface FeedbackFilter {
  readonly keyword: string;
  readonly state: FeedbackState | '';
}

export interface HandleForm {
  readonly state: FeedbackState;
  readonly answer: string;
}

/** Feedback for administrators. */
export class FeedbackStore {
  readonly list: ListStore<FeedbackRow, FeedbackFilter>;
  /** The one that is looked at. */
  open: FeedbackRow | null = null;
  form: FormStore<HandleForm> | null = null;
  private readonly client: Client<typeof feedbackContract.routes>;

  constructor(
    private readonly ctx: WebContext,
    private readonly mayHandle: boolean,
  ) {
    this.client = createClient(feedbackContract, ctx.http);
    this.list = new ListStore<FeedbackRow, FeedbackFilter>({
      rowKey: 'id',
      filter: { state: '' },
      load: (query, signal) => this.client.list({ query }, { signal, quiet: true }),
    });
    makeObservable(this, { open: observableRef, form: observableRef, show: action, close: action });
  }

  show = (row: FeedbackRow): void => {
    const { t } = this.ctx;
    this.form?.dispose();
    this.open = row;
    this.form = new FormStore<HandleForm>({
      fields: () => [
        {
          ...{ kind: 'select', name: 'state', label: t('feedback.state'), required: true, disabled: !this.mayHandle },
          options: FEEDBACK_STATES.map((value) => ({ value, text: t(`feedback.states.${value}`) })),
        },
        {
          ...{ kind: 'textarea', name: 'answer', label: t('feedback.answer'), maxLength: MAX_FEEDBACK_TEXT, help: t('feedback.answerHelp') },
          ...{ disabled: !this.mayHandle },
        },
      ],
      initial: { state: row.state, answer: row.answer },
    });
  };

  /** Asked for by a link. */
  showAsked = async (id: string): Promise<void> => {
    const { data } = await this.client.info({ params: { id } });
    runInAction(() => this.show(data));
  };

  close = (): void => {
    this.form?.dispose();
    this.form = null;
    this.open = null;
  };

  save = async ({ state, answer }: HandleForm, act: SaveAct): Promise<void> => {
    const { id = '', version = 1 } = this.open ?? {};
    const { msg } = await this.client.handle({ params: { id }, body: { state, answer, version } }, { ...act, quiet: true });
    this.ctx.toast.success(msg);
  };

  dispose(): void {
    this.list.dispose();
    this.form?.dispose();
  }
}
