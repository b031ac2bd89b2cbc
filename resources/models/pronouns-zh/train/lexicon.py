"""The words of the toy Chinese that the example model `pronouns-zh` is trained on.

A noun has a kind that decides its pronoun ("it", "he", "she" or "person": he or she, drawn per sentence), a measure
word and attributes that suit it. Adjectives come in classes: a class tells which of two nouns a sentence like
"……因为它太<adjective>了" means.
"""

from typing import NamedTuple, Optional

SPECIALS = ["[PAD]", "[CLS]", "[SEP]", "[MASK]", "[UNK]"]
FULL_STOP = "。"
MARKS = [FULL_STOP, "，", "？", "！", "；", "：", "、"]
PRONOUNS = {"it": "它", "he": "他", "she": "她"}
MANY = "们"


class Noun(NamedTuple):
    word: str
    kind: str
    measure: str = ""           # none: a name
    attributes: tuple = ()


class Verb(NamedTuple):
    base: str
    done: Optional[str] = None  # with its result, as 把 and 被 want it


def nouns(kind, attributes, text):
    """"measure: words" per line."""
    result = []
    for line in text.strip().splitlines():
        measure, _, words = line.partition(":")
        result += [Noun(word, kind, measure.strip(), tuple(attributes.split())) for word in words.split()]
    return result


def names(kind, words):
    return [Noun(word, kind) for word in words.split()]


def verbs(text):
    """"吃/吃掉 闻": with or without a result."""
    return [Verb(base, done or None) for base, _, done in (entry.partition("/") for entry in text.split())]


ANIMALS = nouns("it", "黑色 白色 棕色 灰色 可爱 流浪 陌生 淘气", """
    只: 动物 狗 猫 狐狸 兔子 猴子 山羊 绵羊 狼 老虎 老鼠 松鼠 小狗 小猫 乌龟 鸭子 熊猫 刺猬 豹子 公鸡
    匹: 马 骆驼
    头: 牛 熊 狮子 大象 猪 驴 鹿""")
ROADS = nouns("it", "古老 陌生 熟悉 著名 新修", """
    条: 马路 街道 大街 公路 小路 河 铁路 隧道 小溪 山路 胡同
    座: 桥 木桥 石桥""")
AREAS = nouns("it", "古老 陌生 熟悉 著名 神秘", """
    片: 田野 草地 沙漠 森林 树林 沼泽 雪地 草原
    个: 山谷 广场 操场 市场 山洞
    座: 公园 花园 村庄""")
FOODS = nouns("it", "桌上 盘子里 剩下 切开", """
    个: 苹果 梨 鸡蛋 土豆 西红柿 包子 饺子 馒头 西瓜
    块: 面包 蛋糕 肉 饼干 披萨 豆腐
    根: 香蕉 胡萝卜 香肠 玉米
    碗: 米饭 面条
    颗: 葡萄 花生
    条: 鱼""")
ITEMS = nouns("it", "红色 蓝色 绿色 黄色 紫色 金色 崭新 奇怪", """
    个: 奖杯 球 玩具 花瓶 头盔 闹钟 枕头 水壶 模型 足球
    盏: 台灯
    本: 书
    座: 雕像
    把: 小提琴 吉他 雨伞
    幅: 油画
    台: 电脑 相机 收音机
    面: 鼓 镜子""")
CONTAINERS = nouns("it", "红色 蓝色 绿色 黄色 紫色 金色 崭新 奇怪", """
    个: 箱子 盒子 袋子 抽屉 篮子 柜子 衣柜 书包 背包 木桶 皮箱 行李箱 纸箱 壁橱""")
MEN = nouns("he", "年轻 陌生 有名 善良", """
    个: 男人 男孩 小伙子
    位: 国王 叔叔 哥哥 爸爸 儿子 王子 爷爷 侄子 丈夫 弟弟 外公""")
WOMEN = nouns("she", "年轻 陌生 有名 善良", """
    个: 女人 女孩 姑娘
    位: 王后 阿姨 姐姐 妈妈 女儿 公主 奶奶 侄女 妻子 妹妹 外婆""")
BOYS_NAMES = names("he", "小明 小刚 大伟 建国 志强 小军 阿强 文涛")
GIRLS_NAMES = names("she", "小红 小芳 小丽 美玲 阿梅 晓燕 秀英 丽娜")
PEOPLE = nouns("person", "年轻 陌生 有名 善良", """
    位: 老师 医生 司机 歌手 画家 护士 厨师 记者 警察 邻居 朋友
    名: 农民 学生 工人 士兵
    个: 孩子""")
LANDMARKS = "房子 大树 学校 教堂 车站 商店 城堡 酒店 博物馆 花坛 围墙 医院 图书馆 谷仓 塔楼".split()

