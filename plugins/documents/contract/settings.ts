import { defineSettings, field } from '@nephra/plugin-sdk/record';

/** Settings that administrators change on the page of plugin settings. */
export const settings = defineSettings({
  installation: {
    /** Days that deleted entries stay in the recycle bin; 0: until their owner deletes them for good. */
    keepDays: field
      .int(0, 3_650)
      .initial(30)
      .label('回收站保留天数', '資源回收筒保留天數', 'Days in the recycle bin')
      .help(
        '到期后彻底删除；0 为一直保留到本人彻底删除',
        '到期後永久刪除；0 為一直保留到本人永久刪除',
        'After that they are deleted for good; 0 keeps them until their owner deletes them',
      ),
  },
});
