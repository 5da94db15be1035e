import type { Language } from '../menu/menu.ts';

/** Texts of the validation messages (spec 5) by key; `{{name}}` is filled from the failure's parameters. */
export const VALIDATION_TEXTS = {
  required: { zh: '{{label}}不能为空', zhtw: '{{label}}不可為空', en: "{{label}} can't be empty" },
  mobile: { zh: '请正确输入手机号码', zhtw: '請輸入正確的手機號碼', en: 'please enter your phone number correctly' },
  password: { zh: '请输入6-16位密码（数字和字母）', zhtw: '請輸入 6-16 位密碼（含數字與字母）', en: '6-16 characters password (digits and letters)' },
  idCard: { zh: '请输入正确的身份证号码', zhtw: '請輸入正確的身分證號碼', en: 'please enter a valid ID card number' },
  email: { zh: '请输入正确的邮箱地址', zhtw: '請輸入正確的電子郵件地址', en: 'please enter a valid email address' },
  licencePlate: { zh: '请输入正确的车牌号', zhtw: '請輸入正確的車牌號碼', en: 'please enter a valid licence plate' },
  chinese: { zh: '只能输入中文', zhtw: '只能輸入中文', en: 'only Chinese characters are allowed' },
  enCode: {
    zh: '编码只能输入英文、数字和小数点，且小数点不能放在首尾',
    zhtw: '代碼只能輸入英文、數字與小數點，且小數點不可置於首尾',
    en: 'code can only contain English, numbers and decimal point, the point not first or last',
  },
  account: { zh: '不能包含特殊符号', zhtw: '不可包含特殊符號', en: 'special symbols are not allowed' },
  digits: { zh: '只能输入数字', zhtw: '只能輸入數字', en: 'only digits are allowed' },
  allDate: { zh: '时间只能为整数或0.5的倍数', zhtw: '時間只能為整數或 0.5 的倍數', en: 'time can only be an integer or multiple of 0.5' },
  bigInt: { zh: '请输入正整数', zhtw: '請輸入正整數', en: 'please enter a positive integer' },
  formula: { zh: '计算公式不正确', zhtw: '計算公式不正確', en: 'the formula is not correct' },
  maxLength: { zh: '最多输入{{max}}个字符', zhtw: '最多輸入 {{max}} 個字元', en: 'at most {{max}} characters' },
  number: { zh: '请输入数字', zhtw: '請輸入數字', en: 'please enter a number' },
  min: { zh: '不能小于{{min}}', zhtw: '不可小於 {{min}}', en: 'must not be less than {{min}}' },
  max: { zh: '不能大于{{max}}', zhtw: '不可大於 {{max}}', en: 'must not be more than {{max}}' },
  fileSize: { zh: '文件大小超过{{limit}}{{unit}}', zhtw: '檔案大小超過{{limit}}{{unit}}', en: 'the file is not smaller than {{limit}} {{unit}}' },
  imageSize: { zh: '图片大小超过{{limit}}{{unit}}', zhtw: '圖片大小超過{{limit}}{{unit}}', en: 'the picture is not smaller than {{limit}} {{unit}}' },
  fileType: { zh: '请选择{{type}}类型的文件', zhtw: '請選擇{{type}}類型的檔案', en: 'please choose a file of type {{type}}' },
  imageType: { zh: '请上传图片', zhtw: '請上傳圖片', en: 'please upload a picture' },
  pattern: { zh: '格式不正确', zhtw: '格式不正確', en: 'the format is not correct' },
} as const satisfies Record<string, Record<Language, string>>;

export type ValidationKey = keyof typeof VALIDATION_TEXTS;
