import { type Situation, situation } from "./situation";

/** What fits any day; where nothing in the text tells more. */
export const everyday: Situation = situation("everyday", /$^/u, {
  open: `A? The day has hardly begun and already it has plans of its own.
      A? I only came to have a look. That's how it always starts.
      A: Did you sleep at all? / B: I closed my eyes. They didn't stay closed.
      B: What are we doing here? / A: Give it a minute. It'll come to us.
      A? Something is going to happen today. I can feel it in my elbows.
      A? It begins like any other day. They all do.
      A: You're up early. / B: I couldn't sleep. I had a feeling.
      B: Well? / A: Well. Let's see what the day has to say.`,
  turn: `A: All right. Let's do it before I think about it.
      A? One moment it was an idea. Now it has legs.
      A: Are you seeing this? / B: I've been trying not to.
      B: Is it meant to be like that? / A: I don't think anybody meant it at all.
      A: Now, that I didn't expect.
      A? Don't stop now. This is where it gets good.
      A: Did that just happen? / B: It's still happening.
      B: What's the plan? / A: I was going to make it up on the way.`,
  react: `A? I'll need a chair. And possibly a biscuit.
      A? Now I only have to believe it.
      A: You're very quiet. / B: I'm saving it up.
      B: What just happened? / A: I'll tell you as soon as I know.
      A? I should be surprised. Somehow I'm not.
      A? So this is what it feels like.
      A: Say that again. / B: I'd rather not. It was hard enough once.
      B: You knew! / A: I hoped. It's nearly as good.`,
  close: `A: Well. There goes my quiet week.
      A? I must remember to tell somebody. But whom?
      A: Shall we? / B: After you. It was your idea.
      B: And nobody will ever know. / A: Somebody always knows.
      A: Come what may. I've got my good boots on.
      A? I'll think about it tomorrow. Tonight I'll just be glad.
      A: Ready for more? / B: There's more?
      B: That could have gone worse. / A: Give it time.`,
  hook: `Small things roll a long way downhill.
      Somewhere a clock strikes, once too often.
      It starts as a detail. Details have long legs.
      What comes next was never part of the plan.
      It is a small step, and the street looks different from here.
      The day is over. It has left its door ajar.
      Tomorrow it will seem unlikely. Today it is simply true.`,
  titles: `A Quiet Week
      Once Too Often
      The Door Ajar
      A Feeling in the Elbows
      Something Small, Something True`,
});
