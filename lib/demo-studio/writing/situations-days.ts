import { type Situation, situation } from "./situation";

/** Things that fill days: work, feasts, play, quiet hours and small wonders. */
export const daySituations: readonly Situation[] = [
  situation(
    "cooking",
    /\b(?:bak(?:e|es|ed|ing)|cook\w*|cakes?|soup|bread|recipes?|feast|dinner|breakfast|pancakes?|cookies?|pies?|stew|chef|eats?|eating|ate|hungry|spaghetti|pizza|lunch|picnic)\b/iu,
    {
      open: `A? First the flour. Then the courage.
      A? The recipe says a pinch. Whose pinch?
      A: Don't lift the lid. / B: I only wanted to smell it.
      B: Is it supposed to look like that? / A: Everything looks like that at the beginning.`,
      turn: `A: More butter. When in doubt, more butter.
      A? It's rising! It's really rising!
      A: Taste this. / B: What's in it? / A: Taste it first.
      B: Something's burning. / A: That's the secret ingredient.`,
      react: `A? It tastes like being six years old.
      A? Well. That wasn't in the recipe.
      A: Too much salt? / B: Let's call it character.
      B: There's flour on your nose. / A: There's flour on everything.`,
      close: `A: There. Nobody leaves the table hungry.
      A? Tomorrow the same again. Only bigger.
      A: The last piece is yours. / B: Half. Halves taste better.
      B: Who's going to wash up? / A: Whoever asks.`,
      hook: `The plates are empty. It is the best thing that can be said of plates.
      One slice is left. Everybody looks the other way.
      The smell goes out of the window and knocks at the neighbours' doors.`,
      titles: `More Butter
      A Pinch of Courage
      The Last Piece`,
    },
  ),
  situation(
    "celebration",
    /\b(?:birthday|part(?:y|ies)|festivals?|celebrat\w+|christmas|holiday|parade|carnival|halloween|fireworks?|new year|thanksgiving|easter|lanterns? festival)\b/iu,
    {
      open: `A? Lights up, music on, nobody suspects a thing.
      A? All that for one evening. Good.
      A: Is everything ready? / B: Everything but us.
      B: Nobody will come. / A: They'll come. There's cake.`,
      turn: `A: Now! All together!
      A? So many faces. And all of them glad.
      A: Make a wish. / B: I'm looking at it.
      B: You did all this? / A: I had help. I mostly carried chairs.`,
      react: `A? I want to keep this. Exactly like this.
      A? Don't cry. Not with so much icing around.
      A: Are you happy? / B: Ask me when I've stopped grinning.
      B: They know the words! / A: They know the wrong words. Sing louder.`,
      close: `A: One more song. Then one more.
      A? Next year I'll hang the lights even higher.
      A: Who's tired? / B: Not me. My feet, perhaps.
      B: Best day of the year. / A: It isn't over yet.`,
      hook: `The candles burn down. The evening doesn't.
      Even the moon stays a little longer than it has to.
      Long after the last song somebody is still humming.`,
      titles: `One More Song
      Everything but Us
      There's Cake`,
    },
  ),
  situation(
    "contest",
    /\b(?:rac(?:e|es|ed|ing)|contests?|compet\w+|match|tournament|wins?|winning|won|los(?:es|ing) (?:the|a)|bets?|scores?|trophy|final|championship|goal|chess|poker|cards)\b/iu,
    {
      open: `A? Everybody's faster. Everybody's bigger. I'm only stubborn.
      A? Breathe. It's only everything.
      A: May the better one win. / B: Thank you. I will.
      B: Nervous? / A: Only from the neck down.`,
      turn: `A: Not over. Not yet!
      A? Now or never. I've never liked never.
      A: Try to keep up! / B: I was waiting for you!
      B: You can't win that! / A: Watch me lose it properly, then!`,
      react: `A? One breath more. There's always one more in there.
      A? I can hear them shouting my name. Or somebody's.
      A: Was that you? / B: I thought it was you!
      B: How did you do that? / A: By accident. The second time on purpose.`,
      close: `A: Again. Tomorrow. And this time I'll stretch first.
      A? Second by a nose. What a nose!
      A: Good game. / B: The best.
      B: You were lucky. / A: I've been practising my luck.`,
      hook: `Nobody will remember the score. Everybody will remember the last minute.
      The winner goes home with a cup, the other one with a plan.
      The crowd has gone. Two are still playing.`,
      titles: `By a Nose
      Only Stubborn
      The Last Minute`,
    },
  ),
  situation(
    "magic",
    /\b(?:spells?|magic\w*|wizards?|witch\w*|wands?|potions?|enchant\w*|curs(?:e|ed|es)|fair(?:y|ies)|conjur\w*|transform\w*|turn(?:s|ed) into|wish\w*|genie|prophecy|portal|unicorns?)\b/iu,
    {
      open: `A? The book says: never on a Tuesday. It's Tuesday.
      A? There's a tingle in the air. Like just before a sneeze.
      A: Stand back. Further. Further still. / B: How far is safe? / A: Nobody knows.
      B: Have you ever done this before? / A: I've read about it. Twice.`,
      turn: `A: By moon and salt and … what was the third thing?
      A? It's working. It's working? It's working!
      A: Don't break the circle! / B: What circle? / A: That one. Oh dear.
      B: It's glowing! / A: It's supposed to glow. I think.`,
      react: `A? That isn't what I wished for. It's better. Is it better?
      A? All the hairs on my neck are standing up and looking.
      A: Can you undo it? / B: In theory. I'm very good at theory.
      B: Your eyebrows are smoking. / A: They do that.`,
      close: `A: We'd better tidy that up before somebody sees it.
      A? Every spell has its price. This one hasn't sent the bill yet.
      A: Not a word of it. / B: Who would I tell? I'm still a bit green.
      B: Teach me that. / A: First the sweeping. Then the stars.`,
      hook: `Magic listens carefully. It just does not listen to the end.
      Something has answered. It was not the one they asked.
      On the floor a last spark spells out a name.`,
      titles: `Never on a Tuesday
      The Third Thing
      First the Sweeping`,
    },
  ),
  situation(
    "secret",
    /\b(?:letters?|messages?|secrets?|diar(?:y|ies)|notes?|codes?|whisper\w*|phone|calls?|telegram|envelope|postcard|bottle|journal|photo(?:graph)?s?|confess\w*)\b/iu,
    {
      open: `A? It has been lying there since morning, looking at me.
      A? Nobody writes to me. Nobody ever writes to me.
      A: Can you keep a secret? / B: I've kept yours since spring.
      B: What does it say? / A: I haven't dared to look.`,
      turn: `A: It's my name. In a hand I don't know.
      A? Read it again. Slowly. Perhaps it says something else.
      A: Nobody was supposed to see that. / B: I know. That's why I looked away. Too late.
      B: Who wrote it? / A: Somebody who knows me better than I do.`,
      react: `A? Three lines. And the whole world leans a little.
      A? So that's why. All that time, that's why.
      A: You knew? / B: I guessed. It's quieter than knowing.
      B: You've gone pale. / A: I've gone wiser. It looks the same.`,
      close: `A: I'll answer. I only need the right first word.
      A? Burn it, or keep it? Keep it. Under the floorboard.
      A: You never saw this. / B: Saw what?
      B: What will you do? / A: What it says.`,
      hook: `A secret is lighter for two. It is also only half as safe.
      On the back, very small, there is one more line.
      It was sent years ago. It has come just in time.`,
      titles: `One More Line
      Half as Safe
      Just in Time`,
    },
  ),
  situation(
    "making",
    /\b(?:builds?|built|building a|repair\w*|fix(?:es|ed|ing)?|invents?|invented|invention|makes? a|paint(?:s|ed|ing)?|sews?|sewing|craft\w*|carv\w+|knit\w*|constructs?|designs?|machine|engine|contraption)\b/iu,
    {
      open: `A? All the parts are there. And some that shouldn't be.
      A? The drawing looked so simple.
      A: Hand me the small one. / B: The small what? / A: Exactly.
      B: Will it hold? / A: It has string. String always holds.`,
      turn: `A: One last turn, and then we'll see.
      A? Careful. It's thinking.
      A: On my mark. / B: What happens on your mark? / A: Either nothing or everything.
      B: It moved! / A: It did, didn't it?`,
      react: `A? It's crooked. It's wonderful.
      A? One screw left over. I wonder where it isn't.
      A: Did you hear that click? / B: I'm hoping that was a good click.
      B: You made that? / A: I held it while it happened.`,
      close: `A: Tomorrow we'll paint it. Red, of course.
      A? It isn't finished. It's only begun to be good.
      A: Not bad for a first try. / B: It's the sixth. / A: Not bad for a sixth.
      B: What does it do? / A: That's tomorrow's question.`,
      hook: `It stands there, a bit askew, and waits to be used.
      In the night, when nobody is looking, it starts by itself.
      They sweep up the shavings. They leave the light on for it.`,
      titles: `The Sixth Try
      Red, of Course
      One Screw Left Over`,
    },
  ),
  situation(
    "performance",
    /\b(?:sing(?:s|ing)?|sang|songs?|violin|piano|guitar|cello|music\w*|stage|concerts?|theat(?:re|er)|audience|danc(?:e|es|ed|ing)|rehears\w*|plays? the|choir|audition\w*|juggl\w*|circus)\b/iu,
    {
      open: `A? My knees know the music better than I do. They're shaking in time.
      A? Five minutes. Where do five minutes go?
      A: How many are out there? / B: Don't count. I counted. Don't count.
      B: You'll be splendid. / A: I'll be somewhere else, if I find the door.`,
      turn: `A: And one, and two, and …
      A? There it is. The first note. The rest follows by itself.
      A: You came in too early! / B: You came in too late. Let's meet in the middle.
      B: Listen to them. / A: I can't hear anything. Only my heart.`,
      react: `A? Not a cough. Not one cough. They're listening.
      A? That was the wrong note. But it was a good one.
      A: Are they clapping? / B: They're standing.
      B: Look up. It's all for you. / A: Then hold my hand, please.`,
      close: `A: Once more from the top?
      A? So that is what quiet sounds like after music.
      A: Encore? / B: Only the part where we got lost.
      B: Were you afraid? / A: The whole time. It was marvellous.`,
      hook: `The lights go down. One person in the last row stays in the seat.
      The song is over. It goes home with everybody who heard it.
      Nobody notices the wrong note. It was the best of all.`,
      titles: `The Wrong Note
      Five Minutes
      From the Top`,
    },
  ),
  situation(
    "wonder",
    /\b(?:whales?|surfac\w+|appears?|appeared|emerg\w+|comet|falling stars?|shooting star|northern lights|aurora|rainbow|hatch\w*|miracle|glow\w*|shin(?:e|es|ing)|giant|dragons?|dinosaurs?|aliens?|ufo|spaceship lands|talking)\b/iu,
    {
      open: `A? Something is different today. Even the birds are whispering.
      A: Do you feel that? The air is holding its breath.
      A: Look up. / B: I am. I don't understand what I'm looking at.
      B: What are we waiting for? / A: I'll know when it comes.`,
      turn: `A: Oh. Oh, you're beautiful.
      A? Nobody told me that the world was this big.
      A: Don't be afraid. / B: I'm not afraid. I just can't close my mouth.
      B: Is it real? / A: Does it matter?`,
      react: `A? It looked at me. It looked at me, and it stayed.
      A? Remember everything. The light, the smell, everything.
      A: Nobody is going to believe us. / B: Good. Then it's ours.
      B: Are you crying? / A: I've got a lot of sky in my eyes.`,
      close: `A: Thank you. Whatever you are.
      A? I went out this morning to buy bread.
      A: Will it come back? / B: I think it never goes far.
      B: What do we do now? / A: Sit here. Until it's dark.`,
      hook: `Afterwards everything is as it was, only larger.
      There are things one sees just once. It is enough.
      Somewhere beyond the horizon, something answers.`,
      titles: `A Lot of Sky
      Only Larger
      The Day the World Held Its Breath`,
    },
  ),
  situation(
    "arrival",
    /\b(?:arriv\w+|lands?|landed|landing|enters?|entered|reach(?:es|ed)|steps? (?:into|in|out|off)|walks? (?:into|in)|comes? to|mov(?:es|ed|ing) (?:to|into)|new (?:town|city|house|home|job|school|planet|world))\b/iu,
    {
      open: `A? So this is it. I imagined it quieter.
      A: Hello? Is anybody here?
      A: Is this the right place? / B: It's the only one there is.
      B: After you. / A: Why after me? / B: You've got the braver shoes.`,
      turn: `A: I was told somebody would be waiting for me.
      A? No turning round now. I've already wiped my feet.
      A: It's bigger than on the picture. / B: Everything is bigger than on the picture.
      B: Don't touch anything. / A: I'm only looking. With my hands.`,
      react: `A? I don't know anybody here. So nobody knows me. Good.
      A? It doesn't feel like home. Not yet. Give it an hour.
      A: What do you think? / B: I think we should have brought a bigger lamp.
      B: They're staring. / A: Smile. Staring gets tired first.`,
      close: `A: Well. I suppose I live here now.
      A? First a chair. Then a friend. In that order.
      A: We'll stay one night. / B: You said that last time. We stayed a year.
      B: Still want to go in? / A: More than ever.`,
      hook: `Every place keeps its best secret from newcomers. For one day.
      The door falls shut behind them. It does not sound like a door.
      In the guest book, today's date has already been filled in.`,
      titles: `The Braver Shoes
      One Night Only
      So This Is It`,
    },
  ),
  situation(
    "rest",
    /\b(?:tea|sleep\w*|sits?|sitting|sat|rests?|resting|naps?|fishing|watch(?:es|ing)? the|stars|listens?|listening|reads?|reading|quiet|waits?|waiting|waited|dream\w*|lazy|bedtime|relax\w*|gaz\w+)\b/iu,
    {
      open: `A? No plans. I've been planning that for weeks.
      A? If nobody calls me for an hour, I'll call it a holiday.
      A: Move over a bit. / B: There's a whole bench. / A: I like this half.
      B: What are you doing? / A: Nothing. I'm nearly done.`,
      turn: `A: Listen. You can hear the day turning over.
      A? So much sky, and nobody uses it.
      A: Do you think it's thinking about us, too? / B: Who? / A: All of it.
      B: You're smiling. / A: It comes by itself if you sit still enough.`,
      react: `A? That's the sound I was missing. No sound at all.
      A? If I don't move, the moment won't notice me.
      A: Are you asleep? / B: Yes.
      B: We ought to go. / A: We ought to. Five more minutes.`,
      close: `A: That was a good day. Nothing happened, all day long.
      A? Tomorrow the world can have me back.
      A: Cold? / B: Not since you asked.
      B: What was the best part? / A: This one. The one now.`,
      hook: `Not every story needs a storm.
      The kettle cools. The evening takes its time.
      Nothing has happened, and they will remember it for years.`,
      titles: `Five More Minutes
      Nothing, Nearly Done
      This Half of the Bench`,
    },
  ),
];
