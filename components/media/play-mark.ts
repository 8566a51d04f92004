/** The play icon over the still of a video. */
export const playMark =
  "absolute inset-0 m-auto size-7 rounded-full border-2 border-[#17130e] bg-[#ffcf33] p-1 text-[#17130e]";
