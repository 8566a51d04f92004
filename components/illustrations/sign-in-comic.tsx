import { Panel, palette, Rays } from "./drawing-parts";

/**
 * A page of a comic beside the sign-in forms: night watch, a look, a rocket, a storm. Its last
 * panel is a bang on /login and still empty on /register (`last="yours"`).
 */
export function SignInComic({ last = "bang" }: { last?: "bang" | "yours" }) {
  return (
    <Panel
      id="cp"
      width={480}
      height={640}
      background={palette.paper}
      frame="M5 9L474 4L476 632L8 636Z"
    >
      <defs>
        <clipPath id="cp-1">
          <path d={panels.city} />
        </clipPath>
        <clipPath id="cp-2">
          <path d={panels.eyes} />
        </clipPath>
        <clipPath id="cp-3">
          <path d={panels.rocket} />
        </clipPath>
        <clipPath id="cp-4">
          <path d={panels.storm} />
        </clipPath>
        <clipPath id="cp-5">
          <path d={panels.last} />
        </clipPath>
      </defs>
      <City />
      <Eyes />
      <Rocket />
      <Storm />
      {last === "bang" ? <Bang /> : <Yours />}
    </Panel>
  );
}

const panels = {
  city: "M24 26L456 22L456 214L24 244Z",
  eyes: "M24 260L262 243L226 426L24 426Z",
  rocket: "M280 242L456 230L456 426L244 426Z",
  storm: "M24 444L272 444L306 616L24 616Z",
  last: "M290 444L456 444L456 614L324 616Z",
} as const;

function City() {
  return (
    <>
      <g clipPath="url(#cp-1)">
        <path d="M0 0H480V260H0Z" fill={palette.night} stroke="none" />
        <circle cx="330" cy="104" r="72" fill={palette.yellow} />
        <path
          d="M290 78C298 70 310 70 314 78C306 86 296 88 290 78ZM346 130C356 122 372 126 374 138C364 146 350 144 346 130ZM352 66A8 7 0 1 0 353 66Z"
          fill={palette.orange}
          stroke="none"
          opacity=".7"
        />
        <g fill={palette.paper} stroke="none">
          <circle cx="60" cy="60" r="2.5" />
          <circle cx="178" cy="34" r="2" />
          <circle cx="150" cy="92" r="2.5" />
          <circle cx="200" cy="50" r="2" />
          <circle cx="232" cy="110" r="2" />
          <circle cx="430" cy="56" r="2.5" />
          <circle cx="84" cy="120" r="2" />
        </g>
        <path
          d="M0 250V150H40V128H74V168H96V138H132V182H168V158H206V198H236V176H282V206H318V190H352V166H396V196H424V152H480V250Z"
          fill={palette.blue}
        />
        <path
          d="M0 250V150H40V128H74V168H96V138H132V182H168V158H206V198H236V176H282V206H318V190H352V166H396V196H424V152H480V250Z"
          fill="url(#cp-fine)"
          stroke="none"
          opacity=".7"
        />
        <path d="M0 260V196H58V212H104V198H118V184H158V206H250V220H480V260Z" fill={palette.ink} />
        <g fill={palette.yellow} stroke="none">
          <path d="M14 208H22V220H14ZM32 208H40V220H32ZM130 194H138V206H130ZM108 138" />
          <path d="M106 148H112V156H106ZM118 148H124V156H118ZM50 138H56V146H50ZM180 168H186V176H180ZM436 164H442V172H436ZM450 164H456V172H450ZM364 178H370V186H364ZM250 188H256V196H250Z" />
        </g>
        {/* the watch */}
        <path
          d="M256 222L262 176C250 160 252 146 262 140C286 150 340 148 384 122C372 158 352 190 330 200C340 206 350 206 358 204C344 220 300 226 284 206L280 222Z"
          fill={palette.ink}
          stroke="none"
        />
        <path
          d="M292 152C320 154 350 146 372 134C358 166 338 188 312 196"
          stroke={palette.red}
          strokeWidth="6"
        />
        <circle cx="262" cy="126" r="15" fill={palette.ink} stroke="none" />
        <path d="M250 127H266" stroke={palette.yellow} strokeWidth="3" />
        <path
          d="M250 118C256 106 274 106 280 116C294 118 304 112 314 104C310 122 296 132 278 132L264 124Z"
          fill={palette.ink}
          stroke="none"
        />
      </g>
      <path d={panels.city} />
      <path d="M40 42L150 40L150 66L40 68Z" fill={palette.yellow} strokeWidth="3" />
      <Words x={95} y={61} size={20}>
        MEANWHILE...
      </Words>
    </>
  );
}

