import { defineSettings, field } from '@nephra/plugin-sdk/record';
import {
  KEPT_DAYS,
  MAX_ADDRESS,
  MAX_ASKS_PER_MINUTE,
  MAX_DAY_TOKENS,
  MAX_KEY,
  MAX_MODEL_NAME,
  MAX_NEW_TOKENS,
  MAX_PRICE,
  SECONDS_TO_ANSWER,
} from './limits.ts';

/** Digits behind the point of a price: models cost fractions of a fen. */
const PRICE_DIGITS = 3;

/** Settings of the page of plugin settings: which model is asked, and how much of it. */
export const settings = defineSettings({
  installation: {
    address: field
      .text(MAX_ADDRESS)
      .initial('')
      .label('模型地址', '模型位址', 'Address of the model')
      .help(
        '如 https://api.example.com/v1；来源须列入 outbound，不填则停用',
        '如 https://api.example.com/v1；來源須列入 outbound，不填則停用',
        'Such as https://api.example.com/v1; must be listed under outbound. Empty: off',
      ),
    apiKey: field.text(MAX_KEY).label('密钥', '金鑰', 'Key'),
    modelName: field.text(MAX_MODEL_NAME).initial('').label('模型名称', '模型名稱', 'Name of the model'),
    shape: field
      .oneOf(
        ['openai', 'OpenAI 兼容', 'OpenAI 相容', 'OpenAI-compatible'],
        ['prompt', '单次提问（max_new_tokens 等八个参数）', '單次提問（max_new_tokens 等八個參數）', 'Single prompt (max_new_tokens and seven more)'],
      )
      .initial('openai')
      .label('接口形式', '介面形式', 'Shape of the interface')
      .help(
        '逐字显示与查询工具只在 OpenAI 兼容形式下可用',
        '逐字顯示與查詢工具只在 OpenAI 相容形式下可用',
        'Answers that come word by word and look-ups need the OpenAI-compatible shape',
      ),
    answerTokens: field.int(16, MAX_NEW_TOKENS).initial(1_024).label('单次回答最多令牌数', '單次回答最多權杖數', 'Most tokens of an answer'),
    answerSeconds: field
      .int(SECONDS_TO_ANSWER.least, SECONDS_TO_ANSWER.most)
      .initial(90)
      .label('单次回答最长时间（秒）', '單次回答最長時間（秒）', 'Longest time of an answer (seconds)'),
    asksPerMinute: field.int(1, MAX_ASKS_PER_MINUTE).initial(10).label('每人每分钟提问次数', '每人每分鐘提問次數', 'Questions per person and minute'),
    personTokens: field.int(100, MAX_DAY_TOKENS).initial(100_000).label('每人每天令牌数', '每人每天權杖數', 'Tokens per person and day'),
    siteTokens: field.int(100, MAX_DAY_TOKENS).initial(5_000_000).label('全院每天令牌数', '全院每天權杖數', 'Tokens of the installation per day'),
    promptPrice: field
      .decimal(PRICE_DIGITS, 0, MAX_PRICE)
      .initial(0)
      .label('提问每千令牌价格（分）', '提問每千權杖價格（分）', 'Price of 1,000 tokens asked (fen)'),
    answerPrice: field
      .decimal(PRICE_DIGITS, 0, MAX_PRICE)
      .initial(0)
      .label('回答每千令牌价格（分）', '回答每千權杖價格（分）', 'Price of 1,000 tokens answered (fen)'),
    keptDays: field
      .int(KEPT_DAYS.least, KEPT_DAYS.most)
      .initial(180)
      .label('对话保留天数', '對話保留天數', 'Days that conversations are kept')
      .help('从最后一次提问算起', '從最後一次提問算起', 'From the last question on'),
    toolsOn: field
      .flag()
      .initial(1)
      .label('允许查询工具', '允許查詢工具', 'Look-ups')
      .help(
        '菜单、账单金额、患者数量；以提问者的权限查询，从不修改',
        '選單、帳單金額、病患數量；以提問者的權限查詢，從不修改',
        'Menus, amounts of bills, numbers of patients; with the rights of who asks, and never a change',
      ),
    unmaskedLocal: field
      .flag()
      .initial(0)
      .label('本地模型可见未遮盖的文字', '本地模型可見未遮蓋的文字', 'A local model sees text without masks')
      .help(
        '仅当地址直接写为本机或内网 IP 时有效；其他地址始终遮盖',
        '僅當位址直接寫為本機或內網 IP 時有效；其他位址始終遮蓋',
        'Only where the address is this computer or an IP address of the own network; all others are always masked',
      ),
  },
  secrets: ['apiKey'],
});
