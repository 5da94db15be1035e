import type { Language } from '../../contract/index.ts';

/** What is asked before something else is sent while nobody knows what became of the first. */
export const ACT_TEXTS = {
  title: { zh: '上一次提交的结果尚未确认', zhtw: '上一次送出的結果尚未確認', en: 'The last submission is not confirmed' },
  ask: {
    zh: '网络中断，上一次提交的内容可能已经生效。现在的内容与上次不同，会作为新的一次提交。建议先取消，查看上一次是否已生效。',
    zhtw: '網路中斷，上一次送出的內容可能已經生效。目前的內容與上次不同，會作為新的一次送出。建議先取消，查看上一次是否已生效。',
    en: 'The connection was lost, and what you submitted before may have taken effect. This differs from it and would be submitted as a new one. It is better to cancel and look first.',
  },
  send: { zh: '仍然提交', zhtw: '仍要送出', en: 'Submit anyway' },
} as const satisfies Record<string, Record<Language, string>>;
