/** Font-size classes of a story's title: a long title leaves room for the content below. */
export const titleSize = (title: string) =>
  title.length > 60 ? "text-2xl leading-tight" : "text-3xl md:text-4xl";