function Eyes() {
  return (
    <>
      <g clipPath="url(#cp-2)">
        <path d="M0 240H290V440H0Z" fill={palette.red} stroke="none" />
        <Rays x={120} y={330} count={36} radius={260} fill="#a91d16" />
        <path
          d="M-10 310C50 262 96 276 124 296C152 270 206 262 262 290L250 380C200 394 160 380 134 352C128 346 120 346 114 352C82 388 20 388 -10 366Z"
          fill={palette.ink}
          stroke={palette.paper}
          strokeWidth="4"
        />
        <path d="M26 330C46 304 84 306 104 332C84 354 46 354 26 330Z" fill={palette.paper} />
        <path d="M142 328C160 302 206 298 226 322C208 346 162 352 142 328Z" fill={palette.paper} />
        <circle cx="76" cy="329" r="14" fill={palette.green} />
        <circle cx="192" cy="323" r="14" fill={palette.green} />
        <circle cx="78" cy="329" r="6" fill={palette.ink} stroke="none" />
        <circle cx="194" cy="323" r="6" fill={palette.ink} stroke="none" />
        <circle cx="82" cy="324" r="3.5" fill={palette.paper} stroke="none" />
        <circle cx="198" cy="318" r="3.5" fill={palette.paper} stroke="none" />
        <path d="M20 316C44 290 88 292 108 322M138 318C158 286 212 284 232 308" strokeWidth="7" />
        <path
          d="M16 284C44 264 78 268 100 284M144 280C166 260 200 258 224 268"
          strokeWidth="9"
          stroke={palette.paper}
        />
      </g>
      <path d={panels.eyes} />
    </>
  );
}

function Rocket() {
  return (
    <>
      <g clipPath="url(#cp-3)">
        <path d="M230 220H480V440H230Z" fill={palette.sky} stroke="none" />
        <path d="M230 330H480V440H230Z" fill="url(#cp-dots)" stroke="none" opacity=".3" />
        <circle cx="424" cy="404" r="66" fill={palette.orange} />
        <path
          d="M364 380C396 372 450 372 486 384M360 412C396 402 450 404 488 416"
          strokeWidth="3"
        />
        <path d="M340 428C350 404 470 360 490 366" strokeWidth="12" />
        <path d="M340 428C350 404 470 360 490 366" stroke={palette.yellow} strokeWidth="5" />
        {/* trail */}
        <path
          d="M256 446C262 410 280 372 306 340L330 362C304 384 288 414 290 446Z"
          fill={palette.paper}
        />
        <path d="M276 424C282 402 296 382 312 364" strokeWidth="3" />
        <g transform="rotate(42 350 300)">
          <path d="M338 344L350 386L362 344Z" fill={palette.red} />
          <path d="M344 344L350 366L356 344Z" fill={palette.yellow} strokeWidth="2" />
          <path d="M330 318L312 350L334 342ZM370 318L388 350L366 342Z" fill={palette.red} />
          <path
            d="M350 238C374 262 378 308 366 344H334C322 308 326 262 350 238Z"
            fill={palette.paper}
          />
          <path
            d="M350 238C362 250 368 262 371 274H329C332 262 338 250 350 238Z"
            fill={palette.red}
          />
          <circle cx="350" cy="298" r="13" fill={palette.blue} />
          <path d="M343 295C345 291 348 289 352 289" stroke={palette.paper} strokeWidth="3" />
        </g>
        <path
          d="M430 252L434 262L444 266L434 270L430 280L426 270L416 266L426 262ZM300 262L303 269L310 272L303 275L300 282L297 275L290 272L297 269Z"
          fill={palette.yellow}
          strokeWidth="2.5"
        />
      </g>
      <path d={panels.rocket} />
    </>
  );
}

