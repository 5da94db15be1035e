import type { Language } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { type TextTable, textIn } from '../columns/text-table.ts';

/** Texts of the editor; they come with it, not with every page. */
const RICH_TEXT_TEXTS = {
  toolbar: { zh: '文字格式', zhtw: '文字格式', en: 'Formatting' },
  heading: { zh: '标题级别', zhtw: '標題級別', en: 'Heading' },
  paragraph: { zh: '正文', zhtw: '內文', en: 'Text' },
  headingLevel: { zh: '标题 {{n}}', zhtw: '標題 {{n}}', en: 'Heading {{n}}' },
  size: { zh: '字号', zhtw: '字級', en: 'Size' },
  normal: { zh: '常规', zhtw: '一般', en: 'Normal' },
  small: { zh: '小', zhtw: '小', en: 'Small' },
  large: { zh: '大', zhtw: '大', en: 'Large' },
  huge: { zh: '特大', zhtw: '特大', en: 'Huge' },
  bold: { zh: '加粗', zhtw: '粗體', en: 'Bold' },
  italic: { zh: '斜体', zhtw: '斜體', en: 'Italic' },
  underline: { zh: '下划线', zhtw: '底線', en: 'Underline' },
  strike: { zh: '删除线', zhtw: '刪除線', en: 'Strikethrough' },
  color: { zh: '文字颜色', zhtw: '文字顏色', en: 'Text colour' },
  background: { zh: '背景颜色', zhtw: '背景顏色', en: 'Background colour' },
  noColor: { zh: '默认颜色', zhtw: '預設顏色', en: 'Default colour' },
  colorNumber: { zh: '颜色 {{n}}', zhtw: '顏色 {{n}}', en: 'Colour {{n}}' },
  ordered: { zh: '编号列表', zhtw: '編號清單', en: 'Numbered list' },
  bullet: { zh: '项目符号', zhtw: '項目符號', en: 'Bullet list' },
  indentLess: { zh: '减少缩进', zhtw: '減少縮排', en: 'Less indent' },
  indentMore: { zh: '增加缩进', zhtw: '增加縮排', en: 'More indent' },
  align: { zh: '对齐方式', zhtw: '對齊方式', en: 'Alignment' },
  left: { zh: '左对齐', zhtw: '靠左', en: 'Left' },
  center: { zh: '居中', zhtw: '置中', en: 'Centre' },
  right: { zh: '右对齐', zhtw: '靠右', en: 'Right' },
  justify: { zh: '两端对齐', zhtw: '左右對齊', en: 'Justified' },
  rtl: { zh: '从右向左书写', zhtw: '由右至左書寫', en: 'Right to left' },
  quote: { zh: '引用', zhtw: '引用', en: 'Quotation' },
  code: { zh: '代码块', zhtw: '程式碼區塊', en: 'Code block' },
  link: { zh: '链接', zhtw: '連結', en: 'Link' },
  image: { zh: '插入图片', zhtw: '插入圖片', en: 'Insert a picture' },
  clear: { zh: '清除格式', zhtw: '清除格式', en: 'Clear formatting' },
  undo: { zh: '撤销', zhtw: '復原', en: 'Undo' },
  redo: { zh: '重做', zhtw: '重做', en: 'Redo' },
  linkAddress: { zh: '链接地址', zhtw: '連結位址', en: 'Address of the link' },
  linkApply: { zh: '应用', zhtw: '套用', en: 'Apply' },
  linkRemove: { zh: '移除链接', zhtw: '移除連結', en: 'Remove the link' },
  linkWrong: {
    zh: '链接须以 http://、https://、mailto: 或 tel: 开头',
    zhtw: '連結須以 http://、https://、mailto: 或 tel: 開頭',
    en: 'A link begins with http://, https://, mailto: or tel:',
  },
  count: { zh: '{{n}} / {{max}} 字', zhtw: '{{n}} / {{max}} 字', en: '{{n}} of {{max}} characters' },
  tooLong: { zh: '内容最多 {{max}} 个字符，请删减', zhtw: '內容最多 {{max}} 個字元，請刪減', en: 'At most {{max}} characters; please shorten the text' },
  tooManyPieces: { zh: '内容的格式变化过多，请简化', zhtw: '內容的格式變化過多，請簡化', en: 'The text changes its looks too often; please simplify it' },
  sending: { zh: '正在上传图片', zhtw: '圖片上傳中', en: 'A picture is being uploaded' },
  pictureFailed: { zh: '图片未上传：{{reason}}', zhtw: '圖片未上傳：{{reason}}', en: 'The picture was not uploaded: {{reason}}' },
  noPictures: { zh: '此处不能放图片', zhtw: '此處不能放圖片', en: 'Pictures cannot be put here' },
  foreignPictures: {
    zh: '粘贴内容中的外部图片已略去，请保存图片后上传',
    zhtw: '貼上內容中的外部圖片已略去，請儲存圖片後上傳',
    en: 'Pictures in what was pasted were left out; save and upload them',
  },
  empty: { zh: '没有内容', zhtw: '沒有內容', en: 'No text' },
} as const satisfies TextTable;

export type RichTextTextKey = keyof typeof RICH_TEXT_TEXTS;
export type RichTextText = (key: RichTextTextKey, params?: Readonly<Record<string, string | number>>) => string;

const richTextTextIn =
  (language: Language): RichTextText =>
  (key, params) =>
    textIn(RICH_TEXT_TEXTS[key], language, params);

export const useRichTextText = (): RichTextText => richTextTextIn(usePlugin().language);
