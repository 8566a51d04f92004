import { Panel, palette } from "./drawing-parts";

/** An inkwell tipped over a page, whose text cannot be read: corrupt data. */
export function SpiltInk() {
  return (
    <Panel id="si" background={palette.orange}>
      <path d="M0 0H400V120H0Z" fill="url(#si-dots)" stroke="none" opacity=".25" />
      {/* desk */}
      <path d="M-10 108L410 92V310H-10Z" fill={palette.wood} />
      <path d="M-10 108L410 92" />
      <path d="M20 150C90 144 130 148 180 142M250 280C310 272 360 276 396 270" strokeWidth="2.5" />
      {/* page */}
      <g transform="rotate(-7 190 190)">
        <path d="M70 88H300V298H70Z" fill={palette.ink} stroke="none" transform="translate(9 9)" />
        <path d="M70 88H300V298H70Z" fill={palette.paper} />
        <path d="M84 102H196V178H84Z" fill={palette.sky} strokeWidth="3" />
        <path d="M208 102H286V178H208Z" fill={palette.yellow} strokeWidth="3" />
        <path d="M84 190H160V284H84Z" fill={palette.cream} strokeWidth="3" />
        <path d="M172 190H286V284H172Z" fill={palette.red} strokeWidth="3" />
        {/* a bubble of illegible marks */}
        <path
          d="M96 124C96 108 176 108 176 124C176 140 144 142 134 141L122 154L124 140C108 139 96 136 96 124Z"
          fill={palette.paper}
          strokeWidth="3"
        />
        <path
          d="M108 120L114 128L120 118M128 128V118L138 128M146 119H160M150 128L158 121"
          strokeWidth="2.5"
        />
        {/* a face that the ink has reached */}
        <path
          d="M98 284C98 250 108 232 124 232C140 232 148 252 148 284Z"
          fill={palette.skin}
          strokeWidth="3"
        />
        <circle cx="117" cy="254" r="3" fill={palette.ink} stroke="none" />
        <circle cx="134" cy="254" r="3" fill={palette.ink} stroke="none" />
        <ellipse cx="126" cy="270" rx="5" ry="7" fill={palette.ink} stroke="none" />
      </g>
      {/* the spill */}
      <path
        d="M300 152C268 150 252 166 226 164C198 162 190 178 204 190C216 200 196 208 184 216C170 226 182 244 202 240C222 236 226 252 246 254C270 256 268 236 288 236C306 236 314 222 306 208C298 196 318 190 322 174Z"
        fill={palette.ink}
      />
      <path
        d="M214 176C224 170 236 176 248 172M222 230C236 238 250 232 260 242M290 176C286 184 292 190 288 198"
        stroke={palette.paper}
        strokeWidth="3"
      />
      <g fill={palette.ink} stroke="none">
        <circle cx="166" cy="238" r="6" />
        <circle cx="152" cy="226" r="3.5" />
        <circle cx="214" cy="268" r="5" />
        <circle cx="178" cy="180" r="4" />
        <circle cx="262" cy="274" r="3.5" />
      </g>
      {/* the well, on its side */}
      <g transform="rotate(-16 340 150)">
        <path
          d="M316 122H372C384 122 390 132 390 150C390 168 384 180 372 180H316C324 160 324 142 316 122Z"
          fill={palette.blue}
        />
        <path
          d="M296 132H318C323 144 323 158 318 170H296C290 158 290 144 296 132Z"
          fill={palette.sky}
        />
        <ellipse cx="297" cy="151" rx="7" ry="18" fill={palette.ink} strokeWidth="3" />
        <path d="M340 134H372" stroke={palette.paper} strokeWidth="4" opacity=".8" />
        <path d="M346 148H374V166H346Z" fill={palette.yellow} strokeWidth="3" />
      </g>
      {/* its cork rolls away */}
      <path d="M352 232L372 224L382 244L362 252Z" fill={palette.skin} />
      <path d="M384 262C390 260 394 262 396 268M374 266C378 270 378 274 376 280" strokeWidth="3" />
    </Panel>
  );
}