function Storm() {
  return (
    <>
      <g clipPath="url(#cp-4)">
        <path d="M0 430H320V630H0Z" fill={palette.yellow} stroke="none" />
        <path d="M0 430H320V520H0Z" fill="url(#cp-dots)" stroke="none" opacity=".25" />
        {/* lighthouse */}
        <path d="M196 640C196 604 214 578 250 574C290 576 316 600 320 640Z" fill={palette.ink} />
        <path d="M236 580L243 492H265L272 580Z" fill={palette.paper} />
        <path
          d="M241 516L267 514L268.5 534L239.5 536ZM238 556L270.5 554L272 574L236.5 576Z"
          fill={palette.red}
          strokeWidth="3"
        />
        <path d="M240 476H268V492H240Z" fill={palette.yellow} />
        <path d="M236 476L254 458L272 476Z" fill={palette.red} />
        <path d="M240 484L0 440V514Z" fill={palette.paper} stroke="none" opacity=".75" />
        {/* sea */}
        <path
          d="M0 566C30 540 56 540 76 560C96 536 132 532 152 560C172 548 196 552 212 572C240 560 280 566 330 590V640H0Z"
          fill={palette.blue}
        />
        <path
          d="M0 566C30 540 56 540 76 560C96 536 132 532 152 560C172 548 196 552 212 572C240 560 280 566 330 590V640H0Z"
          fill="url(#cp-fine)"
          stroke="none"
          opacity=".5"
        />
        {/* a small boat on the big wave */}
        <path
          d="M84 538L146 528C144 546 134 556 118 558C100 560 88 552 84 538Z"
          fill={palette.red}
        />
        <path d="M112 534L104 476L144 526Z" fill={palette.paper} />
        <path
          d="M0 606C26 584 54 584 78 602C104 582 140 584 160 604C186 590 220 594 244 612C270 600 300 606 330 620V650H0Z"
          fill={palette.sky}
        />
        <path
          d="M20 606C30 600 40 598 50 600M104 604C116 598 128 598 138 602M196 608C206 604 216 604 226 608"
          stroke={palette.paper}
        />
        <path
          d="M36 470C42 464 50 464 54 472C58 464 66 464 72 468M92 462C96 458 102 458 104 462C108 458 112 458 116 460"
          strokeWidth="3"
        />
      </g>
      <path d={panels.storm} />
    </>
  );
}

function Bang() {
  return (
    <>
      <g clipPath="url(#cp-5)">
        <path d="M280 430H480V630H280Z" fill={palette.green} stroke="none" />
        <path d="M280 430H480V630H280Z" fill="url(#cp-dots)" stroke="none" opacity=".35" />
      </g>
      <path d={panels.last} />
      <path
        d="M384 452L398 484L428 464L424 498L466 496L438 524L468 548L430 554L438 592L406 574L392 606L374 574L340 592L348 556L306 552L338 526L304 500L346 498L338 466L370 486Z"
        fill={palette.ink}
        stroke="none"
        transform="translate(6 6)"
      />
      <path
        d="M384 452L398 484L428 464L424 498L466 496L438 524L468 548L430 554L438 592L406 574L392 606L374 574L340 592L348 556L306 552L338 526L304 500L346 498L338 466L370 486Z"
        fill={palette.yellow}
      />
      <g transform="rotate(-9 386 528)">
        <Words x={384} y={541} size={41} fill={palette.red}>
          WHAM!
        </Words>
      </g>
    </>
  );
}

function Yours() {
  return (
    <>
      <path d="M290 444L456 444L456 614L324 616Z" stroke={palette.shade} strokeDasharray="3 10" />
      <path
        d="M316 572C340 540 372 540 392 562C410 546 436 548 448 560"
        stroke={palette.shade}
        strokeDasharray="3 10"
      />
      <path
        d="M380 462C424 460 450 474 450 498C450 522 424 534 392 535L362 560L366 533C334 530 312 518 312 498C312 476 338 463 380 462Z"
        fill={palette.yellow}
      />
      <Words x={381} y={508} size={27}>
        YOUR TURN!
      </Words>
      <g transform="rotate(32 420 580)">
        <path d="M414 506H428L426 580H416Z" fill={palette.red} />
        <path d="M412 580H430L431 594H411Z" fill={palette.shade} strokeWidth="3" />
        <path
          d="M411 594H431C434 608 428 620 420 632C414 620 408 608 411 594Z"
          fill={palette.ink}
          strokeWidth="2"
        />
      </g>
    </>
  );
}

function Words({
  x,
  y,
  size,
  fill = palette.ink,
  children,
}: {
  x: number;
  y: number;
  size: number;
  fill?: string;
  children: string;
}) {
  return (
    <text
      x={x}
      y={y}
      textAnchor="middle"
      fontFamily="var(--font-display)"
      fontSize={size}
      letterSpacing="1"
      fill={fill}
      stroke="none"
    >
      {children}
    </text>
  );
}
