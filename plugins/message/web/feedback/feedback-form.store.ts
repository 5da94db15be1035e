import { Act, type Client, createClient, type FeedbackSlotProps, type WebContext } from '@nephra/plugin-sdk/web';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { feedbackContract } from '../../contract/feedback/feedback.contract.ts';
import { MAX_FEEDBACK_PLACE, MAX_PAGE_TITLE, MAX_PRODUCT_VERSION, MAX_USER_AGENT } from '../../contract/feedback/feedback-limits.ts';

/** The same as that of the shell's own form, so that nothing typed is lost when the plugin comes or goes. */
const DRAFT = 'feedback';

export interface Surroundings {
  readonly userAgent: string;
  readonly screen: string;
  /** Draws the page with its data covered; undefined where the browser cannot. */
  readonly draw: () => Promise<File | undefined>;
}

/** Feedback that is being written. */
export class FeedbackFormStore {
  text: string;
  /** As the person sees it before it is sent. */
  picture: { readonly file: File; readonly address: string } | null = null;
  drawing = false;
  sending = false;
  private readonly client: Client<typeof feedbackContract.routes>;
  private readonly act = new Act({}, 'message.feedback', { changed: 'send', toasts: true });
  /** The picture as it was stored: sent again after a lost answer it is the same one. */
  private stored: { readonly file: File; readonly fileId: string } | null = null;

  constructor(
    private readonly ctx: WebContext,
    private readonly about: Pick<FeedbackSlotProps, 'place' | 'pageTitle' | 'version'>,
    private readonly around: Surroundings,
  ) {
    this.client = createClient(feedbackContract, ctx.http);
    this.text = ctx.drafts.load<string>(DRAFT) ?? '';
    makeObservable(this, { text: observable, picture: observableRef, drawing: observable, sending: observable, write: action, drop: action });
  }

  write = (text: string): void => {
    this.text = text;
    if (text === '') this.ctx.drafts.clear(DRAFT);
    else this.ctx.drafts.save(DRAFT, text);
  };

  addPicture = async (): Promise<void> => {
    this.drawing = true;
    const file = await this.around.draw().catch((error: unknown) => {
      this.ctx.report(error, 'feedback picture');
      return undefined;
    });
    runInAction(() => {
      this.drawing = false;
      if (!file) return this.ctx.toast.warning(this.ctx.t('feedback.noPicture'));
      this.drop();
      this.picture = { file, address: URL.createObjectURL(file) };
    });
  };

  drop = (): void => {
    if (this.picture) URL.revokeObjectURL(this.picture.address);
    this.picture = null;
  };

  /** @returns whether it has arrived; what was typed stays where it has not */
  send = async (): Promise<boolean> => {
    const { t, toast, drafts } = this.ctx;
    const text = this.text.trim();
    if (text === '') {
      toast.warning(t('feedback.empty'));
      return false;
    }
    this.sending = true;
    try {
      const pictureId = await this.store();
      const { place, pageTitle, version } = this.about;
      const body = {
        ...{ text, place: place.slice(0, MAX_FEEDBACK_PLACE), pageTitle: pageTitle.slice(0, MAX_PAGE_TITLE) },
        ...{ userAgent: this.around.userAgent.slice(0, MAX_USER_AGENT), screen: this.around.screen, productVersion: version.slice(0, MAX_PRODUCT_VERSION) },
        ...(pictureId !== undefined && { pictureId }),
      };
      const end = await this.act.run(
        body,
        (options) => this.client.send({ body }, options),
        ({ msg }) => {
          drafts.clear(DRAFT);
          toast.success(msg);
        },
      );
      return end.kind === 'done';
    } catch {
      toast.error(t('feedback.pictureFailed'));
      return false;
    } finally {
      runInAction(() => {
        this.sending = false;
      });
    }
  };

  dispose(): void {
    this.drop();
  }

  private async store(): Promise<string | undefined> {
    const { picture, stored } = this;
    if (!picture) return undefined;
    if (stored?.file === picture.file) return stored.fileId;
    const { fileId } = await this.ctx.files.upload(picture.file, { type: 'annex' });
    this.stored = { file: picture.file, fileId };
    return fileId;
  }
}
