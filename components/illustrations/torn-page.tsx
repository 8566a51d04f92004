import { Panel, palette, Rays } from "./drawing-parts";

/** A comic page torn in two; the hero's legs have walked on without him: the 404 page. */
export function TornPage() {
  return (
    <Panel id="tp" background={palette.sky}>
      <Rays x={200} y={150} fill="#b9e0f5" count={20} />
      <path d="M0 190H400V300H0Z" fill="url(#tp-dots)" stroke="none" opacity=".22" />

      {/* lower half */}
      <g transform="translate(30 6) rotate(6 200 210) scale(.97)">
        <path
          d="M112 168L122 158L136 170L150 156L166 168L180 158L196 172L210 160L226 170L240 156L256 168L272 158L290 168V272H112Z"
          fill={palette.ink}
          transform="translate(7 7)"
          stroke="none"
        />
        <path
          d="M112 168L122 158L136 170L150 156L166 168L180 158L196 172L210 160L226 170L240 156L256 168L272 158L290 168V272H112Z"
          fill={palette.paper}
        />
        <path
          d="M122 172L136 177L150 164L166 176L180 166L196 180L210 168L226 178L240 164L256 176L272 166L280 172V214H122Z"
          fill={palette.yellow}
          strokeWidth="3"
        />
        {/* legs, running the other way */}
        <path
          d="M190 174L218 172C220 182 214 188 204 190L206 200L190 202L184 190L168 196L158 188L160 182L180 184C186 182 190 178 190 174Z"
          fill={palette.blue}
          strokeWidth="3"
        />
        <path
          d="M188 200L208 198L210 210H180C178 206 182 203 188 202Z"
          fill={palette.red}
          strokeWidth="3"
        />
        <path
          d="M170 184L158 200L152 204C146 204 144 198 148 194L158 180Z"
          fill={palette.red}
          strokeWidth="3"
        />
        <path d="M232 188H258M236 197H252M230 206H264" strokeWidth="2.5" />
        <path d="M122 222H194V264H122Z" fill={palette.red} strokeWidth="3" />
        <path d="M140 264C142 240 174 240 178 264Z" fill={palette.ink} stroke="none" />
        <path d="M202 222H280V264H202Z" fill={palette.cream} strokeWidth="3" />
        <path
          d="M214 236C214 228 268 228 268 238C268 248 240 248 232 247L222 256L224 246C217 244 214 242 214 236Z"
          fill={palette.paper}
          strokeWidth="2.5"
        />
        <path d="M226 238H256" strokeWidth="2.5" />
      </g>

      {/* upper half */}
      <g transform="translate(-12 6) rotate(-5 200 80) scale(.97)">
        <path
          d="M108 16H288V150L272 140L256 152L240 138L226 152L210 142L196 154L180 140L166 150L150 138L136 152L122 140L108 150Z"
          fill={palette.ink}
          transform="translate(7 7)"
          stroke="none"
        />
        <path
          d="M108 16H288V150L272 140L256 152L240 138L226 152L210 142L196 154L180 140L166 150L150 138L136 152L122 140L108 150Z"
          fill={palette.paper}
        />
        <path d="M118 26H190V72H118Z" fill={palette.night} strokeWidth="3" />
        <circle cx="170" cy="42" r="9" fill={palette.yellow} stroke="none" />
        <path
          d="M118 72V56H128V48H138V60H148V52H160V64H170V56H180V66H190V72Z"
          fill={palette.ink}
          stroke="none"
        />
        <path d="M198 26H278V72H198Z" fill={palette.red} strokeWidth="3" />
        <path
          d="M238 30L244 40L256 34L253 46L268 48L256 55L264 66L248 61L242 70L236 60L222 66L228 55L212 52L226 46L218 34L232 40Z"
          fill={palette.yellow}
          strokeWidth="2.5"
        />
        <path
          d="M118 80H278V138L272 132L256 143L240 129L226 143L210 133L196 145L180 131L166 141L150 129L136 143L122 131L118 134Z"
          fill={palette.yellow}
          strokeWidth="3"
        />
        {/* the half that noticed: cape, arms, head */}
        <path
          d="M194 106C170 100 154 110 130 104C138 116 134 124 142 131C158 128 172 132 184 128Z"
          fill={palette.red}
          strokeWidth="3"
        />
        <path
          d="M186 137L190 108C196 102 212 102 216 108L220 134L210 133L196 144Z"
          fill={palette.blue}
          strokeWidth="3"
        />
        <path d="M192 110L172 122L178 128L196 120Z" fill={palette.blue} strokeWidth="3" />
        <path
          d="M214 110L236 118L240 108L246 112L242 126L216 122Z"
          fill={palette.blue}
          strokeWidth="3"
        />
        <circle cx="204" cy="94" r="12" fill={palette.skin} strokeWidth="3" />
        <path
          d="M192 92C194 80 214 80 216 92C208 88 200 88 192 92Z"
          fill={palette.ink}
          strokeWidth="2"
        />
        <path d="M196 95H213" stroke={palette.red} strokeWidth="6" />
        <circle cx="201" cy="95" r="1.8" fill={palette.paper} stroke="none" />
        <circle cx="209" cy="95" r="1.8" fill={palette.paper} stroke="none" />
        <path d="M202 101H208" strokeWidth="2" />
        <path
          d="M228 82C228 78 236 74 240 80C244 86 234 88 235 94M235 100V100.5"
          strokeWidth="3.5"
        />
      </g>

      {/* shreds */}
      <path
        d="M62 176L78 170L74 186Z M330 92L346 98L334 106Z M88 232L100 236L90 244Z"
        fill={palette.paper}
        strokeWidth="3"
      />
    </Panel>
  );
}
