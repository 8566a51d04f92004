import { Panel, palette } from "./drawing-parts";

/** A cat asleep on an open book of empty pages: a story without scenes. */
export function SleepingCat() {
  return (
    <Panel id="sc" background={palette.red}>
      <path d="M0 0H400V140H0Z" fill="url(#sc-dots)" stroke="none" opacity=".3" />
      <path d="M-10 196C90 176 310 176 410 196V310H-10Z" fill={palette.yellow} />
      <path d="M0 236H400V300H0Z" fill="url(#sc-dots)" stroke="none" opacity=".22" />
      {/* book */}
      <path
        d="M38 262L60 158C104 144 158 148 200 166C242 148 296 144 340 158L362 262C308 246 244 248 200 266C156 248 92 246 38 262Z"
        fill={palette.blue}
      />
      <path
        d="M52 250L72 152C112 142 160 146 200 164C240 146 288 142 328 152L348 250C300 236 242 240 200 258C158 240 100 236 52 250Z"
        fill={palette.paper}
      />
      <path d="M200 164V258" strokeWidth="3" />
      <g stroke={palette.shade} strokeWidth="3">
        <path d="M84 164C104 158 124 157 142 160L138 194C116 190 96 192 78 198Z" />
        <path d="M154 163C168 166 180 170 188 174V206C176 200 164 197 150 195Z" />
        <path d="M75 208C110 196 158 202 188 216V244C152 230 106 226 66 238Z" />
        <path d="M212 174C248 158 284 156 316 164L322 198C286 190 248 194 212 206Z" />
        <path d="M212 216C232 207 252 203 270 202L276 227C252 228 232 234 212 244Z" />
        <path d="M282 202C298 202 312 204 325 208L332 237C318 231 304 229 288 228Z" />
      </g>
      <path d="M206 258L212 292L222 282L232 290L226 256" fill={palette.red} strokeWidth="3" />
      {/* cat */}
      <path
        d="M122 204C112 158 152 118 208 118C262 118 300 152 292 196C288 222 258 232 220 232C176 234 130 232 122 204Z"
        fill={palette.ink}
      />
      <path
        d="M128 214C102 206 90 178 104 158C96 150 96 132 100 122C110 124 120 130 124 138C134 134 146 134 154 138C160 130 168 124 178 122C182 134 182 148 174 158C186 180 174 206 150 214C142 217 134 216 128 214Z"
        fill={palette.ink}
        stroke={palette.paper}
        strokeWidth="3"
      />
      <g stroke={palette.paper} strokeWidth="3">
        <path d="M112 178C116 184 124 184 128 178M148 178C152 184 160 184 164 178" />
        <path d="M133 190H143L138 195Z" fill={palette.red} strokeWidth="1.5" />
        <path
          d="M138 195V200M138 200C134 206 128 205 126 202M138 200C142 206 148 205 150 202"
          strokeWidth="2"
        />
        <path d="M100 190L82 186M101 197L84 200M176 190L194 186M175 197L192 200" strokeWidth="2" />
        <path d="M292 190C296 214 270 226 236 222C212 220 190 222 176 214" />
        <path d="M236 136C262 142 276 160 276 178" strokeWidth="2.5" />
      </g>
      <path
        d="M176 214C160 216 156 226 166 229C176 232 192 232 206 230"
        stroke={palette.ink}
        strokeWidth="14"
      />
      <path d="M168 222C176 224 186 224 200 223" stroke={palette.paper} strokeWidth="2" />
      {/* sleep */}
      <g fill={palette.paper} strokeWidth="3">
        <path d="M196 88H222L206 108H224V116H192L210 96H196Z" />
        <path d="M242 48H276L254 74H278V84H236L258 58H242Z" />
        <path d="M300 14H330L310 36H332V45H296L314 23H300Z" />
      </g>
    </Panel>
  );
}
