import { Panel, palette } from "@/components/illustrations/drawing-parts";

/** An empty stage in a spotlight, with outlines of possible characters. */
export function EmptyCast() {
  return (
    <Panel
      id="wc"
      background={palette.night}
      over={
        <g transform="rotate(-7 330 60)">
          {/* a ticket stuck to the frame */}
          <path
            d="M284 34H376V50A8 8 0 0 0 376 66V82H284V66A8 8 0 0 0 284 50Z"
            fill={palette.yellow}
          />
          <path d="M356 40V76" strokeWidth="2.5" strokeDasharray="3 5" />
          <text
            x="319"
            y="67"
            textAnchor="middle"
            fontFamily="var(--font-display)"
            fontSize="22"
            fill={palette.ink}
            stroke="none"
          >
            ADMIT
          </text>
        </g>
      }
    >
      <path d="M0 0H400V300H0Z" fill="url(#wc-dots)" stroke="none" opacity=".35" />
      {/* the light */}
      <path d="M150 0H236L322 262H78Z" fill={palette.yellow} stroke="none" opacity=".9" />
      <path d="M0 222H400V300H0Z" fill={palette.wood} />
      <path d="M0 222H400M0 248H120M250 262H400M60 278H190" strokeWidth="2.5" />
      <ellipse cx="200" cy="254" rx="124" ry="22" fill={palette.yellow} stroke="none" />
      <path
        d="M92 262C130 280 270 280 308 262"
        strokeWidth="2.5"
        strokeDasharray="2 10"
        opacity=".7"
      />
      {/* curtains */}
      <path d="M0 0H86C92 80 66 170 34 236L0 240Z" fill={palette.red} />
      <path d="M24 0C30 90 22 170 8 236M56 0C58 84 44 166 22 236" strokeWidth="3" />
      <path d="M400 0H330C322 90 344 176 372 236L400 240Z" fill={palette.red} />
      <path d="M384 0C376 90 384 170 394 236M356 0C352 84 362 166 382 236" strokeWidth="3" />
      <path
        d="M0 0H400V30C370 48 340 48 316 30C288 50 258 50 232 30C206 50 176 50 150 30C124 50 96 50 72 30C48 48 20 46 0 30Z"
        fill={palette.red}
      />
      <path d="M0 14H400" stroke={palette.yellow} strokeWidth="5" />
      {/* outlines of future characters */}
      <g stroke={palette.ink} strokeWidth="3.5" strokeDasharray="3 9">
        <path
          d="M200 92C224 92 236 110 234 130C232 148 220 160 200 160C180 160 168 148 166 130C164 110 176 92 200 92Z"
          fill={palette.paper}
          fillOpacity=".75"
        />
        <path
          d="M150 250C150 200 168 172 200 172C232 172 250 200 250 250Z"
          fill={palette.paper}
          fillOpacity=".75"
        />
        <path d="M118 156C132 156 140 166 138 180C136 192 128 198 118 198C108 198 100 192 98 180C96 166 104 156 118 156ZM92 248C92 218 102 206 118 206C130 206 138 214 142 228" />
        <path d="M284 146C298 146 306 157 305 171C304 184 295 191 284 191C272 191 264 184 263 171C262 157 270 146 284 146ZM258 222C262 206 270 199 284 199C302 199 312 214 312 246" />
      </g>
      <text
        x="200"
        y="146"
        textAnchor="middle"
        fontFamily="var(--font-display)"
        fontSize="44"
        fill={palette.red}
        stroke="none"
      >
        ?
      </text>
      {/* a mask left on the boards */}
      <g transform="rotate(12 90 268)">
        <path
          d="M62 258C76 250 88 256 92 262C97 256 110 251 122 260C122 278 110 286 100 282C95 280 94 274 92 273C90 274 88 280 83 282C73 286 62 276 62 258Z"
          fill={palette.ink}
        />
        <ellipse cx="79" cy="268" rx="7" ry="4.5" fill={palette.yellow} strokeWidth="2" />
        <ellipse cx="106" cy="269" rx="7" ry="4.5" fill={palette.yellow} strokeWidth="2" />
      </g>
    </Panel>
  );
}
