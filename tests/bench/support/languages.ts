import { storePicture } from "../../../lib/media/service.ts";
import { db } from "../../../lib/platform/db.ts";
import { placedLines } from "../../../lib/scenes/panel-script.ts";
import { noisePicture } from "../../support/noise-picture.ts";
import { seedStory } from "../../support/story-rows.ts";

/** A line of dialogue in each of 24 languages. */
export const sentences = {
  English: "Wait for me at the lighthouse.",
  Deutsch: "Warte am Leuchtturm auf mich, größer als gestern.",
  Français: "Attends-moi près du phare, à l’aube.",
  Español: "¿Me esperas junto al faro, mañana?",
  Português: "Espera por mim no farol, amanhã.",
  Italiano: "Perché non mi aspetti al faro?",
  Nederlands: "Wacht op mij bij de vuurtoren.",
  Svenska: "Vänta på mig vid fyren i gryningen.",
  Suomi: "Odota minua majakalla yöllä.",
  Polski: "Zaczekaj na mnie przy latarni, proszę.",
  Čeština: "Počkej na mě u majáku, příteli.",
  Magyar: "Várj rám a világítótoronynál, őszintén.",
  Română: "Așteaptă-mă lângă far, știi tu.",
  Türkçe: "Beni deniz fenerinde bekle, çığlık atma.",
  Ελληνικά: "Περίμενέ με στον φάρο το πρωί.",
  Русский: "Жди меня у маяка на рассвете.",
  Українська: "Чекай на мене біля маяка, їжачку.",
  "Tiếng Việt": "Đợi tôi ở ngọn hải đăng nhé.",
  עברית: "חכי לי ליד המגדלור.",
  العربية: "انتظرني عند المنارة.",
  ไทย: "รอฉันที่ประภาคารนะ",
  日本語: "灯台のそばで待っていて。",
  한국어: "등대 옆에서 기다려 줘.",
  中文: "在灯塔那里等我。",
} as const;

const size = { width: 768, height: 1024 };
/** Three panels a page. */
const panels = 3;

/** A published story of so many scenes, a page each, whose panels speak the languages in turn. */
export async function seedLetteredStory(scenes: number): Promise<string> {
  const said = Object.values(sentences);
  const author = await db.user.create({
    data: { username: "bench-author", email: "bench-author@bench.invalid" },
  });
  const storyId = await seedStory({
    username: author.username,
    scenes: Array<number>(scenes).fill(panels),
    pictures: false,
    publishedAt: new Date().toISOString(),
  });
  const rows = await db.panel.findMany({
    where: { scene: { storyId } },
    select: { id: true },
    orderBy: [{ scene: { sceneNumber: "asc" } }, { panelNumber: "asc" }],
  });
  const paint = async (index: number, id: string) => {
    // As heavy as what a model paints: some 200 kB.
    const bytes = await noisePicture(size.width, size.height, 30)
      .blur(1.2)
      .jpeg({ quality: 90 })
      .toBuffer();
    const { id: imageMediaId } = await storePicture(bytes, { origin: "model" });
    const line = (kind: "speech" | "narration", speaker: string | null, step: number) => ({
      kind,
      speaker,
      text: said[(index + step) % said.length] ?? "",
    });
    const script = [line("speech", "Keeper", 0), line("narration", null, 7)];
    const textBubbles = placedLines(id, script, [], "3:4");
    await db.panel.update({ where: { id }, data: { imageMediaId, lines: script, textBubbles } });
  };
  for (let from = 0; from < rows.length; from += panels) {
    const page = rows.slice(from, from + panels);
    await Promise.all(page.map(({ id }, at) => paint(from + at, id)));
  }
  return storyId;
}
