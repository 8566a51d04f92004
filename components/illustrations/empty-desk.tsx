import { Panel, palette, Tube } from "./drawing-parts";

/** A desk with an untouched page under the lamp: the empty feed. */
export function EmptyDesk() {
  return (
    <Panel
      id="et"
      background={palette.blue}
      over={
        <>
          {/* the lamp leans in over the frame */}
          <path d="M44 262V118L116 52" strokeWidth="10" stroke="var(--color-ink)" />
          <path d="M44 262V118L116 52" strokeWidth="5" stroke={palette.red} />
          <circle cx="44" cy="118" r="7" fill={palette.yellow} strokeWidth="3" />
          <path d="M98 40L136 30L158 78C136 92 112 94 92 84Z" fill={palette.red} />
          <path d="M92 84C112 94 136 92 158 78" strokeWidth="6" stroke={palette.yellow} />
          <path d="M92 84C112 94 136 92 158 78" strokeWidth="2" transform="translate(1 4)" />
        </>
      }
    >
      <path d="M0 0H400V130H0Z" fill="url(#et-dots)" stroke="none" opacity=".4" />
      {/* night window */}
      <path d="M268 26H372V122H268Z" fill={palette.night} />
      <path
        d="M334 44C318 46 314 68 330 76C316 82 298 72 300 56C302 42 320 36 334 44Z"
        fill={palette.yellow}
        stroke="none"
      />
      <path
        d="M268 122V104H282V92H298V108H314V96H328V110H344V88H358V100H372V122Z"
        fill={palette.ink}
        stroke="none"
      />
      <path d="M320 26V122M262 122H378" />
      {/* light */}
      <path d="M94 86L20 300H330L158 80Z" fill={palette.yellow} stroke="none" opacity=".5" />
      {/* floor */}
      <path d="M0 262H400V300H0Z" fill={palette.wood} />
      <path d="M60 280H140M220 288H330" strokeWidth="2.5" />
      {/* desk */}
      <Tube d="M128 232L104 300M292 232L318 300" fill={palette.wood} width={10} />
      <path d="M134 118L292 118L338 244L88 244Z" fill={palette.wood} />
      <path d="M88 244L338 244L338 256L88 256Z" fill={palette.orange} />
      {/* page */}
      <path d="M152 130L274 130L302 232L124 232Z" fill={palette.paper} />
      <g stroke="#5aa7d6" strokeWidth="2.5">
        <path d="M162 139L210 139L208 178L152 178Z" />
        <path d="M218 139L266 139L275 178L217 178Z" />
        <path d="M150 186L278 186L288 223L139 223Z" />
        <path
          d="M176 205C186 194 204 194 212 206M228 204L258 204M230 212L250 212"
          strokeDasharray="5 5"
          strokeWidth="2"
        />
      </g>
      {/* pencil, ready */}
      <path d="M254 236L316 196L322 204L262 246L250 248Z" fill={palette.yellow} strokeWidth="3" />
      <path d="M250 248L254 236L262 246Z" fill={palette.skin} strokeWidth="3" />
      <path d="M316 196L324 191L330 199L322 204Z" fill={palette.red} strokeWidth="3" />
      {/* ink and brushes on a stand */}
      <path d="M338 232H394V262H338Z" fill={palette.wood} />
      <path
        d="M346 232V210C346 206 350 204 352 204V198H366V204C370 204 372 206 372 210V232Z"
        fill={palette.ink}
      />
      <path d="M352 216H366V226H352Z" fill={palette.paper} stroke="none" />
      <path d="M380 232L384 160M388 232L396 172" strokeWidth="4" />
      <path
        d="M384 160C378 152 382 140 387 132C390 142 392 154 384 160Z"
        fill={palette.ink}
        strokeWidth="2"
      />
      {/* crumpled ideas */}
      <path
        d="M150 282C146 274 154 266 162 268C168 262 180 268 178 276C182 284 172 292 164 288C158 292 150 290 150 282Z"
        fill={palette.paper}
        strokeWidth="3"
      />
      <path d="M158 278L166 274L170 282" strokeWidth="2" />
      <path
        d="M204 290C202 284 208 280 214 282C220 278 226 284 224 290C222 297 206 297 204 290Z"
        fill={palette.paper}
        strokeWidth="3"
      />
    </Panel>
  );
}
