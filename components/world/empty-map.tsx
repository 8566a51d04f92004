import { Panel, palette } from "@/components/illustrations/drawing-parts";

/** A map with coasts and a compass, but without locations. */
export function EmptyMap() {
  return (
    <Panel
      id="wm"
      background={palette.orange}
      over={
        <g transform="rotate(32 316 96)">
          {/* an unused pencil */}
          <path d="M304 -20H328V92H304Z" fill={palette.yellow} />
          <path d="M312 -20V92M320 -20V92" strokeWidth="2" />
          <path d="M304 -34C304 -42 328 -42 328 -34V-20H304Z" fill={palette.red} />
          <path d="M304 92H328L316 126Z" fill={palette.skin} />
          <path d="M311 112H321L316 126Z" fill={palette.ink} strokeWidth="2" />
        </g>
      }
    >
      <path d="M0 0H400V300H0Z" fill="url(#wm-dots)" stroke="none" opacity=".25" />
      <path
        d="M52 66L142 44L232 70L334 46L352 246L246 268L156 244L48 268Z"
        fill={palette.ink}
        stroke="none"
        transform="translate(9 9)"
      />
      {/* the folded sheet */}
      <path d="M52 66L142 44L156 244L48 268Z" fill={palette.paper} />
      <path d="M142 44L232 70L246 268L156 244Z" fill={palette.cream} />
      <path d="M232 70L334 46L352 246L246 268Z" fill={palette.paper} />
      {/* land and sea */}
      <path
        d="M60 168C84 150 104 158 124 146C150 130 140 108 168 102C196 96 204 118 226 116C252 114 256 92 284 94C306 96 318 108 338 104L346 180C326 190 306 176 288 190C266 206 250 192 230 206C206 222 190 210 170 220C144 232 120 214 98 226C82 234 66 228 54 232Z"
        fill={palette.green}
        strokeWidth="3"
        opacity=".85"
      />
      <g stroke={palette.blue} strokeWidth="2.5">
        <path d="M70 92C78 86 84 98 92 92C98 88 104 98 112 92M84 112C92 106 98 118 106 112" />
        <path d="M262 238C270 232 276 244 284 238C290 234 296 244 304 238M290 222C298 216 304 228 312 222" />
      </g>
      {/* hills and trees, but nothing built */}
      <g strokeWidth="3">
        <path d="M178 158L196 130L214 158M204 146L216 128L234 156" fill={palette.paper} />
        <path
          d="M284 150V138M284 138C274 138 276 122 284 118C292 122 294 138 284 138ZM304 156V144M304 144C294 144 296 128 304 124C312 128 314 144 304 144Z"
          fill={palette.yellow}
        />
      </g>
      {/* a path from nowhere to nowhere */}
      <path
        d="M84 200C112 182 128 202 152 188C182 170 204 190 228 176C250 164 264 176 280 168"
        stroke={palette.red}
        strokeWidth="4"
        strokeDasharray="3 12"
      />
      {/* a pin without a location */}
      <path
        d="M120 178C104 158 100 148 100 138C100 126 109 118 120 118C131 118 140 126 140 138C140 148 136 158 120 178Z"
        fill={palette.red}
      />
      <circle cx="120" cy="138" r="8" fill={palette.paper} strokeWidth="3" />
      {/* compass */}
      <g transform="translate(92 240)">
        <circle r="22" fill={palette.paper} strokeWidth="3" />
        <path d="M0 -18L6 0L0 18L-6 0Z" fill={palette.red} strokeWidth="2" />
        <path d="M-18 0L0 -6L18 0L0 6Z" fill={palette.ink} strokeWidth="2" opacity=".9" />
      </g>
      <path d="M142 44L156 244M232 70L246 268" strokeWidth="2.5" />
    </Panel>
  );
}
