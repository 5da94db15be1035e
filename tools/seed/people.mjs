/** Invented people: names by chance, identity numbers from an area code that is not assigned, telephone numbers of one block. */
const SURNAMES = [
  ...'王李张刘陈杨黄赵周吴徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金韦贾夏付方邹熊白孟秦',
];
const MALE = [
  '建国',
  '志强',
  '伟',
  '军',
  '永福',
  '国栋',
  '文斌',
  '德明',
  '俊杰',
  '海涛',
  '少华',
  '天佑',
  '卫东',
  '嘉豪',
  '家乐',
  '树生',
  '金水',
  '长林',
  '启明',
  '子轩',
  '宏图',
  '世昌',
  '学文',
  '耀辉',
];
const FEMALE = [
  '秀英',
  '丽华',
  '淑珍',
  '美玲',
  '桂兰',
  '雪梅',
  '婉婷',
  '嘉欣',
  '晓燕',
  '慧敏',
  '玉兰',
  '巧云',
  '惠芳',
  '静怡',
  '佩珊',
  '凤英',
  '思琪',
  '春花',
  '月娥',
  '文静',
  '敏仪',
  '素琴',
  '佳宁',
  '瑞芬',
];
const STREETS = [
  '荔湾路',
  '东风中路',
  '解放南路',
  '中山一路',
  '环市东路',
  '珞喻路',
  '江汉路',
  '民族大道',
  '朝阳路',
  '友爱路',
  '人民西路',
  '文昌街',
  '新华巷',
  '建设二马路',
];

const UNASSIGNED_AREA = '990001';
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** Eighteen characters with a right check digit. */
export function identityNumber(birthday, order, sex) {
  const sequence = String(order * 2 + (sex === 1 ? 1 : 0))
    .padStart(3, '0')
    .slice(-3);
  const body = `${UNASSIGNED_AREA}${birthday.replaceAll('-', '')}${sequence}`;
  const sum = [...body].reduce((total, digit, index) => total + Number(digit) * WEIGHTS[index], 0);
  return `${body}${'10X98765432'[sum % 11]}`;
}

/** A telephone number of the block 199 0000 0000. */
export const phoneNumber = (order) => `1990000${String(order).padStart(4, '0')}`;

export function createPeople(random) {
  const used = new Set();
  return {
    name(sex) {
      for (;;) {
        const name = random.pick(SURNAMES) + random.pick(sex === 1 ? MALE : FEMALE);
        if (!used.has(name)) {
          used.add(name);
          return name;
        }
      }
    },
    birthday(youngest, oldest) {
      const year = 2026 - random.between(youngest, oldest);
      return `${year}-${String(random.between(1, 12)).padStart(2, '0')}-${String(random.between(1, 28)).padStart(2, '0')}`;
    },
    address: (city) => `${city}${random.pick(STREETS)}${random.between(1, 388)}号`,
  };
}
