import { type Situation, situation } from "./situation";

/** Things that happen between people. */
export const peopleSituations: readonly Situation[] = [
  situation(
    "grief",
    /\b(?:funeral|graves?|graveside|mourn\w*|dies|died|dying|death|cr(?:ies|ied|ying)|weep\w*|wept|lonely|loneliness|miss(?:es|ed) (?:her|his|their|him|them|my)|grief|griev\w*|heartbr\w+|last words|lost (?:her|his|their) (?:mother|father|brother|sister|son|daughter|wife|husband|friend|dog|cat))\b/iu,
    {
      open: `A? I set two plates again this morning.
      A? It's the quiet that's so loud.
      A: You didn't have to come. / B: That's why I came.
      B: You haven't said a word all day. / A: I'm still looking for one.`,
      turn: `A: I kept everything. I couldn't throw anything away.
      A? I'd tell you all about it. You'd laugh at the end.
      A: Does it get better? / B: No. But you get wider around it.
      B: Tell me one thing. A small one. / A: The way the kettle was never put back.`,
      react: `A? There. That's the song. Of course it's that song.
      A? I'm not crying. It's only that my eyes remember.
      A: Stay a little. / B: As long as you like.
      B: Here. / A: Thank you. It's yours, I'll give it back washed.`,
      close: `A: Goodnight, then. Wherever you are.
      A? Tomorrow I'll open the window.
      A: Shall we go? / B: Slowly.
      B: Same time next week? / A: Same bench.`,
      hook: `Nothing is mended. But something has been put down for a while.
      Love has to go somewhere. Today it goes for a walk.
      The evening is as long as before, and a little lighter.`,
      titles: `Two Plates
      The Same Bench
      A Little Lighter`,
    },
  ),
  situation(
    "farewell",
    /\b(?:goodbyes?|farewell|leav(?:e|es|ing)|left (?:home|town|the)|depart\w*|last (?:day|night|train|time|summer)|mov(?:es|ing) away|part(?:s|ing) ways|waves? from)\b/iu,
    {
      open: `A? I packed everything. It all fitted into one bag. That's the sad part.
      A? If I go now, I'll still be able to.
      A: Have you got everything? / B: Everything that fits.
      B: You could still stay. / A: Don't say it kindly. It makes it harder.`,
      turn: `A: I wrote you a letter. Then I thought I'd better say it.
      A? Say something. Anything. Say something now.
      A: You'll write? / B: Every week. Badly.
      B: Don't look back. / A: I was going to look at you.`,
      react: `A? Smaller. And smaller. And then only the road.
      A? So that's how it sounds when a door closes softly.
      A: It's only for a while. / B: How long is a while?
      B: You've forgotten something. / A: No. I left it for you.`,
      close: `A: Look after the place for me.
      A? I'll come back. I said it out loud, so now it counts.
      A: Go. Before I change my mind. / B: That's what I'm waiting for.
      B: Goodbye, then. / A: No. See you.`,
      hook: `A place is never as loud as in the minute after somebody has left.
      What is left behind fits into one pocket.
      Some goodbyes are only very long good nights.`,
      titles: `See You
      Everything That Fits
      How Long Is a While`,
    },
  ),
  situation(
    "reunion",
    /\b(?:(?:meets?|met|sees?|saw|finds?|together) (?:\S+ ){0,3}again|reunit\w+|reunion|come(?:s)? (?:back|home)|came (?:back|home)|return(?:s|ed|ing)?|after (?:many |all these |ten |twenty |\d+ )?years|long-lost|old friends?|homecoming)\b/iu,
    {
      open: `A? It was bigger when I was small.
      A? What do you say after such a long time? Hello? Just hello?
      A: You haven't changed. / B: You were always a bad liar.
      B: I didn't think you'd come. / A: Neither did I, until the last corner.`,
      turn: `A: I owe you an answer. It's only a few years late.
      A? Same smile. I'd forgotten that I hadn't forgotten.
      A: You kept it? / B: I kept meaning to throw it away.
      B: Why now? / A: Because I ran out of reasons not to.`,
      react: `A? And just like that it's as if I had never been away.
      A? I practised this. I practised it so well. All gone.
      A: I was wrong, back then. / B: I was, too. Shall we sit down?
      B: Did you ever think of us? / A: On Tuesdays. And the other days.`,
      close: `A: Let's not leave it so long again.
      A? Some doors don't close. You only stop trying the handle.
      A: Another hour? / B: I've got all evening. I made sure of it.
      B: Stay for supper. / A: I was hoping you'd ask.`,
      hook: `The years are still there. They have only moved over to make room.
      Not everything that is old is over.
      There is one question left, and both of them know which.`,
      titles: `On Tuesdays
      The Last Corner
      A Few Years Late`,
    },
  ),
  situation(
    "argument",
    /\b(?:argu\w+|quarrel\w*|shout\w*|yell\w*|disagree\w*|blam(?:e|es|ed|ing)|accus\w+|refus\w+|angr(?:y|ily)|furious|betray\w*|lied|jealous\w*|confront\w*)\b/iu,
    {
      open: `A? Be calm. Count to ten. Nine. Eight. Oh, never mind.
      A: I wasn't going to say anything.
      A: You might have asked me. / B: I might have. I didn't.
      B: You're cross. / A: I'm not cross. I'm only standing like this.`,
      turn: `A: It's not what you did. It's that you didn't tell me.
      A? I shouldn't have said that. I meant it. I shouldn't have said it.
      A: You promised! / B: And I meant it, when I promised.
      B: You never listen! / A: I heard every word. That's the trouble.`,
      react: `A? Why do the wrong words always come out first?
      A? It's very quiet now. I liked the noise better.
      A: Say something. / B: I'm counting to ten. I'm at four.
      B: That wasn't fair. / A: No. It wasn't.`,
      close: `A: Fine. We'll do it both ways and see.
      A? I'll say sorry. In a minute. In a small minute.
      A: Are we still friends? / B: Don't be silly. Of course. I'm still angry, too.
      B: Truce? / A: Until after supper.`,
      hook: `The loud part is over. Now comes the difficult one.
      Nobody has won. It is a start.
      Both are right, and that is the whole problem.`,
      titles: `Both Are Right
      The Loud Part
      Truce Until Supper`,
    },
  ),
  situation(
    "romance",
    /\b(?:lov(?:e|es|ed|ing)|kiss\w*|dates?|broke up|hearts?|marr\w+|propos\w+|crush|flirt\w*|blush\w*|romantic|valentine|engaged|wedding|bride|groom)\b/iu,
    {
      open: `A? I'm early. I'm always early when it matters.
      A? Look up. Look over here. No, don't!
      A: Is this seat taken? / B: It was keeping itself free.
      B: You cut your hair. / A: Weeks ago. You noticed just now.`,
      turn: `A: I had a whole speech. It began with your name.
      A? Say it. It's only three words. You use them all the time, one by one.
      A: You're laughing at me. / B: Near you. It's different.
      B: Your coffee's getting cold. / A: I know. I didn't come for the coffee.`,
      react: `A? Was that a smile? That was a smile. I'm keeping it.
      A? My face is doing something. I hope it's the right thing.
      A: Did I say that out loud? / B: Every word.
      B: Ask me again. / A: You heard me the first time. / B: I want to hear it twice.`,
      close: `A: I'll walk you home. The long way.
      A? Tomorrow. Tomorrow I'll say the rest of it.
      A: Same time tomorrow? / B: Earlier.
      B: What are you thinking? / A: That I should have come sooner.`,
      hook: `Outside it has stopped raining. Neither of them has noticed.
      Between two people there is sometimes just one cup's width.
      It is late, and neither of them looks at the clock.`,
      titles: `The Long Way Home
      One Cup's Width
      Earlier, Please`,
    },
  ),
  situation(
    "meeting",
    /\b(?:meets?|met|meeting|strangers?|introduc\w+|first time|greet\w*|bump\w* into|encounter\w*|befriend\w*|makes? friends|new (?:friend|neighbour|neighbor|kid|girl|boy)|visit\w*|guest|(?:a|the) knock)\b/iu,
    {
      open: `A? Somebody's there. Somebody new.
      A: Can I help you? You look a little lost.
      A: You're not from here. / B: Is it so easy to see?
      B: I was told to ask for you. / A: People are told a great many things.`,
      turn: `A: I thought you'd be taller.
      A? I know that face. I don't know from where.
      A: So. Who are you? / B: That's a longer story than the way here was.
      B: You aren't afraid of me? / A: Should I be?`,
      react: `A? Funny. It feels as if we'd started long ago.
      A? Careful. Strangers with kind eyes are the worst.
      A: Sit down. You look tired. / B: Nobody has said that to me for a long time.
      B: Why are you smiling? / A: I've just decided something.`,
      close: `A: Stay a while. There's enough for two.
      A? This morning I didn't even know your name.
      A: Will you come again? / B: If the door stays open.
      B: Friends? / A: Let's start with tea.`,
      hook: `Two people know each other now. Nothing will be quite as before.
      It starts, as it often does, with a hello.
      Neither of them has asked the important question yet.`,
      titles: `A Longer Story
      Enough for Two
      Let's Start with Tea`,
    },
  ),
  situation(
    "learning",
    /\b(?:school\w*|teach\w*|taught|lessons?|practi[cs]\w*|learn\w*|trains? (?:with|for|to|her|his)|training|exams?|first day|homework|apprentices?|class(?:room)?|studies|students?)\b/iu,
    {
      open: `A? Everybody else seems to know where to go.
      A? Don't be first. Don't be last. Be somewhere in the middle.
      A: Is it hard? / B: Only until it isn't.
      B: Ready? / A: Is there a second choice?`,
      turn: `A: Show me again. Slower.
      A? Once more. It's only the ninth time.
      A: I can't do it. / B: You can't do it yet. That's one word more.
      B: Who taught you that? / A: Nobody. I made the mistake myself.`,
      react: `A? Wait. Was that it? Did I just do it?
      A? They're all looking. Let them look.
      A: Did you see that? / B: I saw. Do it again.
      B: Wrong. / A: But beautifully wrong.`,
      close: `A: Tomorrow I'll be a little less bad. That's how it works.
      A? I came in small. I'm going out a size larger.
      A: Same time tomorrow? / B: Bring patience. I've run out of mine.
      B: You did well. / A: You've never said that before.`,
      hook: `What one learns today, one needs sooner than one thinks.
      The bell rings. The real lesson begins outside.
      It is not talent. It is the tenth time.`,
      titles: `The Tenth Time
      A Size Larger
      One Word More`,
    },
  ),
  situation(
    "decision",
    /\b(?:decid\w+|plans?|planning|choos\w+|chose|choice|promis\w+|agree\w*|vot(?:e|es|ed|ing)|vow\w*|swear\w*|deal|bargain\w*|trade\w*|dares?)\b/iu,
    {
      open: `A? Two ways. Both of them have a bill at the end.
      A: Let's say it out loud, so that it's real.
      A: What would you do? / B: The same as you. Only with more shouting.
      B: You've made up your mind. / A: Not yet. But it's made up its own.`,
      turn: `A: Then it's settled. I'm in.
      A? Now. Before I start to think again.
      A: Give me your word. / B: You've had it since this morning.
      B: There's no way back from that. / A: I know. I looked.`,
      react: `A? It felt like a small word. It was only yes.
      A? That was easy. That can't be good.
      A: Are we mad? / B: Very likely. Shall we start?
      B: And if it goes wrong? / A: Then we'll have tried it in good company.`,
      close: `A: First light, then. Don't be late.
      A? Sleep. Tomorrow is a long day, and it's my doing.
      A: No regrets? / B: Ask me in a year.
      B: It's a terrible plan. / A: It's our terrible plan.`,
      hook: `A promise weighs nothing until one carries it.
      Nobody sleeps much that night.
      The plan is good. It has just one hole in it.`,
      titles: `A Terrible Plan
      First Light
      One Hole in It`,
    },
  ),
];
