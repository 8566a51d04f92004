type Context = { kind?: string; tags?: string[]; softTags?: string[]; cacheControl?: object };

export default class PageCache {
  get(key: string, context: Context): Promise<{ value: unknown; lastModified: number } | null>;
  set(key: string, value: unknown, context: Context): Promise<void>;
  revalidateTag(tags: string | string[]): Promise<void>;
}
