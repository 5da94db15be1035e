import { endOfDay, type RichText, startOfDay, type UploadedFile } from '@nephra/plugin-sdk/contract';
import type { WebContext } from '@nephra/plugin-sdk/web';
import type { FormItem } from '@nephra/plugin-sdk/widgets';
import { MAX_FILES, MAX_NOTICE_TEXT, MAX_TITLE, URGENCIES, type Urgency } from '../../contract/message-limits.ts';
import type { NoticeBody, NoticeInfo } from '../../contract/notice.contract.ts';
import { attachmentsOf } from '../../domain/reading/attachments.ts';
import { type Addressed, addressedOf, isNobody, receiversOf } from '../../domain/receivers/notice-receivers.ts';

/** A notice as its form has it. */
export interface NoticeForm extends Addressed {
  readonly title: string;
  readonly urgency: Urgency;
  readonly pinned: boolean;
  readonly mustRead: boolean;
  /** Its last day, that day's first millisecond. */
  readonly validUntil: number | null;
  readonly content: RichText | null;
  readonly files: readonly UploadedFile[];
}

export const EMPTY_NOTICE: NoticeForm = {
  title: '',
  urgency: 'normal',
  pinned: false,
  mustRead: false,
  validUntil: null,
  content: null,
  files: [],
  ...addressedOf([]),
};

export const noticeToForm = ({ title, urgency, pinned, mustRead, validUntil, content, files, receivers }: NoticeInfo): NoticeForm => ({
  title,
  urgency,
  pinned: pinned === 1,
  mustRead: mustRead === 1,
  validUntil: validUntil === null ? null : startOfDay(validUntil),
  content,
  files: attachmentsOf(files),
  ...addressedOf(receivers),
});

/** The whole of the last day counts. */
export const lastMoment = (validUntil: number | null): number | null => (validUntil === null ? null : endOfDay(validUntil));

export const noticeToWire = (form: NoticeForm): NoticeBody => ({
  title: form.title.trim(),
  urgency: form.urgency,
  pinned: form.pinned ? 1 : 0,
  mustRead: form.mustRead ? 1 : 0,
  validUntil: lastMoment(form.validUntil),
  receivers: receiversOf(form),
  files: form.files.length === 0 ? null : JSON.stringify(form.files),
  ...(form.content && { content: form.content }),
});

const STAFF = [
  ['organizeIds', 'organize'],
  ['departmentIds', 'department'],
  ['roleIds', 'role'],
  ['groupIds', 'userGroup'],
  ['userIds', 'user'],
] as const;

/**
 * @param names of whom the notice names already
 * @param reaches how many people it is for, in words; empty while nobody knows
 */
export function noticeFields(
  { t, files }: Pick<WebContext, 't' | 'files'>,
  names: readonly { readonly id: string; readonly fullName: string }[],
  reaches: string,
): readonly FormItem<NoticeForm>[] {
  const isChosen = ({ everybody }: NoticeForm) => everybody === 'chosen';
  return [
    { kind: 'text', name: 'title', label: t('notice.title'), required: true, maxLength: MAX_TITLE, span: 2 },
    { kind: 'richText', name: 'content', label: t('notice.content'), required: true, maxCharacters: MAX_NOTICE_TEXT, span: 2 },
    {
      kind: 'files',
      name: 'files',
      label: t('notice.files'),
      max: MAX_FILES,
      span: 2,
      upload: (file, options) => files.upload(file, { ...options, type: 'notice' }),
    },
    { kind: 'group', label: t('notice.for') },
    {
      kind: 'radio',
      name: 'everybody',
      label: t('notice.receivers'),
      required: true,
      span: 2,
      help: reaches,
      options: [
        { value: 'all', text: t('notice.everybody') },
        { value: 'chosen', text: t('notice.chosen') },
      ],
      check: (values) => (isNobody(values) ? t('notice.nobody') : undefined),
    },
    ...STAFF.map(([name, kind]): FormItem<NoticeForm> => ({ kind, name, label: t(`notice.${name}`), multiple: true, names, visible: isChosen })),
    { kind: 'group', label: t('notice.shown') },
    { kind: 'radio', name: 'urgency', label: t('notice.urgency'), required: true, options: URGENCIES.map((value) => ({ value, text: t(`urgency.${value}`) })) },
    { kind: 'date', name: 'validUntil', label: t('notice.validUntil'), min: 'today', help: t('notice.validUntilHelp') },
    { kind: 'switch', name: 'pinned', label: t('notice.pinned') },
    { kind: 'switch', name: 'mustRead', label: t('notice.mustRead'), help: t('notice.mustReadHelp') },
  ];
}
