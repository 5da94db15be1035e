/**
 * The emoji of a chat (spec 3, 9): codes `[xxx]` as they stand in texts and on the wire, in the order of the set's files 100 to 219. The pictures of that set are nobody's to
 * give away, so each code is shown as the Unicode character that says the same; what is stored stays the code, which every client of the platform knows.
 */
const TABLE = `
  微笑 🙂  撇嘴 😒  色 😍  发呆 😳  得意 😌  流泪 😢  害羞 🥰  闭嘴 🤐  睡 😴  大哭 😭
  尴尬 😅  发怒 😡  调皮 😜  呲牙 😁  惊讶 😮  难过 🙁  酷 😎  冷汗 😰  抓狂 😫  吐 🤮
  偷笑 🤭  愉快 😊  白眼 🙄  傲慢 😤  饥饿 🤤  困 😪  惊恐 😱  流汗 😓  憨笑 😄  悠闲 😙
  奋斗 💪  咒骂 🤬  疑问 🤔  嘘 🤫  晕 😵  疯了 🤪  衰 😞  骷髅 💀  敲打 🔨  再见 👋
  擦汗 😥  抠鼻 👃  鼓掌 👏  糗大了 😖  坏笑 😏  左哼哼 👈  右哼哼 👉  哈欠 🥱  鄙视 😑  委屈 🥺
  快哭了 😿  阴险 😈  亲亲 😘  吓 😨  可怜 😔  菜刀 🔪  西瓜 🍉  啤酒 🍺  篮球 🏀  乒乓 🏓
  咖啡 ☕  饭 🍚  猪头 🐷  玫瑰 🌹  凋谢 🥀  嘴唇 👄  爱心 ❤️  心碎 💔  蛋糕 🎂  闪电 ⚡
  炸弹 💣  刀 🗡️  足球 ⚽  瓢虫 🐞  便便 💩  月亮 🌙  太阳 ☀️  礼物 🎁  拥抱 🤗  强 👍
  弱 👎  握手 🤝  胜利 ✌️  抱拳 🙏  勾引 ☝️  拳头 👊  差劲 👇  爱你 🤟  NO 🙅  OK 👌
  爱情 💕  飞吻 💋  跳跳 🤸  发抖 🥶  怄火 😠  转圈 💃  磕头 🙇  回头 🔙  跳绳 🤾  投降 🏳️
  笑脸 😃  生病 😷  破涕为笑 😂  恐惧 😧  失望 😩  无语 😐  嘿哈 🤘  捂脸 🤦  奸笑 😼  机智 🧐
  皱眉 😣  耶 🥳  吃瓜 🍈  加油 💯  汗 💦  天啊 🙀  旺柴 🐶  好的 🆗  打脸 🤕  哇 🤩
`;

/** Number of the first picture of the set. */
const FIRST_FILE = 100;
/** From here on the set's pictures are no longer animated. */
const FIRST_STILL_FILE = 200;

export interface Emoji {
  /** `[微笑]` */
  readonly alt: string;
  /** File of the platform's set, `100.gif`. */
  readonly url: string;
  /** What is shown. */
  readonly character: string;
}

export const EMOJI: readonly Emoji[] = TABLE.trim()
  .split(/\s{2,}/)
  .map((entry, nth) => {
    const [name = '', character = ''] = entry.split(' ');
    const file = FIRST_FILE + nth;
    return { alt: `[${name}]`, url: `${file}.${file < FIRST_STILL_FILE ? 'gif' : 'png'}`, character };
  });

const CHARACTERS: ReadonlyMap<string, string> = new Map(EMOJI.map(({ alt, character }) => [alt, character]));

/** Texts with codes as people read them; a code that nobody knows stays as it was typed. */
export const withEmoji = (text: string): string => text.replace(/\[[^[\]\s]{1,5}\]/g, (code) => CHARACTERS.get(code) ?? code);
