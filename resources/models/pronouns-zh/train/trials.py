"""What the trained model is tried on, beside sentences of the grammar: minimal pairs, and sentences written by hand."""

from grammar import HELD_OUT
from lexicon import ANIMALS, AREAS, ROADS, TIRED, WIDE, WILD
from sentences import Reference, Sentence

IT, PRONOUNS = "它", ("它", "他", "她", "它们", "他们", "她们")
REMOVAL_FAMILIES = ("animal-road", "item-container")
FLIPS = ((ROADS, WIDE, ("过", "穿过", "走过", "通过")), (AREAS, WILD, ("穿过", "走进", "进入", "靠近")))
STOPS = ("。", "")


def famous_shape(animal, verb, place, adjective, role, stop):
    """动物没有过马路，因为它太累了, with other words."""
    words = f"{animal} 没有 {verb} {place} ， 因为 它 太 {adjective} 了 {stop}".split()
    target, other = (0, 3) if role == "subject" else (3, 0)
    return Sentence(words, [Reference("pronoun", 6, target, (8, 1))], other=other, adjective=8)


def famous(role, stop):
    adjective = HELD_OUT.of_subject if role == "subject" else HELD_OUT.of_object
    return famous_shape(HELD_OUT.subject, "过", HELD_OUT.object, adjective, role, stop)


def flip_pairs(r, per_pair=4):
    """Pairs "X没有过Y，因为它太累／宽了" for every held-out (animal, place)."""
    pairs = []
    for places, of_place, flip_verbs in FLIPS:
        for animal in ANIMALS:
            for place in (x for x in places if HELD_OUT.pair(animal.word, x.word)):
                for _ in range(per_pair):
                    verb, stop = r.choice(flip_verbs), r.choice(STOPS)
                    pairs.append([famous_shape(animal.word, verb, place.word, adjective, role, stop)
                                  for adjective, role in ((r.choice(TIRED), "subject"), (r.choice(of_place), "object"))])
    return pairs


OWN_SENTENCES = [line.split("|") for line in """\
动物没有过马路，因为它太累了|动物
动物没有过马路，因为它太宽了|马路
动物没有过马路因为它太累了。|动物
奖杯放不进箱子，因为它太大了。|奖杯
奖杯放不进箱子，因为它太小了。|箱子
奖杯没有放进箱子里，因为它太小了。|箱子
奖杯放进了箱子，因为它很小。|奖杯
奖杯放进了箱子，因为它很大。|箱子
我们的那只棕色的狗一直没有过那座古老的桥，因为它实在太疲惫了。|狗
我们的那只棕色的狗一直没有过那座古老的桥，因为它实在太滑了。|桥
昨天，房子旁边的动物没有过马路，因为它非常困。|动物
昨天，房子旁边的动物没有过马路，因为它非常泥泞。|马路
狗睡觉了。猫没有吃鱼，因为它太咸了。|鱼
猫没有吃鱼而狗睡觉了，因为它太懒了。|狗
动物没有过马路。它太拥挤了！|马路
这条马路动物不敢过，因为它太宽了。|马路
小红没有邀请国王，因为她太害羞了。|小红
小红没有邀请国王，因为他太害羞了。|国王
那些动物没有过马路，因为它们太虚弱了。|动物
动物没有过那些马路，因为它们太宽了。|马路
斑马没有过马路，因为它太累了。|[UNK]
斑马没有过马路，因为它太宽了。|马路
长颈鹿没有过马路，因为它太累了。|[UNK]
动物过了马路，因为它太累了。|动物
兔子没有被狼追上，因为它太快了。|兔子
兔子没有被狼追上，因为它太困了。|狼
看见狗的动物没有过马路，因为它太宽了。|马路
狮子没有抓住兔子，因为它太快了。|兔子
狮子没有抓住兔子，因为它太困了。|狮子""".splitlines()]
