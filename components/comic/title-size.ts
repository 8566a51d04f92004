/** Classes of a story's title over its page: a long one leaves room for what is below it. */
export const titleSize = (title: string) =>
  title.length > 60 ? "text-2xl leading-tight" : "text-3xl md:text-4xl";
