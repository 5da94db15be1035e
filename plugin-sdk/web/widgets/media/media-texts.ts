import type { Language } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { type TextTable, textIn } from '../columns/text-table.ts';

/** Texts of uploads and attachments (spec 5, uploads); they come with the widgets, not with every page. */
export const MEDIA_TEXTS = {
  fileCount: { zh: '当前限制最多可以上传{{n}}个文件', zhtw: '目前最多可以上傳{{n}}個檔案', en: 'At most {{n}} files can be uploaded' },
  imageCount: { zh: '当前限制最多可以上传{{n}}张图片', zhtw: '目前最多可以上傳{{n}}張圖片', en: 'At most {{n}} pictures can be uploaded' },
  tip: {
    zh: '只能上传不超过{{size}}{{unit}}的{{type}}文件',
    zhtw: '只能上傳不超過{{size}}{{unit}}的{{type}}檔案',
    en: 'Only {{type}} files of up to {{size}} {{unit}} can be uploaded',
  },
  tipAny: {
    zh: '只能上传不超过{{size}}{{unit}}的文件',
    zhtw: '只能上傳不超過{{size}}{{unit}}的檔案',
    en: 'Only files of up to {{size}} {{unit}} can be uploaded',
  },
  pictures: { zh: '图片', zhtw: '圖片', en: 'picture' },
  chooseFiles: { zh: '选择文件', zhtw: '選擇檔案', en: 'Choose files' },
  choosePictures: { zh: '选择图片', zhtw: '選擇圖片', en: 'Choose pictures' },
  dropHint: { zh: '或拖到此处、粘贴', zhtw: '或拖曳到此處、貼上', en: 'or drop or paste them here' },
  waiting: { zh: '等待上传', zhtw: '等待上傳', en: 'Waiting' },
  sending: { zh: '已上传 {{percent}}%', zhtw: '已上傳 {{percent}}%', en: '{{percent}}% sent' },
  paused: { zh: '已暂停，已上传 {{percent}}%', zhtw: '已暫停，已上傳 {{percent}}%', en: 'Paused, {{percent}}% sent' },
  pause: { zh: '暂停上传“{{name}}”', zhtw: '暫停上傳「{{name}}」', en: 'Pause the upload of {{name}}' },
  goOn: { zh: '继续上传“{{name}}”', zhtw: '繼續上傳「{{name}}」', en: 'Resume the upload of {{name}}' },
  failed: { zh: '上传失败：{{reason}}', zhtw: '上傳失敗：{{reason}}', en: 'Not uploaded: {{reason}}' },
  progress: { zh: '“{{name}}”的上传进度', zhtw: '「{{name}}」的上傳進度', en: 'Progress of {{name}}' },
  cancel: { zh: '取消上传“{{name}}”', zhtw: '取消上傳「{{name}}」', en: 'Cancel the upload of {{name}}' },
  retry: { zh: '重新上传“{{name}}”', zhtw: '重新上傳「{{name}}」', en: 'Upload {{name}} again' },
  remove: { zh: '移除“{{name}}”', zhtw: '移除「{{name}}」', en: 'Remove {{name}}' },
  moveBack: { zh: '“{{name}}”前移', zhtw: '將「{{name}}」前移', en: 'Move {{name}} back' },
  moveOn: { zh: '“{{name}}”后移', zhtw: '將「{{name}}」後移', en: 'Move {{name}} forward' },
  movedTo: {
    zh: '“{{name}}”现在是第 {{n}} 张，共 {{total}} 张',
    zhtw: '「{{name}}」現在是第 {{n}} 張，共 {{total}} 張',
    en: '{{name}} is now picture {{n}} of {{total}}',
  },
  done: { zh: '“{{name}}”已上传', zhtw: '「{{name}}」已上傳', en: '{{name}} was uploaded' },
  stillSending: { zh: '文件还在上传，请稍候', zhtw: '檔案仍在上傳，請稍候', en: 'Files are still being uploaded; please wait a moment' },
  notSent: {
    zh: '有文件未上传成功，请重新上传或移除',
    zhtw: '有檔案未上傳成功，請重新上傳或移除',
    en: 'A file was not uploaded; upload it again or remove it',
  },
  stopped: {
    zh: '有文件暂停上传，请继续或移除',
    zhtw: '有檔案暫停上傳，請繼續或移除',
    en: 'An upload is paused; resume it or remove the file',
  },
  attachments: { zh: '附件', zhtw: '附件', en: 'Attachments' },
  noAttachments: { zh: '没有附件', zhtw: '沒有附件', en: 'No attachments' },
  noPictures: { zh: '没有图片', zhtw: '沒有圖片', en: 'No pictures' },
  open: { zh: '打开“{{name}}”', zhtw: '開啟「{{name}}」', en: 'Open {{name}}' },
  download: { zh: '下载“{{name}}”', zhtw: '下載「{{name}}」', en: 'Download {{name}}' },
  count: { zh: '{{n}} 个文件', zhtw: '{{n}} 個檔案', en: '{{n}} files' },
  countOne: { zh: '{{n}} 个文件', zhtw: '{{n}} 個檔案', en: '{{n}} file' },
  files: { zh: '已选文件', zhtw: '已選檔案', en: 'Chosen files' },
} as const satisfies TextTable;

export type MediaText = (key: keyof typeof MEDIA_TEXTS, params?: Readonly<Record<string, string | number>>) => string;

export const mediaTextIn =
  (language: Language): MediaText =>
  (key, params) =>
    textIn(MEDIA_TEXTS[key], language, params);

export const useMediaText = (): MediaText => mediaTextIn(usePlugin().language);
