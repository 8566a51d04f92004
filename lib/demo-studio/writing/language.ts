/** Whether a text can be read as English; what cannot is used as it stands. */
const english = new Set(
  "a an the and or but of in on at to for with from into by as is are was were be been has have had he she it they we i you his her their its my our your him them this that who when while where there then not no all one two up out over under after before through about can will would could what how do does did so if than back down off near behind between".split(
    " ",
  ),
);
const foreign = new Set(
  "der die das und ein eine einen einem einer ist sind nicht mit auf im den dem des zu von für über unter sich wird auch wie als es er sie wir ich du aber nach bei le la les un une des du et est dans sur pour avec qui que il elle nous vous je au aux ne pas son sa ses el los las una uno y en es con por para que se su sus del al lo como pero il lo gli di che e per con nel della una sono non os um uma com em não na no do da het een van en is niet op te aan och att det som på är ett i og på til med af jest nie się na w z do to".split(
    " ",
  ),
);

const words = (text: string) => text.toLowerCase().match(/\p{L}+(?:[’']\p{L}+)?/gu) ?? [];

export function isEnglish(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return false;
  const latin = text.match(/[a-z]/giu)?.length ?? 0;
  if (latin / letters < 0.85) return false;
  const all = words(text);
  const spoken = all.filter((word) => english.has(word)).length;
  const other = all.filter((word) => foreign.has(word) && !english.has(word)).length;
  if (other > spoken) return false;
  if (/[äöüßéèêàçñõãåøæœłśżźćęąğşı]/iu.test(text) && spoken === 0 && all.length > 2) return false;
  return spoken > 0 || all.length <= 6;
}
