import { Panel, palette, Rays, Tube } from "./drawing-parts";

/** A hero whose speech bubble has broken in two: the error page. */
export function BrokenBubble() {
  const lettering = {
    fill: palette.ink,
    stroke: "none",
    fontFamily: "var(--font-display)",
    fontSize: 56,
    textAnchor: "middle",
  } as const;
  return (
    <Panel id="bb" background={palette.yellow}>
      <Rays x={200} y={190} fill={palette.orange} count={22} />
      <path d="M0 170H400V300H0Z" fill="url(#bb-dots)" stroke="none" opacity=".28" />

      {/* cape and body */}
      <path
        d="M104 306C106 262 132 236 168 226L232 226C268 236 294 262 298 306Z"
        fill={palette.red}
      />
      <path d="M120 306C124 276 138 258 154 250M282 306C278 276 264 258 248 250" strokeWidth="3" />
      <path
        d="M150 306C148 266 164 240 186 234L214 234C238 240 252 266 250 306Z"
        fill={palette.blue}
      />
      <path d="M200 258L218 270L200 290L182 270Z" fill={palette.yellow} strokeWidth="3" />

      {/* arms: one scratches the head, one holds a shard */}
      <Tube d="M246 268C286 268 300 222 272 176" fill={palette.blue} width={24} />
      <path
        d="M282 186C290 170 280 152 266 148C258 146 248 150 246 156C252 158 256 162 254 168C252 178 268 194 282 186Z"
        fill={palette.red}
      />
      <Tube d="M154 268C122 276 104 250 104 216" fill={palette.blue} width={24} />

      {/* head */}
      <path d="M186 214H214V238C206 246 194 246 186 238Z" fill={palette.skin} strokeWidth="3" />
      <path
        d="M156 150C154 118 174 100 201 100C228 100 247 118 245 150C244 190 224 222 200 222C177 222 157 190 156 150Z"
        fill={palette.skin}
      />
      <path
        d="M158 158C144 120 166 84 204 86C240 84 260 116 244 158C242 142 238 132 230 124C222 132 208 132 198 126C204 138 196 144 190 142C194 136 190 130 182 124C168 130 160 142 158 158Z"
        fill={palette.ink}
      />
      <path
        d="M156 154C168 144 188 146 200 152C212 146 232 144 245 154C246 170 234 180 220 178C210 177 205 170 200 168C195 170 190 177 181 178C166 180 155 170 156 154Z"
        fill={palette.red}
        strokeWidth="3"
      />
      <ellipse cx="181" cy="163" rx="11" ry="9" fill={palette.paper} strokeWidth="3" />
      <ellipse cx="220" cy="163" rx="11" ry="9" fill={palette.paper} strokeWidth="3" />
      <circle cx="182" cy="158" r="3.6" fill={palette.ink} stroke="none" />
      <circle cx="221" cy="158" r="3.6" fill={palette.ink} stroke="none" />
      <path d="M184 202C192 193 208 193 216 203" strokeWidth="3.5" />
      <path d="M198 186C203 187 206 186 207 183" strokeWidth="2.5" />

      {/* shard in the left hand */}
      <path d="M60 190L112 168L128 206L92 220Z" fill={palette.paper} />
      <path d="M72 194L104 181M80 206L108 195" strokeWidth="2.5" />
      <path
        d="M92 226C84 218 86 204 96 202C100 196 112 198 114 206C122 210 120 226 110 230C104 232 96 232 92 226Z"
        fill={palette.red}
      />

      {/* the bubble, in two */}
      <path
        d="M196 14C120 8 70 28 68 56C66 84 112 98 150 97L158 118L176 96L192 95L204 78L190 62L212 44L196 30Z"
        fill={palette.paper}
      />
      <text x="136" y="75" {...lettering}>
        OO
      </text>
      <g transform="rotate(13 280 60) translate(12 6)">
        <path
          d="M232 14C300 10 346 26 346 54C346 84 292 96 232 94L240 78L224 62L246 44L228 30Z"
          fill={palette.paper}
        />
        <text x="292" y="74" {...lettering}>
          PS
        </text>
      </g>
      <path d="M214 104L226 112L216 118Z" fill={palette.paper} strokeWidth="3" />
      <path d="M232 118L246 116L240 128Z" fill={palette.paper} strokeWidth="3" />

      {/* a drop of sweat */}
      <path
        d="M318 168C328 182 330 190 322 194C313 197 308 188 318 168Z"
        fill={palette.sky}
        strokeWidth="3"
      />
    </Panel>
  );
}
