import type { Language } from '@nephra/plugin-sdk/contract';

/** Texts of one panel that is opened late: they would weigh on every start among the texts of the shell. */
export interface SignPinTexts {
  readonly title: string;
  readonly intro: string;
  readonly set: string;
  readonly unset: string;
  readonly password: string;
  readonly pin: string;
  readonly hint: string;
  readonly wrong: string;
  readonly passwordMissing: string;
  readonly save: string;
  readonly remove: string;
  readonly removeAsk: string;
}

export const SIGN_PIN_TEXTS: Readonly<Record<Language, SignPinTexts>> = {
  zh: {
    title: '床旁签署口令',
    intro: '在同事登录的平板上做第二人核对时，用它证明是您本人；只用于签署，不能登录。',
    set: '已设置',
    unset: '尚未设置，签署时请使用登录密码。',
    password: '登录密码',
    pin: '新的签署口令',
    hint: '4 至 8 位数字，不要用连续或重复的数字。',
    wrong: '请输入 4 至 8 位数字',
    passwordMissing: '请输入登录密码',
    save: '保存签署口令',
    remove: '删除签署口令',
    removeAsk: '删除后，签署时需要输入登录密码。',
  },
  zhtw: {
    title: '床邊簽署口令',
    intro: '在同事登入的平板上做第二人核對時，用它證明是您本人；只用於簽署，不能登入。',
    set: '已設定',
    unset: '尚未設定，簽署時請使用登入密碼。',
    password: '登入密碼',
    pin: '新的簽署口令',
    hint: '4 至 8 位數字，請勿使用連續或重複的數字。',
    wrong: '請輸入 4 至 8 位數字',
    passwordMissing: '請輸入登入密碼',
    save: '儲存簽署口令',
    remove: '刪除簽署口令',
    removeAsk: '刪除後，簽署時需要輸入登入密碼。',
  },
  en: {
    title: 'Number to sign with at the bedside',
    intro: 'When you are the second person at a tablet where a colleague is signed in, it proves that it is you. It signs and never signs in.',
    set: 'Set',
    unset: 'Not set: you sign with your password.',
    password: 'Password',
    pin: 'New number',
    hint: '4 to 8 digits, none repeated and none in a row.',
    wrong: 'Please enter 4 to 8 digits',
    passwordMissing: 'Please enter your password',
    save: 'Save the number',
    remove: 'Remove the number',
    removeAsk: 'Without it you sign with your password.',
  },
};
