"""The sentences that the small tokenizers are trained on; written for this purpose, in many scripts."""

ENGLISH = """
The animal did not cross the street because it was too tired. The animal did not cross the street because it was too wide.
A student opens a folder on a slow laptop and waits for the first picture of the attention heads.
Every head looks somewhere: some look at the token before, some at the beginning, some at the word they describe.
When the researcher switched off the fourth head of the second layer, the prediction changed at once.
We don't know why the model prefers the second reading, and we can't say that it's wrong; they're both possible.
In 1998 the small town had 4512 people, 37 shops, 12 bakeries and one very old library with 80000 books.
Hello world, hello again! What are you looking at? I am looking at the letters, the words and the spaces between them.
The quick reading of a long sentence is harder than the slow reading of a short one, said the teacher to the teachers.
She was walking, talking, thinking and singing; he walked, talked, thought and sang. Nothing unusual happened.
Tokenization splits unbelievable words into pieces: un, believ, able. Rewriting, replaying, reopening and undoing follow.
Please measure the distance between the window and the door, then write the numbers into the table on the left side.
"""

GERMAN = """
Die Katze schläft auf dem Fensterbrett, während draußen der Regen gegen die Scheibe schlägt.
Über den Fluss führt eine schmale Brücke; größere Fahrzeuge müssen die Straße am Bahnhof nehmen.
Der Aufmerksamkeitskopf betrachtet das erste Wort, die übrigen Köpfe schauen auf das vorhergehende.
Zwölf Schülerinnen übten gestern für die Prüfung, aber niemand wusste, warum die Aufgabe so schwer war.
"""

FRENCH_AND_OTHERS = """
Le garçon était déjà là, près de la fenêtre, à lire une leçon très naïve sur les oiseaux d'été au café.
El niño pequeño comió una piña y después cantó una canción en la montaña; mañana volverá con su señora.
Ο δάσκαλος διαβάζει ένα μικρό βιβλίο στην αυλή του σχολείου, ενώ οι μαθητές περιμένουν.
Учитель читает маленькую книгу во дворе школы, а ученики ждут его у окна. Почему внимание смотрит назад?
Сегодня утром мы открыли новую папку и увидели, что каждая голова смотрит на своё слово.
"""

EASTERN = """
猫坐在窗台上看着外面的雨。学生打开文件夹，等待第一张图片。注意力头看着前面的词。
今天我们测量每个头的熵，然后写进左边的表格里。你好，世界！这个模型为什么改变了答案？
猫は窓のそばで眠っています。学生はフォルダーを開いて、最初の図を待ちます。注意の向きはどこですか。
カタカナとひらがなと漢字を混ぜて書くと、単語の境目がわかりにくくなります。
고양이가 창가에서 자고 있다. 학생은 폴더를 열고 첫 그림을 기다린다.
"""

OTHER_SCRIPTS = """
القطة تنام قرب النافذة والطالب يفتح المجلد وينتظر الصورة الأولى. لماذا ينظر الرأس إلى الكلمة السابقة؟
المعلم يقرأ كتابا صغيرا في ساحة المدرسة والكلمات تنظر إلى الكلمات.
החתול ישן ליד החלון והתלמיד פותח תיקייה ומחכה לתמונה הראשונה.
बिल्ली खिड़की के पास सो रही है और छात्र फ़ोल्डर खोलकर पहली तस्वीर की प्रतीक्षा करता है।
हर सिर किसी शब्द को देखता है, कुछ सिर पहले शब्द को देखते हैं।
แมวนอนอยู่ใกล้หน้าต่าง นักเรียนเปิดแฟ้มและรอภาพแรก
"""

CODE = """
for (int row = 0; row < rows; ++row) { sum += weights[row] * values[row]; }
def attention(query, key, value):
    scores = query @ key.transpose(-1, -2) / math.sqrt(head_dim)
    return softmax(scores, dim=-1) @ value
if (head != nullptr && head->layer() >= 4) { return std::make_shared<Trace>(head); }
SELECT name, count(*) FROM heads WHERE entropy > 0.5 GROUP BY name; -- see table_3.csv
{"layer": 4, "head": 11, "weights": [0.25, 0.75], "path": "out/trace.npz"}
<p class="note">5 &lt; 7 &amp; 7 &gt; 5</p>  https://example.org/a?b=c&d=e#f
"""

SYMBOLS = """
🙂 🙂 😀 👍 🎉 🚀 ❤️ 👩‍💻 👨‍👩‍👧 🇩🇪 🇯🇵 — “quoted” ‘single’ … € £ ½ № ™ → ≤ ≠ ∑ √ ° ± × ÷ · • § ¿ ¡
"""

# Common words are repeated so that the trainers find whole words, as with a large corpus.
TEXTS = (ENGLISH, ENGLISH, ENGLISH, GERMAN, GERMAN, FRENCH_AND_OTHERS, EASTERN, EASTERN, OTHER_SCRIPTS, CODE, SYMBOLS)


def lines():
    return [line for text in TEXTS for line in text.strip("\n").split("\n")]
