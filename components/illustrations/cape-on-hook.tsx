import { Panel, palette } from "./drawing-parts";

/** Cape, mask and boots without their owner: an unknown person. */
export function CapeOnHook() {
  return (
    <Panel id="ch" background={palette.green}>
      <path d="M0 0H400V300H0Z" fill="url(#ch-dots)" stroke="none" opacity=".3" />
      {/* an empty spotlight */}
      <path d="M120 0H280L340 300H60Z" fill={palette.yellow} stroke="none" opacity=".85" />
      <path d="M0 252H400V300H0Z" fill={palette.wood} />
      <path d="M0 252H400" />
      <path d="M30 272H110M250 284H360" strokeWidth="2.5" />
      <ellipse
        cx="200"
        cy="268"
        rx="118"
        ry="16"
        fill={palette.yellow}
        stroke="none"
        opacity=".6"
      />
      {/* rail */}
      <path d="M58 52L342 48V74L58 78Z" fill={palette.wood} />
      <path d="M76 62H130M210 60H300" strokeWidth="2" />
      {/* hooks */}
      <g strokeWidth="6">
        <path d="M128 66C128 84 144 84 144 72" />
        <path d="M222 64C222 82 238 82 238 70" />
        <path d="M302 62C302 80 318 80 318 68" />
      </g>
      {/* cape */}
      <path
        d="M118 88C126 80 146 80 156 88C172 118 182 168 188 224C176 216 168 218 162 230C154 218 142 218 134 232C126 218 112 220 104 230C100 220 92 218 84 222C94 168 104 118 118 88Z"
        fill={palette.red}
      />
      <path
        d="M118 88C128 98 146 98 156 88L158 100C146 110 128 110 115 100Z"
        fill={palette.yellow}
      />
      <path
        d="M124 120C118 156 112 190 106 214M138 120C138 156 136 190 134 218M150 120C156 156 160 190 162 214"
        strokeWidth="3"
      />
      {/* mask, by its ribbon */}
      <path d="M202 118C206 96 218 80 230 80C242 80 254 96 258 118" strokeWidth="3" />
      <path
        d="M196 112C208 104 222 108 230 114C238 108 252 104 264 112C266 128 254 138 242 136C236 135 233 128 230 126C227 128 224 135 218 136C206 138 194 128 196 112Z"
        fill={palette.ink}
      />
      <ellipse cx="213" cy="121" rx="8" ry="5.5" fill={palette.yellow} strokeWidth="2" />
      <ellipse cx="247" cy="121" rx="8" ry="5.5" fill={palette.yellow} strokeWidth="2" />
      {/* a note on the third hook */}
      <path d="M290 88L336 84L342 142L296 146Z" fill={palette.paper} strokeWidth="3" />
      <path d="M310 68V88" strokeWidth="2.5" />
      <text
        x="317"
        y="134"
        transform="rotate(-5 317 134)"
        textAnchor="middle"
        fontFamily="var(--font-display)"
        fontSize="44"
        fill={palette.red}
        stroke="none"
      >
        ?
      </text>
      {/* boots */}
      <path
        d="M214 196H244V244C256 246 264 252 264 262H212C210 240 214 220 214 196Z"
        fill={palette.blue}
      />
      <path d="M210 190H248V206H210Z" fill={palette.yellow} />
      <path
        d="M262 202L292 198L298 246C310 246 320 252 322 262H270C264 240 264 222 262 202Z"
        fill={palette.blue}
      />
      <path d="M257 198L294 192L297 208L260 213Z" fill={palette.yellow} />
    </Panel>
  );
}
