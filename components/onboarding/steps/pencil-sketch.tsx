/** Subject of an empty frame, sketched in pencil: decoration behind its name. */
type SketchSubject = "look" | "cast" | "places" | "panel";

const sketches: Record<SketchSubject, { box: string; d: string }> = {
  look: {
    box: "0 0 300 180",
    d: "M228 46A26 26 0 1 0 228 47M228 4V12M264 20L258 26M274 48H284M192 20L198 26M0 138C44 96 82 92 122 118C158 140 196 104 232 106C262 108 284 122 300 132M0 164C52 148 96 150 140 160C196 172 246 156 300 158M62 106V74M62 84L48 94M62 84L76 94M62 74L52 60M62 74L72 60",
  },
  cast: {
    box: "0 0 160 100",
    d: "M52 40A17 17 0 1 0 52 41M20 96C20 70 50 70 50 96M102 30A21 21 0 1 0 102 31M60 98C60 62 102 62 102 98M140 44A14 14 0 1 0 140 45M112 96C112 74 140 74 140 96M74 28H76M86 28H88M76 38C79 41 83 41 86 38",
  },
  places: {
    box: "0 0 160 100",
    d: "M16 88H146M34 88V54L62 34L90 54V88M54 88V68H70V88M28 58L62 34L96 58M118 88V66M118 68A16 18 0 1 0 116 68M124 16C130 10 140 12 142 20C150 20 152 30 144 32H126C118 30 118 20 124 16Z",
  },
  panel: {
    box: "0 0 120 160",
    d: "M34 96A15 15 0 1 0 34 97M4 158C4 116 36 116 36 158M100 104A15 15 0 1 0 100 105M70 158C70 122 104 122 104 158M30 62C14 56 14 26 44 22C78 16 108 28 104 46C100 62 70 66 56 64L38 78L42 63Z M40 38H84M44 48H74",
  },
};

export function PencilSketch({ of }: { of: SketchSubject }) {
  const { box, d } = sketches[of];
  return (
    <svg
      className={`absolute inset-0 size-full p-1 opacity-45 ${of === "look" ? "lg:px-0 lg:pt-13" : "lg:px-3 lg:pt-2 lg:pb-7"}`}
      viewBox={box}
      preserveAspectRatio="xMidYMid meet"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeDasharray="1 6"
    >
      <path d={d} />
    </svg>
  );
}
