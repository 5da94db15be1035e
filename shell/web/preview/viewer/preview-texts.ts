import type { Language } from '@nephra/plugin-sdk/contract';
import { useShell } from '../../shell-context.tsx';

type Texts = Readonly<Record<Language, string>>;

/** Texts of the preview; they come with it, not with every page. */
const TEXTS = {
  download: { zh: '下载', zhtw: '下載', en: 'Download' },
  loading: { zh: '正在打开', zhtw: '正在開啟', en: 'Opening' },
  none: {
    zh: '此类型的文件不能在这里预览，请下载后查看。',
    zhtw: '此類型的檔案不能在這裡預覽，請下載後檢視。',
    en: 'Files of this type cannot be shown here. Download it to look at it.',
  },
  broken: {
    zh: '此文件已损坏，无法显示。请下载后查看。',
    zhtw: '此檔案已損毀，無法顯示。請下載後檢視。',
    en: 'This file is damaged and cannot be shown. Download it to look at it.',
  },
  locked: {
    zh: '此 PDF 设有密码，不能在这里预览。请下载后用密码打开。',
    zhtw: '此 PDF 設有密碼，不能在這裡預覽。請下載後用密碼開啟。',
    en: 'This PDF is protected by a password and cannot be shown here. Download it and open it with the password.',
  },
  failed: { zh: '预览没有打开，请重试。', zhtw: '預覽沒有開啟，請重試。', en: 'The preview did not open. Please try again.' },
  retry: { zh: '重试', zhtw: '重試', en: 'Try again' },
  content: { zh: '“{{name}}”的内容', zhtw: '「{{name}}」的內容', en: 'Content of {{name}}' },
  tools: { zh: '预览工具', zhtw: '預覽工具', en: 'Preview tools' },
  zoomIn: { zh: '放大', zhtw: '放大', en: 'Zoom in' },
  zoomOut: { zh: '缩小', zhtw: '縮小', en: 'Zoom out' },
  fit: { zh: '适合宽度', zhtw: '符合寬度', en: 'Fit width' },
  previous: { zh: '上一页', zhtw: '上一頁', en: 'Previous page' },
  next: { zh: '下一页', zhtw: '下一頁', en: 'Next page' },
  page: { zh: '页码', zhtw: '頁碼', en: 'Page' },
  pageOf: { zh: '/ {{total}} 页', zhtw: '/ {{total}} 頁', en: '/ {{total}}' },
  pageName: { zh: '第 {{page}} 页', zhtw: '第 {{page}} 頁', en: 'Page {{page}}' },
  pageFailed: { zh: '第 {{page}} 页无法显示', zhtw: '第 {{page}} 頁無法顯示', en: 'Page {{page}} cannot be shown' },
  sheets: { zh: '工作表', zhtw: '工作表', en: 'Sheets' },
  emptySheet: { zh: '此工作表没有内容', zhtw: '此工作表沒有內容', en: 'This sheet is empty' },
  emptyText: { zh: '此文件没有内容', zhtw: '此檔案沒有內容', en: 'This file is empty' },
  textCut: {
    zh: '文件较长，这里只显示开头部分。完整内容请下载后查看。',
    zhtw: '檔案較長，這裡只顯示開頭部分。完整內容請下載後檢視。',
    en: 'This file is long; only its beginning is shown. Download it for the rest.',
  },
  rowsCut: {
    zh: '每张工作表最多显示 {{rows}} 行、{{columns}} 列，其余内容请下载后查看。',
    zhtw: '每張工作表最多顯示 {{rows}} 列、{{columns}} 欄，其餘內容請下載後檢視。',
    en: 'At most {{rows}} rows and {{columns}} columns of a sheet are shown. Download the file for the rest.',
  },
  picturesLeftOut: {
    zh: '有 {{n}} 张图片过大或格式特殊，未显示。',
    zhtw: '有 {{n}} 張圖片過大或格式特殊，未顯示。',
    en: 'Pictures that are too large or of a special kind and not shown: {{n}}.',
  },
} satisfies Record<string, Texts>;

export type PreviewTextKey = keyof typeof TEXTS;
export type PreviewText = (key: PreviewTextKey, params?: Readonly<Record<string, string | number>>) => string;

export const previewText =
  (language: Language): PreviewText =>
  (key, params = {}) =>
    TEXTS[key][language].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));

/** Texts in the language of the person; for components that are observers. */
export const usePreviewText = (): PreviewText => previewText(useShell().settings.language);
