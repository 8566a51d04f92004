import type { Client } from "pg";

/** Kept numbers and the rows that they count; each statement answers how many differ. */
const comparisons: [what: string, sql: string][] = [
  [
    "stories in the feed",
    `SELECT count(*) FROM total t WHERE key = 'feed' AND count <> (
      SELECT count(*) FROM story WHERE status = 'published' AND rating <> 'mature')`,
  ],
  [
    "stories of each tag",
    `SELECT count(*) FROM (SELECT 'tag:' || g.tag AS key, count(*) AS n FROM story_tag g JOIN story s ON s.id = g.story_id
      WHERE s.status = 'published' AND s.rating <> 'mature' GROUP BY g.tag) r
      FULL JOIN (SELECT * FROM total WHERE key LIKE 'tag:%' AND count > 0) t USING (key) WHERE t.count IS DISTINCT FROM r.n`,
  ],
  [
    "likes and remixes of each story",
    `SELECT count(*) FROM story_stat st
      LEFT JOIN (SELECT story_id, count(*) AS n FROM story_like GROUP BY 1) l USING (story_id)
      LEFT JOIN (SELECT original_story_id AS story_id, count(*) AS n FROM story GROUP BY 1) r USING (story_id)
      WHERE st.like_count <> coalesce(l.n, 0) OR st.remix_count <> coalesce(r.n, 0)`,
  ],
  [
    "scenes and panels of each story",
    `SELECT count(*) FROM story_size z LEFT JOIN (SELECT c.story_id, count(DISTINCT c.id) AS scenes, count(p.id) AS panels
      FROM scene c LEFT JOIN panel p ON p.scene_id = c.id GROUP BY 1) n USING (story_id)
      WHERE z.scenes <> coalesce(n.scenes, 0) OR z.panels <> coalesce(n.panels, 0)`,
  ],
  [
    "stories, scenes and panels of each author",
    `SELECT count(*) FROM author_stat a LEFT JOIN (SELECT z.author_id AS user_id, count(*) AS stories,
        count(*) FILTER (WHERE s.status = 'published') AS published, sum(z.scenes) AS scenes, sum(z.panels) AS panels,
        count(*) FILTER (WHERE listed_at(s.published_at, s.rating) IS NOT NULL) AS listed
      FROM story_size z JOIN story s ON s.id = z.story_id GROUP BY 1) n USING (user_id)
      WHERE (a.stories, a.published, a.scenes, a.panels, a.listed_stories) IS DISTINCT FROM
        (coalesce(n.stories, 0), coalesce(n.published, 0), coalesce(n.scenes, 0), coalesce(n.panels, 0), coalesce(n.listed, 0))`,
  ],
  [
    "places in 'popular'",
    `SELECT count(*) FROM story_rank r FULL JOIN (
        SELECT id AS story_id, author_id FROM story WHERE listed_at(published_at, rating) IS NOT NULL) s USING (story_id)
      WHERE r.author_id IS DISTINCT FROM s.author_id`,
  ],
  [
    "what is by hand",
    `SELECT count(*) FROM story s JOIN (SELECT story_id, made_by_hand FROM story_rank
        UNION ALL SELECT story_id, made_by_hand FROM story_tag) k ON k.story_id = s.id
      WHERE k.made_by_hand <> s.made_by_hand`,
  ],
];

/** How many kept numbers of each kind differ from their rows. */
export async function differences(client: Client): Promise<[what: string, wrong: number][]> {
  const found: [string, number][] = [];
  for (const [what, sql] of comparisons) {
    const { rows } = await client.query<{ count: string }>(sql);
    found.push([what, Number(rows[0]?.count)]);
  }
  return found;
}
