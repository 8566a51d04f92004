import { Panel, palette, Rays } from "./drawing-parts";

/** A brush draws the first line on an empty page: a new story. */
export function FirstStroke() {
  return (
    <Panel
      id="fs"
      background={palette.yellow}
      over={
        <g transform="rotate(38 300 40)">
          {/* the brush, too big for its panel */}
          <path d="M289 -36C296 -44 304 -44 311 -36L310 64H290Z" fill={palette.red} />
          <path d="M297 -26L296 50" stroke={palette.paper} strokeWidth="3" opacity=".7" />
          <path d="M286 64H314L316 92H284Z" fill={palette.shade} />
          <path d="M285 73H315M285 82H315" strokeWidth="2.5" />
          <path
            d="M284 92H316C322 116 314 138 298 162C286 140 278 116 284 92Z"
            fill={palette.ink}
          />
          <path
            d="M294 100C290 112 292 124 296 136"
            stroke={palette.paper}
            strokeWidth="2.5"
            opacity=".8"
          />
        </g>
      }
    >
      <Rays x={196} y={176} fill="#ffe07a" count={18} />
      <path d="M0 200H400V300H0Z" fill="url(#fs-dots)" stroke="none" opacity=".2" />
      {/* page */}
      <path
        d="M66 74L300 54L330 272L90 290Z"
        fill={palette.ink}
        stroke="none"
        transform="translate(9 9)"
      />
      <path d="M66 74L300 54L330 272L90 290Z" fill={palette.paper} />
      <g stroke={palette.shade} strokeWidth="3" strokeDasharray="2 9">
        <path d="M84 190L190 182L198 270L96 278Z" />
        <path d="M204 181L306 173L315 261L212 269Z" />
      </g>
      {/* the first panel is being inked */}
      <path d="M222 80L82 92L92 178L300 162L294 120" strokeWidth="6" />
      <path
        d="M108 158C112 128 128 112 146 122C160 130 150 152 136 146C122 138 148 108 174 116C192 122 186 144 178 150C196 134 214 126 222 140"
        strokeWidth="8"
      />
      {/* splashes */}
      <g fill={palette.ink} stroke="none">
        <circle cx="246" cy="132" r="4" />
        <circle cx="256" cy="146" r="2.5" />
        <circle cx="238" cy="154" r="3" />
        <circle cx="262" cy="120" r="2" />
        <path d="M36 214C44 206 58 210 58 220C66 222 66 234 56 236C50 246 34 242 34 232C26 228 28 216 36 214Z" />
        <circle cx="70" cy="214" r="3" />
        <circle cx="28" cy="248" r="4" />
      </g>
      <path d="M42 222C46 219 50 220 52 223" stroke={palette.paper} strokeWidth="2.5" />
    </Panel>
  );
}
