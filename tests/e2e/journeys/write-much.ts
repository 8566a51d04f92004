import { sql } from "@/tests/support/seeding";

const long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
const arabic = "حارس المنارة الذي لا ينام أبدا حين يرتفع الماء في الليل";

/** What authors write who write much: long words, names of 100 letters, right to left. */
export async function writeMuch(storyId: string, username: string): Promise<void> {
  const run = (text: string, ...more: unknown[]) => sql(text, [storyId, ...more]);
  await run(
    "update story set title = $2, description = $3 where id = $1",
    `${long} ${arabic}`,
    `${long} ${arabic} `.repeat(6),
  );
  await run(
    "update scene set title = $2, description = $3 where story_id = $1",
    `${arabic} ${long}`,
    `${long} ${arabic}`,
  );
  for (const cast of ["character", "location"]) {
    await run(
      `update ${cast} set name = left(name || ' ' || case when first_appearance % 2 = 0 then $2 else $3 end, 100), title = $3 where story_id = $1`,
      arabic.repeat(2),
      `${long}${long}`,
    );
    await run(
      `insert into ${cast}_image (id, ${cast}_id, media_id, prompt)
       select gen_random_uuid(), c.id, p.image_media_id, 'Another one'
       from ${cast} c, (select distinct image_media_id from panel join scene on scene.id = scene_id where story_id = $1) p
       where c.story_id = $1`,
    );
  }
  await run(
    `insert into take (id, panel_id, kind, source, media_id, prompt, model)
     select gen_random_uuid(), first.id, 'image', 'generated', each.image_media_id, $2, 'Demo studio'
     from panel first join scene on scene.id = first.scene_id and scene_number = 1 and panel_number = 1,
       panel each join scene s on s.id = each.scene_id
     where scene.story_id = $1 and s.story_id = $1 and each.id <> first.id limit 11`,
    `${long} ${arabic}`,
  );
  await sql(
    "update user_account set first_name = $2, last_name = $3, bio = $4 where username = $1",
    [username, long, arabic, `${long} ${arabic} `.repeat(2)],
  );
}
