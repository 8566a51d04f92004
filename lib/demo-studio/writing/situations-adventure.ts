import { type Situation, situation } from "./situation";

/** Things that happen to people: dangers, finds, chases, journeys. */
export const adventureSituations: readonly Situation[] = [
  situation(
    "heist",
    /\b(?:steal\w*|stole\w*|robs?|robbed|robbery|heist|sneak\w*|burgl\w*|thie\w+|vault|smuggl\w*|pickpocket\w*|break(?:s|ing)? into|broke into)\b/iu,
    {
      open: `A? In, out, home before breakfast. That is the plan.
      A? Count the steps. Count the guards. Breathe.
      A: You remember the plan? / B: I remember that there was one.
      B: Are you sure about this? / A: I was sure yesterday. That has to do.`,
      turn: `A: Easy. Easy. Nobody saw a thing.
      A? Too simple. It's never this simple.
      A: Hold the light still. / B: I am. You're the one who's shaking.
      B: Somebody's coming. / A: Then we've got less time than I'd like.`,
      react: `A? Was that a key in the lock?
      A? Don't move. Don't even think loudly.
      A: That wasn't on the plan. / B: Nothing has been on the plan for ten minutes.
      B: Leave it! / A: Not after all this.`,
      close: `A: Walk. Don't run. Running looks guilty.
      A? By morning everybody will know. By morning I'll be far away.
      A: And we never speak of it. / B: Speak of what?
      B: We got away with it. / A: Don't say that yet.`,
      hook: `By morning somebody will count, and one will be missing.
      It is easier to take a thing than to keep it.
      Nobody notices the empty place. Not yet.`,
      titles: `In, Out, Home by Breakfast
      The Quiet Theft
      Nobody Saw a Thing`,
    },
  ),
  situation(
    "chase",
    /\b(?:chas\w+|flee\w*|fled|escap\w+|run(?:s|ning)? (?:away|from|for|through|across|after)|ran (?:away|from|for|through|after)|hunt(?:s|ed|ing)?|pursu\w+|hid(?:e|es|ing)?|outrun\w*|on the run)\b/iu,
    {
      open: `A? Don't look back. Looking back costs a step.
      A? They're close. I can hear how close.
      A: This way! / B: That's what you said last time!
      B: How many are there? / A: Does it matter? Run!`,
      turn: `A: Not today. Not like this.
      A? Left or right? Left. No. Right!
      A: Jump when I say so. / B: Jump where?
      B: It's a dead end! / A: Then we go up.`,
      react: `A? My legs stopped asking questions a while ago.
      A? Quiet now. Even breathing is too loud.
      A: Are they gone? / B: They're listening, too.
      B: I can't go on. / A: You can. Ten more steps. Then ten more.`,
      close: `A: That was close. That was much too close.
      A? They'll be back. So I'd better be gone.
      A: Next time, we plan first. / B: Next time?
      B: We lost them. / A: For tonight.`,
      hook: `Whoever runs tonight will be looked for tomorrow.
      The footsteps stop. That is worse.
      One street further on, somebody is still counting.`,
      titles: `Ten More Steps
      Don't Look Back
      Run, {A}`,
    },
  ),
  situation(
    "fight",
    /\b(?:fight\w*|fought|attack\w*|battl\w+|duel\w*|wars?|swords?|clash\w*|defend\w*|enem(?:y|ies)|army|ambush\w*|punch\w*|showdown|invad\w+|siege|versus|vs)\b/iu,
    {
      open: `A? Stand still. Let them come to you.
      A: Nobody has to get hurt. I say that only once.
      A: You should have stayed at home. / B: I was about to say the same to you.
      B: Are you ready? / A: No. Let's go.`,
      turn: `A: Is that all?
      A? Left side open. Now!
      A: Behind you! / B: I saw. Thank you anyway.
      B: Give up! / A: I never learned how.`,
      react: `A? I'm still standing. I hadn't expected that.
      A? One more like that and it's over.
      A: Enough? / B: Not nearly.
      B: You're good. / A: I'm tired. It looks similar.`,
      close: `A: It's over. Go home, all of you.
      A? So that's what winning feels like. Heavy.
      A: What was it about, anyway? / B: I've been trying to remember.
      B: This isn't finished. / A: I know.`,
      hook: `The dust settles. The quarrel does not.
      Nobody cheers. Somewhere a second drum begins.
      It is quiet at last, and nobody trusts it.`,
      titles: `Still Standing
      The Second Drum
      {A} Stands`,
    },
  ),
  situation(
    "danger",
    /\b(?:storms?|fire|burn\w*|flood\w*|crash\w*|sink\w*|sank|collaps\w+|trapped|stuck in (?:an?|the)|stranded|shipwreck\w*|(?:fall(?:s|ing)?|fell)(?! in love| asleep)|avalanche|earthquake|explo\w+|danger\w*|volcano|erupt\w*|drown\w*|emergency|alarm)\b/iu,
    {
      open: `A? The sky looks wrong. It has looked wrong all day.
      A: Hold on to something. Anything.
      A: How bad is it? / B: Do you want the truth or the short version?
      B: Tell me it's going to be all right. / A: Tell me first, then I'll tell you.`,
      turn: `A: Hold fast! It'll pass!
      A? Think first. Panic later.
      A: Take my hand! / B: I've got you!
      B: It won't hold! / A: It only has to hold one more minute.`,
      react: `A? It's over me, it's under me, it's everywhere.
      A? Is that all the luck I've got left?
      A: Still there? / B: Still here. Both feet, all ten fingers.
      B: Was that the worst of it? / A: That was the polite part.`,
      close: `A: Still here. Well. That's something.
      A? Next time I'll listen to my knees. They knew.
      A: We made it. / B: Say it again. Slowly.
      B: What's left? / A: You. Me. That's enough to start with.`,
      hook: `When it is quiet again, nothing stands where it stood.
      The worst has passed. It has left something behind.
      Only afterwards do their knees begin to shake.`,
      titles: `The Polite Part
      Hold Fast
      One More Minute`,
    },
  ),
  situation(
    "rescue",
    /\b(?:sav(?:e|es|ed|ing)|rescu\w+|help(?:s|ed|ing)?|heal\w*|protect\w*|frees?|freed|freeing|injur\w+|wounded|cares? for|nurs(?:e|es|ing) (?:it|him|her|them|a|an|the)|bandage\w*|shelter\w*)\b/iu,
    {
      open: `A? Somebody has to. And there's only me.
      A: Don't be afraid. I won't hurt you.
      A: We can't just walk past. / B: No. We never can.
      B: It's too dangerous. / A: That's what makes it urgent.`,
      turn: `A: Easy now. I've got you.
      A? Small breaths. It will trust me. It has to.
      A: On three. One, two … / B: Three!
      B: Why are you doing this? / A: Somebody once did it for me.`,
      react: `A? Please. Just one good sign.
      A? There. It moved!
      A: Will it be all right? / B: Ask me tomorrow. Ask me something easier now.
      B: You're hurt yourself. / A: That can wait.`,
      close: `A: Rest. I'll keep watch.
      A? I came alone. I won't go home alone.
      A: Any time. / B: I hope never again.
      B: I don't know how to thank you. / A: You just did.`,
      hook: `Some debts are a kind of friendship.
      Whoever is carried once learns to carry.
      A small life weighs almost nothing, and it weighs a great deal.`,
      titles: `Somebody Has To
      Almost Nothing
      On Three`,
    },
  ),
  situation(
    "fear",
    /\b(?:monsters?|ghosts?|haunt\w*|afraid|scar(?:ed|y|es)|shadows?|vampires?|zombies?|demons?|nightmares?|terrif\w+|creep\w*|scream\w*|werewol\w+|spooky|frighten\w*|(?:something|somebody|someone) (?:knocks|moves|moved|whispers|answers|waits|stirs|breathes|scratches|watches|follows|is))\b/iu,
    {
      open: `A? It's only the wind. The wind makes noises.
      A? I locked that door. I know I locked that door.
      A: Did you say something? / B: I thought it was you.
      B: Let's go home. / A: One more minute. I want to know.`,
      turn: `A: Who's there?
      A? If I don't move, it isn't real.
      A: Don't turn round. / B: Why do people always say that?
      B: You see it, too, don't you? / A: I was hoping you didn't.`,
      react: `A? It knows my name.
      A? Breathe. In. Out. It's breathing, too.
      A: It isn't angry. / B: How would you know?
      B: Your face is white. / A: You should see yours.`,
      close: `A: So that's what you are. You're frightened as well.
      A? Tonight I'll sleep with one eye open.
      A: Nobody will believe this. / B: I was there, and I don't.
      B: Is it gone? / A: It's polite. It's waiting outside.`,
      hook: `Something is out there. It is being very quiet.
      In the dark, something smiles, and means it well. Perhaps.
      What frightens them is only half of it. The other half is shy.`,
      titles: `One Eye Open
      What {A} Heard
      Don't Turn Round`,
    },
  ),
  situation(
    "mystery",
    /\b(?:detectives?|clues?|murder\w*|missing|vanish\w*|disappear\w*|footprints?|investigat\w*|suspects?|trail|case|who stole|body|corpse|witness\w*|alibi|evidence|riddles?|puzzles?|myster\w+|inspectors?)\b/iu,
    {
      open: `A? Everybody here has a story. One of them is true.
      A? Somebody tidied up. Nobody tidies up for nothing.
      A: Who was here last? / B: Everybody. Nobody. Depends on who asks.
      B: You won't find anything. / A: That's the first thing I've found.`,
      turn: `A: There you are. I've been looking for you.
      A? It fits. I wish it didn't.
      A: Tell me about {thing}. / B: I've never seen {it} before. I swear.
      B: You look pleased. / A: I look careful. It's the same face.`,
      react: `A? One lie. Small, neat, well polished.
      A? So it was never about the money.
      A: You left out a part. / B: You never asked about that part.
      B: It's not what you think. / A: I haven't started thinking yet.`,
      close: `A: Don't leave town.
      A? One question answered. Three new ones. A good day.
      A: Go home. Lock the door. / B: And you? / A: I'll knock on another one.
      B: How did you know? / A: I didn't. You told me, just now.`,
      hook: `The truth is not hidden. It is only waiting to be asked.
      Somebody, a few streets away, turns off a light.
      Everything fits now. That is what is wrong with it.`,
      titles: `The First Lie
      Everything Fits
      A Careful Face`,
    },
  ),
  situation(
    "discovery",
    /\b(?:find(?:s|ing)?|found|discover\w*|unearth\w*|uncover\w*|notic\w+|spots?|spotted|stumbl\w+|digs? up|dug up|open(?:s|ed) (?:a|an|the|his|her|an old|the old) (?:\p{L}+ )?(?:box|chest|drawer|book|trunk|suitcase|safe|locker)|treasure|hidden|buried|secret door)\b/iu,
    {
      open: `A? Nothing ever happens {here}.
      A? One more look. Then I go home.
      A: Wait. / B: What is it?
      B: You've stopped. Why have you stopped? / A: Because something here is new.`,
      turn: `[thing] A: Well, hello. Who left you here?
      A: So that's what was waiting for me.
      A: Come and look. Quietly. / B: Is that {athing}? Here?
      B: Don't touch {it}! / A: Too late.`,
      react: `A? All these years, and nobody looked here.
      A? My heart is louder than my feet.
      A: Tell me I'm not dreaming. / B: Then we're both dreaming.
      B: What do we do now? / A: Now we keep our voices down.`,
      close: `A: This changes things. I'm not sure yet which ones.
      A? Some things aren't found. They let you find them.
      A: Not a word to anybody. / B: Who would believe us?
      B: And now? / A: Now it gets interesting.`,
      hook: `Some things wait a long time for the right pair of eyes.
      It looks like the end of a search. It is the beginning of one.
      Nobody finds such a thing by accident.`,
      titles: `What {A} Found
      The Right Pair of Eyes
      {A} and {Thing}`,
    },
  ),
  situation(
    "journey",
    /\b(?:travel\w*|sail(?:s|ed|ing)?|cross(?:es|ed|ing)?|journey\w*|rides?|riding|rode|fl(?:ies|ew|ying)|drives?|driving|drove|hik\w+|climb\w*|voyage\w*|trek\w*|wander\w*|expedition|follows? the|sets? (?:out|off|sail)|map|road trip|walks? (?:through|across|along))\b/iu,
    {
      open: `A? The longest part is always the first step.
      A: Well then. It won't come to us.
      A: How far is it? / B: Less far than it was this morning.
      B: Are we lost? / A: We're somewhere. That's not the same as lost.`,
      turn: `A: There. Right where the map ends.
      A? Further than I've ever been. And it's still going on.
      A: Keep to the left. / B: There is no left.
      B: Look how small it all is. / A: Or how high we are.`,
      react: `A? My feet hurt. My eyes don't.
      A? Nobody told me it would be beautiful.
      A: Shall we turn back? / B: Do you want to? / A: Not for the world.
      B: What's behind that? / A: That's why we came.`,
      close: `A: One more hill. There's always one more hill.
      A? Home is back there. Strange. It used to be everywhere.
      A: Sleep. I'll take the first watch. / B: Wake me if anything wonderful happens.
      B: Do you miss it? / A: Ask me when we're there.`,
      hook: `The road does not end here. It only turns a corner.
      Behind them the way back is already closing.
      By evening they will have a new name for far away.`,
      titles: `Where the Map Ends
      One More Hill
      The Long Way to {Place}`,
    },
  ),
];
