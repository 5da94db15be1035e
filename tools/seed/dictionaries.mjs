/**
 * Dictionaries of the demo system, as `readDictionaryFile` of plugin `system` knows them. Codes begin with SIM: none of them is that of a real list.
 */
const entry = (enCode, fullName, sortCode, parent = '') => ({ enCode, fullName, parent, enabledMark: 1, sortCode, description: '' });
const dictionary = (enCode, fullName, isTree, sortCode, entries, description = '') => ({
  dictionary: { enCode, fullName, isTree, sortCode, description },
  entries,
});

export const dictionaries = [
  dictionary('SIM.dialyser', 'SIM 透析器型号', 0, 10, [
    entry('SIM.low', '低通量 1.4 m²', 10),
    entry('SIM.high', '高通量 1.6 m²', 20),
    entry('SIM.filter', '血液滤过器 1.8 m²', 30),
  ]),
  dictionary(
    'SIM.access',
    'SIM 血管通路',
    1,
    20,
    [
      entry('SIM.fistula', '内瘘', 10),
      entry('SIM.avf', '自体动静脉内瘘', 10, 'SIM.fistula'),
      entry('SIM.avg', '人工血管内瘘', 20, 'SIM.fistula'),
      entry('SIM.catheter', '中心静脉导管', 20),
      entry('SIM.tcc', '带隧道和涤纶套导管', 10, 'SIM.catheter'),
      entry('SIM.ncc', '无隧道和涤纶套导管', 20, 'SIM.catheter'),
    ],
    '示例：条目为树形',
  ),
  dictionary('SIM.leave', 'SIM 请假原因', 0, 30, [entry('SIM.travel', '外出', 10), entry('SIM.ward', '住院', 20), entry('SIM.other', '其他', 30)]),
  dictionary('SIM.empty', 'SIM 空字典', 0, 40, [], '示例：还没有条目'),
];
