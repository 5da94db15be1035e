import { defineSettings, field } from '@nephra/plugin-sdk/record';

/** Settings that administrators change on the page of plugin settings. */
export const settings = defineSettings({
  organisation: {
    /** Whether a change of price beyond the limit waits for a second person; the text `off` as limit in registry.json says that none does. */
    priceChangeChecked: field.flag().initial(1).label('大幅调价须第二人确认', '大幅調價須第二人確認', 'Large changes of price need a second person'),
    /** Per cent that one person may change a price by. */
    priceChangeLimit: field
      .int(0, 1000)
      .initial(30)
      .label('一人可调价的幅度（%）', '一人可調價的幅度（%）', 'Change of price that one person may make (%)')
      .help('超过时等待第二人确认', '超過時等待第二人確認', 'A larger one waits for a second person'),
  },
  registry: { priceChangeChecked: { member: 'priceChangeLimit', values: { off: 0 } } },
});
