import { ActGroup, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore } from '@nephra/plugin-sdk/widgets';
import { makeObservable, observableRef, runInAction } from 'mobx';
import { type DocumentRow, documentContract, type SharedWith, type ShareRight } from '../contract/document.contract.ts';

interface ShareForm {
  readonly userIds: readonly string[];
  readonly right: ShareRight;
}

/** With whom one entry is shared. */
export class ShareStore {
  people: readonly SharedWith[] | null = null;
  /** Why they cannot be shown. */
  failure: unknown = null;
  changed = false;
  readonly form: FormStore<ShareForm>;
  private readonly client;
  private readonly acts = new ActGroup({}, 'documents.share');

  constructor(
    private readonly ctx: WebContext,
    readonly row: DocumentRow,
  ) {
    const { t } = ctx;
    this.client = createClient(documentContract, ctx.http);
    this.form = new FormStore<ShareForm>({
      fields: () => [
        { kind: 'user', name: 'userIds', label: t('share.people'), required: true, multiple: true, span: 2 },
        {
          kind: 'radio',
          name: 'right',
          label: t('share.right'),
          required: true,
          span: 2,
          options: [
            { value: 'read', text: t('share.read') },
            { value: 'change', text: t('share.change') },
          ],
        },
      ],
      initial: { userIds: [], right: 'read' },
    });
    makeObservable(this, { people: observableRef, failure: observableRef });
  }

  load = async (): Promise<void> => {
    try {
      const { data } = await this.client.sharedWith({ params: { id: this.row.id } }, { quiet: true });
      this.told(data.list);
    } catch (error) {
      runInAction(() => {
        this.failure = error;
      });
    }
  };

  add = async (): Promise<void> => {
    const { row } = this;
    const outcome = await this.form.submit(async (values, act) => {
      const { data, msg } = await this.client.share(
        { params: { id: row.id }, body: { userIds: [...values.userIds], right: values.right } },
        { ...act, quiet: true },
      );
      this.ctx.toast.success(msg);
      return data.list;
    });
    if (outcome.kind !== 'saved') return;
    this.form.reset();
    this.changed = true;
    this.told(outcome.result);
  };

  /** Another right for one who has it already. */
  turn = (person: SharedWith): Promise<void> => {
    const right = person.right === 'read' ? 'change' : 'read';
    return this.act(person.id, 'turn', (options) => this.client.share({ params: { id: this.row.id }, body: { userIds: [person.id], right } }, options));
  };

  remove = ({ id }: SharedWith): Promise<void> =>
    this.act(id, 'remove', (options) => this.client.unshare({ params: { id: this.row.id }, query: { userId: id } }, options));

  dispose(): void {
    this.form.dispose();
  }

  private told(people: readonly SharedWith[]): void {
    runInAction(() => {
      this.people = people;
      this.failure = null;
    });
  }

  private async act(subject: string, name: string, send: Parameters<ActGroup['run']>[2]): Promise<void> {
    const end = await this.acts.run(subject, name, send);
    if (end.kind !== 'done') return;
    this.changed = true;
    this.told((end.answer as { readonly data: { readonly list: readonly SharedWith[] } }).data.list);
  }
}
