interface Entry {
  value: unknown;
  lastModified: number;
  cacheControl?: { revalidate?: number | false };
}

interface Context {
  kind?: string;
  tags?: string[];
  fetchCache?: boolean;
}

/** Next's interface of a cache handler, as far as it is used here. */
export default class PageCacheHandler {
  constructor(context: {
    fs: unknown;
    flushToDisk: boolean;
    serverDistDir: string;
    revalidatedTags: string[];
    maxMemoryCacheSize: number;
  });
  get(key: string, context: Context): Promise<Entry | null>;
  set(key: string, data: unknown, context: Context): Promise<void>;
  expire(tags: string[]): Promise<void>;
  revalidateTag(tags: string | string[], durations?: { expire?: number }): Promise<void>;
}