TIRED = "累 困 懒 虚弱 紧张 疲惫 疲倦 害怕 胆小 慌张 懒惰 谨慎 害羞 难过 伤心 笨拙 衰老 瘦弱 迷糊 年幼".split()
BRAVE = "勇敢 好奇 大胆 强壮 机灵 饿 高兴 兴奋 自信 健康 调皮 活泼 精神 开心".split()
WIDE = "宽 滑 陡 挤 窄 吵 脏 暗 危险 拥挤 泥泞 热闹 崎岖 颠簸 湿滑".split()
WILD = "冷 黑 湿 远 乱 荒凉 偏僻 潮湿 危险 拥挤 泥泞 闷热 阴森".split()
SAFE = "安全 平坦 安静 干净 平静 空旷 美丽 宽敞 明亮 整洁 凉爽 宁静 近".split()
SALTY = "咸 辣 酸 苦 硬 烫 油腻 臭 淡 生 焦 难吃 腥".split()
SWEET = "香 甜 新鲜 好吃 软 脆 可口 美味 鲜嫩 松软".split()
BIG = "大 长 高 厚 粗 巨大 庞大 宽大".split()
SMALL = "小 短 矮 薄 细 窄小 细小 瘦小".split()
HEAVY = "重 沉 贵 旧 破 脏 笨重 难看 破旧 昂贵 沉重 普通".split()
LIGHT = "轻 便宜 漂亮 有用 好看 精致 轻便 珍贵 结实".split()
FAST = "快 聪明 凶 凶猛 敏捷 灵活 机警 厉害 狡猾".split()
SLOW = "慢 粗心 弱小 迟钝 孤单 肥 笨".split()

CROSS = verbs("过 穿过 走过 通过 经过 靠近")
ENTER = verbs("穿过 走进 走过 进入 离开 靠近")
EAT = verbs("吃/吃掉 尝 闻 咬/咬碎 碰 吃完/吃完")
COOK = verbs("吃/吃掉 尝 买/买走 卖/卖掉 切/切开 端/端走")
FIT = verbs("放 装 塞")
HANDLE = verbs("搬/搬走 推/推开 举/举起来 修/修好 买/买走 卖/卖掉 擦/擦干净 扔/扔掉 拿/拿走 带/带走")
MEET = verbs("邀请 帮助 看望 感谢 通知 相信 问候 拜访 打扰 等")
HUNT = verbs("追/追上 抓/抓住 咬/咬住 攻击 追赶 跟踪 捕捉")
STAY = verbs("睡觉 休息 跑步 唱歌 跳舞 游泳 散步 玩耍 叫 哭 笑 打滚 发呆")

NEGATIONS_OF_THINGS = "没有 没 没能 不能 无法 未能".split()
NEGATIONS = "没有 没 不想 不敢 不能 不肯 不愿意 无法 没能 不会 未能 从未".split()
BEFORE_NEGATION = "并 一直 始终 根本 从来 还 最后".split()       # before 没有 and 没
AFTER_NEGATION = "马上 立刻 直接 轻易 随便 继续 再".split()
MODALS = "想 要 能 会 敢 可以 愿意".split()
ADVERBS = "马上 立刻 终于 顺利地 慢慢地 悄悄地 赶紧 已经 飞快地 急忙".split()
PLACE_WORDS = "旁边 附近 后面 对面".split()
TIMES = ("昨天 今天 前天 那天 昨晚 早上 晚上 中午 下午 傍晚 夜里 上周 上个月 去年 今年 春天 夏天 秋天 冬天 "
         "星期一 星期二 星期三 星期四 星期五 星期六 星期天 刚才 当时").split()
OPENINGS = [phrase.split() for phrase in (
    "我 觉得", "我们 知道", "听说", "据说", "大家 都 说", "有人 说", "她 告诉 我", "他 说", "你 说 ：", "可惜", "幸好",
    "其实", "后来", "有一次 ，", "有一天 ，", "结果", "也许", "可能", "当然 ，", "看来", "不过", "原来")]
SINGULAR_DETERMINERS = ["这", "那", "一", "某"]
PLURAL_DETERMINERS = ["这些", "那些", "两", "几", "三"]
OWNERS = ["我", "我们", "他们"]
GRAMMAR_WORDS = ("的 了 得 不 进 里 在 把 被 因为 由于 是 所以 于是 但是 可是 而 和 它 他 她 它们 他们 她们 们 太 很 非常 特别 十分 "
                 "实在 有点 比较").split()

NOUN_CLASSES = (ANIMALS, ROADS, AREAS, FOODS, ITEMS, CONTAINERS, MEN, WOMEN, BOYS_NAMES, GIRLS_NAMES, PEOPLE)
ADJECTIVE_CLASSES = (TIRED, BRAVE, WIDE, WILD, SAFE, SALTY, SWEET, BIG, SMALL, HEAVY, LIGHT, FAST, SLOW)
VERB_CLASSES = (CROSS, ENTER, EAT, COOK, FIT, HANDLE, MEET, HUNT, STAY)


def content_words():
    """Every word a random word list may hold: nouns, verbs, adjectives, adverbs, landmarks."""
    words = [noun.word for group in NOUN_CLASSES for noun in group]
    words += [word for group in VERB_CLASSES for verb in group for word in verb if word]
    words += [word for group in ADJECTIVE_CLASSES for word in group]
    return list(dict.fromkeys(words + LANDMARKS + AFTER_NEGATION + ADVERBS))


def vocabulary():
    """All words; the index in this list is the token id."""
    words = SPECIALS + MARKS + GRAMMAR_WORDS + SINGULAR_DETERMINERS + PLURAL_DETERMINERS + OWNERS + PLACE_WORDS
    words += [word for group in NOUN_CLASSES for noun in group for word in (noun.measure, *noun.attributes) if word]
    words += TIMES + [word for phrase in OPENINGS for word in phrase] + NEGATIONS + BEFORE_NEGATION + MODALS
    return list(dict.fromkeys(words + content_words()))


VOCABULARY = vocabulary()
WORD_ID = {word: index for index, word in enumerate(VOCABULARY)}
