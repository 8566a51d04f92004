/** A link of the header, as high as a touch target. Callers add its `display`. */
export const headerLink =
  "items-center gap-1.5 rounded-control p-2.5 leading-6 font-bold hover:bg-wash";
